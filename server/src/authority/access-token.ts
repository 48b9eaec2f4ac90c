/** Tokens that admit to a few calls about one device for a moment, in the name of a session and no longer than it. */
import { createHmac, timingSafeEqual } from 'node:crypto'

import { TokenPurpose } from '@vedette/contract/calls/access-token'
import { getDeviceInfo } from '@vedette/contract/calls/device-config'
import { checkDeviceUpVersion, upgradeDevices } from '@vedette/contract/calls/upgrade'
import { Refusal } from '@vedette/contract/codes'
import { z } from 'zod'

import type { Clock } from '../engines/clock.ts'
import type { Authority } from './authority.ts'
import type { Principal } from './principal.ts'

const LIFE_MS = 5 * 60_000
/** No Utoken has a dot. */
const FORM = /^at\.([\w-]{1,600})\.([\w-]{43})$/

/** What each admits to. A call belongs here only if its body must name its devices: one without would be about all of them. */
export const CALLS_OF_PURPOSE: Readonly<Record<TokenPurpose, readonly string[]>> = {
  info: [getDeviceInfo.path],
  upgrade: [getDeviceInfo.path, checkDeviceUpVersion.path, upgradeDevices.path],
}

const Claim = z.object({
  session: z.string(),
  did: z.string(),
  purpose: TokenPurpose,
  expiresAt: z.number(),
})

export class AccessTokens {
  readonly #key: Buffer
  readonly #clock: Clock
  readonly #authority: Pick<Authority, 'authenticate' | 'principalOf'>

  constructor(key: Buffer, clock: Clock, authority: Pick<Authority, 'authenticate' | 'principalOf'>) {
    this.#key = key
    this.#clock = clock
    this.#authority = authority
  }

  issue({ sessionId }: Principal, did: string, purpose: TokenPurpose): { token: string; expiresAt: number } {
    const expiresAt = this.#clock.now() + LIFE_MS
    const claim: z.infer<typeof Claim> = { session: sessionId, did, purpose, expiresAt }
    const content = Buffer.from(JSON.stringify(claim)).toString('base64url')
    return { token: `at.${content}.${this.#signatureOf(content)}`, expiresAt }
  }

  /** Like `Authority.authenticate`, for Utokens and for tokens of ours, whose principal may do nothing else. */
  async authenticate(token: string | undefined): Promise<Principal> {
    const [, content, signature] = FORM.exec(token ?? '') ?? []
    if (content === undefined || signature === undefined) return this.#authority.authenticate(token)
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(this.#signatureOf(content))))
      throw new Refusal('notLoggedIn')
    const { session, did, purpose, expiresAt } = Claim.parse(
      JSON.parse(Buffer.from(content, 'base64url').toString()),
    )
    // Asked each time: it ends with the session, and is no more than what the session may do by now.
    const maker = expiresAt > this.#clock.now() ? await this.#authority.principalOf(session) : undefined
    if (!maker) throw new Refusal('tokenExpired')
    return { ...maker, only: { did, calls: CALLS_OF_PURPOSE[purpose] } }
  }

  #signatureOf(content: string): string {
    return createHmac('sha256', this.#key).update(content).digest('base64url')
  }
}
