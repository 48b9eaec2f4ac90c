/** What one page says to a device: docs/protocol.md, "Talk". */
import { talkTo } from '@vedette/contract/calls/talk'
import { Refusal } from '@vedette/contract/codes'
import { objectsIn } from '@vedette/contract/ids'
import type { LiveRequest, TalkEnd, TalkNotice } from '@vedette/contract/live'

import type { Authority } from '../authority/authority.ts'
import type { Principal } from '../authority/principal.ts'
import type { Talk, Talks } from '../video/talks.ts'

type Request = Pick<Extract<LiveRequest, { type: 'talk' }>, 'did' | 'channel'>

interface PageTalkNeeds {
  sessionId: string
  authority: Pick<Authority, 'authorize' | 'principalOf'>
  talks: Pick<Talks, 'begin'>
  tell: (notice: TalkNotice) => void
  /** Resolves once it is on record. */
  spoke: (who: Principal, did: string, channel: number) => Promise<void>
}

export class PageTalk {
  readonly #needs: PageTalkNeeds
  /** The last that the page asked for: what an older request brings is dropped. */
  #request: Request | undefined
  #talk: Talk | undefined
  #wasAsked = false

  constructor(needs: PageTalkNeeds) {
    this.#needs = needs
  }

  /** What is said may be on its way while a talk ends, but not before the first one was asked for. */
  get mayHear(): boolean {
    return this.#wasAsked
  }

  async begin({ did, channel }: Request): Promise<void> {
    this.end()
    this.#wasAsked = true
    const request = { did, channel }
    this.#request = request
    const checked = await this.#check(request)
    if (this.#request !== request) return
    if (!checked) return this.#over(request, 'refused')
    await this.#needs.spoke(checked, did, channel)
    if (this.#request !== request) return
    const { companyId, accountName } = checked
    const outcome = this.#needs.talks.begin({ companyId, did, channel }, accountName, {
      open: ({ codec, sampleRate }) =>
        this.#needs.tell({ type: 'talk', state: 'open', did, channel, codec, sampleRate }),
      over: (end) => this.#over(request, end),
    })
    if (outcome.ok) this.#talk = outcome.talk
    else this.#over(request, outcome.end, outcome.by)
  }

  say(sound: Uint8Array): void {
    this.#talk?.say(sound)
  }

  end(): void {
    this.#request = undefined
    this.#talk?.end()
    this.#talk = undefined
  }

  /** Rights, or devices, are others now: also for what is still being checked or put on record. */
  async recheck(): Promise<void> {
    const request = this.#request
    if (!request) return
    const checked = await this.#check(request)
    if (checked || this.#request !== request) return
    this.#talk?.end()
    this.#over(request, 'refused')
  }

  async #check(request: Request): Promise<Principal | undefined> {
    const { authority, sessionId } = this.#needs
    try {
      const principal = await authority.principalOf(sessionId)
      await authority.authorize(principal, talkTo, objectsIn(talkTo.body, request))
      return principal
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  #over(request: Request, reason: TalkEnd, by = ''): void {
    if (this.#request === request) {
      this.#request = undefined
      this.#talk = undefined
    }
    this.#needs.tell({ type: 'talk', state: 'over', ...request, reason, by })
  }
}
