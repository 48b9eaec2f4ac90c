/** URLs that elements and downloads may fetch without a token: each for one thing, one session, five minutes. */
import { createHmac, timingSafeEqual } from 'node:crypto'

import { Refusal } from '@vedette/contract/codes'

import type { Principal } from '../authority/principal.ts'
import type { Clock } from '../engines/clock.ts'

const LIFETIME_MS = 5 * 60_000
const STEADY_MS = 30_000
const [SESSION, EXPIRES, SIGNATURE] = ['session', 'expires', 'signature']

type Fields = Readonly<Record<string, string | number>>
type Signer = Pick<Principal, 'companyId' | 'sessionId'>

export class SignedUrls {
  readonly #key: Buffer
  readonly #clock: Clock

  /** A gate with the same key admits the same URLs: that of a later start, another one beside this. */
  constructor(key: Buffer, clock: Clock) {
    this.#key = key
    this.#clock = clock
  }

  sign(path: string, fields: Fields, signer: Signer): string {
    return this.#signedAt(this.#clock.now(), path, fields, signer)
  }

  /** The same URL for half a minute: a list that is refreshed does not load its pictures again. */
  signSteady(path: string, fields: Fields, signer: Signer): string {
    const nowMs = this.#clock.now()
    return this.#signedAt(nowMs - (nowMs % STEADY_MS), path, fields, signer)
  }

  /** The session that a URL was made for, before anyone knows whether it is true. */
  sessionOf(query: URLSearchParams): string {
    return query.get(SESSION) ?? ''
  }

  /** Throws Refusal `notLoggedIn` for a URL that was not made here for this principal, `tokenExpired` for one whose time is over. */
  check(path: string, query: URLSearchParams, { companyId, sessionId }: Principal): void {
    const signed = unsigned(query)
    const signature = Buffer.from(query.get(SIGNATURE) ?? '', 'base64url')
    const expected = this.#signatureOf(path, signed, companyId)
    const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected)
    if (!isOurs || this.sessionOf(query) !== sessionId) throw new Refusal('notLoggedIn')
    if (Number(signed.get(EXPIRES)) < this.#clock.now()) throw new Refusal('tokenExpired')
  }

  /** The same for every spelling of a URL that `check` admits. */
  contentOf(query: URLSearchParams): string {
    return unsigned(query).toString()
  }

  #signedAt(atMs: number, path: string, fields: Fields, { companyId, sessionId }: Signer): string {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) query.set(name, `${value}`)
    query.set(SESSION, sessionId)
    query.set(EXPIRES, `${atMs + LIFETIME_MS}`)
    query.set(SIGNATURE, this.#signatureOf(path, query, companyId).toString('base64url'))
    return `${path}?${query.toString()}`
  }

  #signatureOf(path: string, query: URLSearchParams, companyId: string): Buffer {
    return createHmac('sha256', this.#key).update(`${companyId}\n${path}\n${query.toString()}`).digest()
  }
}

function unsigned(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  rest.delete(SIGNATURE)
  return rest
}
