/** Recordings of devices that a company has no more: docs/decisions/0072-recordings-stay-with-their-company.md. */
import {
  addPastLock,
  fetchPastReplay,
  pastRecordings,
  pastReplayUrl,
  removePastLock,
} from '@vedette/contract/calls/past-recordings'
import { Refusal } from '@vedette/contract/codes'

import { type Route, serve } from '../../http/route.ts'
import type { SignedUrls } from '../../http/signed-urls.ts'
import { addLock, lockItem, type LockNeeds } from './locks.ts'
import type { Sources } from './plan.ts'
import { policiesOf } from './policy.ts'
import type { PolicyStore } from './policy-store.ts'
import { replayParts } from './replay-parts.ts'
import { timelineOf } from './timeline.ts'

const ALL_TIME = { fromMs: 0, toMs: 8_640_000_000_000_000, stepMs: 60_000 }

export interface PastNeeds extends Sources, LockNeeds {
  policies: PolicyStore
  signedUrls: SignedUrls
}

export function pastRoutes(needs: PastNeeds): Route[] {
  const { policies, store, locks, signedUrls } = needs
  return [
    serve(pastRecordings, async ({ Page, PageSize }, { companyId }) => {
      const has = new Set((await policies.devices(companyId)).map(({ did }) => did))
      const gone = (await store.usage(companyId)).filter(({ did, files }) => files > 0 && !has.has(did))
      const page = gone.slice((Page - 1) * PageSize, Page * PageSize)
      const lanes = await timelineOf(companyId, page, ALL_TIME, needs)
      const inForce = await policiesOf(policies, companyId)
      const List = await Promise.all(
        page.map(async ({ did, channel, quality, files, bytes }, i) => ({
          Device: did,
          Channel: channel,
          Quality: quality,
          Bytes: bytes,
          Files: files,
          Days: inForce.keepingOf(did)[0]?.days ?? 0,
          Spans: lanes[i]?.spans.flatMap(({ startMs, endMs }) => [startMs, endMs]) ?? [],
          Locks: (await locks.ofDevices(companyId, [did])).map(lockItem),
        })),
      )
      return { Total: gone.length, List }
    }),

    serve(pastReplayUrl, async ({ Device, Channel, Quality, ...range }, session, visitor) => {
      visitor.tell({ device: Device })
      const stream = { did: Device, channel: Channel, quality: Quality }
      const sources = { store, openOf: needs.openOf, signedUrls, fetch: fetchPastReplay }
      return { Parts: await replayParts(stream, range, session, sources) }
    }),

    serve(addPastLock, async ({ Device, ...range }, session, visitor) => {
      visitor.tell({ device: Device })
      const recorded = await store.usage(session.companyId)
      if (!recorded.some(({ did, files }) => did === Device && files > 0)) throw new Refusal('noRecording')
      return { LockID: await addLock(Device, range, session, needs) }
    }),

    serve(removePastLock, async ({ Device, LockID }, { companyId }, visitor) => {
      visitor.tell({ device: Device })
      if (!(await locks.remove(companyId, Device, LockID))) throw new Refusal('noDataAuthority')
      return {}
    }),
  ]
}
