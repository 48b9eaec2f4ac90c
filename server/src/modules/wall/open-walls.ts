/** Saved walls that pages have open now, each by the push socket of its page. */
import { encodeFrame } from '@vedette/contract/frame'
import { METHOD, type WallCameraBody, type WallOpenBody } from '@vedette/contract/push'

import type { Principal } from '../../authority/principal.ts'

/** A page that may show a wall. */
export interface WallPage {
  readonly isAdmitted: boolean
  /** Undefined once nobody may see anything on it. */
  readonly principal: Principal | undefined
  send(frame: Uint8Array): void
}

export interface OpenWall {
  id: string
  wallId: string
  principal: Principal
  /** Tells the page. */
  show(camera: Omit<WallCameraBody, 'OpenID'>): void
}

export class OpenWalls {
  readonly #open = new Map<WallPage, { id: string; wallId: string }>()

  says(page: WallPage, { OpenID: id, WallID: wallId }: WallOpenBody): void {
    const isTaken = [...this.#open].some(([other, open]) => other !== page && open.id === id)
    if (wallId === '' || isTaken) this.#open.delete(page)
    else this.#open.set(page, { id, wallId })
  }

  left(page: WallPage): void {
    this.#open.delete(page)
  }

  of(companyId: string): OpenWall[] {
    return [...this.#open].flatMap(([page, { id, wallId }]) => {
      const { principal } = page
      if (!page.isAdmitted || principal?.companyId !== companyId || !principal.pages.has('realTimeVideo'))
        return []
      const show = (camera: Omit<WallCameraBody, 'OpenID'>): void => {
        const BODY: WallCameraBody = { OpenID: id, ...camera }
        page.send(encodeFrame({ METHOD: METHOD.wallCamera, BODY, SEQID: '' }))
      }
      return [{ id, wallId, principal, show }]
    })
  }
}
