/** Saved walls that pages have open now, each by the push socket of its page. */
import { encodeFrame } from '@vedette/contract/frame'
import { METHOD, type WallCameraBody, type WallOpenBody } from '@vedette/contract/push'

import type { Clock } from '../../engines/clock.ts'
import type { Principal } from '../../authority/principal.ts'

/** So long what was sent is kept for a page whose socket was dead and that connects anew. */
const KEPT_MS = 60_000
/** All walls together; nobody sends more in that time by hand. */
const MOST_KEPT = 1000

/** A page that may show a wall. */
export interface WallPage {
  readonly isAdmitted: boolean
  /** Undefined once nobody may see anything on it. */
  readonly principal: Principal | undefined
  send(frame: Uint8Array): void
}

type SentCamera = Omit<WallCameraBody, 'OpenID' | 'SentAt'>

export interface OpenWall {
  id: string
  wallId: string
  principal: Principal
  /** Tells the page. */
  show(camera: SentCamera): void
}

export class OpenWalls {
  readonly #clock: Pick<Clock, 'now'>
  readonly #open = new Map<WallPage, { id: string; wallId: string }>()
  /** What was sent lately, with the account that had the wall open. */
  #sent: { accountId: string; body: WallCameraBody }[] = []

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  says(page: WallPage, { OpenID: id, WallID: wallId, Heard }: WallOpenBody): void {
    const accountId = page.principal?.accountId
    const before = [...this.#open].find(([other, open]) => other !== page && open.id === id)?.[0]
    // The id of the same account's is the page itself, which came back before its old socket was missed.
    if (before && before.principal?.accountId === accountId) this.#open.delete(before)
    else if (before) return void this.#open.delete(page)
    if (wallId === '') return void this.#open.delete(page)
    this.#open.set(page, { id, wallId })
    for (const { accountId: to, body } of this.#lately())
      if (to === accountId && body.OpenID === id && body.SentAt > Heard) tell(page, body)
  }

  left(page: WallPage): void {
    this.#open.delete(page)
  }

  of(companyId: string): OpenWall[] {
    return [...this.#open].flatMap(([page, { id, wallId }]) => {
      const { principal } = page
      if (!page.isAdmitted || principal?.companyId !== companyId || !principal.pages.has('realTimeVideo'))
        return []
      const show = (camera: SentCamera): void => {
        const SentAt = Math.max(this.#clock.now(), 1 + (this.#sent.at(-1)?.body.SentAt ?? 0))
        const body: WallCameraBody = { OpenID: id, ...camera, SentAt }
        this.#sent = [...this.#lately().slice(1 - MOST_KEPT), { accountId: principal.accountId, body }]
        tell(page, body)
      }
      return [{ id, wallId, principal, show }]
    })
  }

  #lately(): { accountId: string; body: WallCameraBody }[] {
    const since = this.#clock.now() - KEPT_MS
    return this.#sent.filter(({ body }) => body.SentAt >= since)
  }
}

function tell(page: WallPage, BODY: WallCameraBody): void {
  page.send(encodeFrame({ METHOD: METHOD.wallCamera, BODY, SEQID: '' }))
}
