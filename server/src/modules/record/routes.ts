import { rangeFault } from '@vedette/contract/alarm-settings'
import {
  addRecordLock,
  keptAfterRemoval,
  recordGaps,
  recordJournal,
  recordLocks,
  recordPolicy,
  type RecordPolicy,
  recordPolicyEffect,
  recordStorage,
  recordTimeline,
  recordUsage,
  regionRecordPolicy,
  removeRecordLock,
  setRecordPolicy,
  setRegionRecordPolicy,
  trustRecordClock,
} from '@vedette/contract/calls/record'
import {
  fetchReplay,
  PICTURE_PATH,
  recordPictureUrl,
  replayUrl,
  replayUrls,
} from '@vedette/contract/calls/replay'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import type { TrustedClock } from '../../engines/trusted-clock.ts'
import { type Route, serve } from '../../http/route.ts'
import type { SignedUrls } from '../../http/signed-urls.ts'
import { gapReason } from './gaps.ts'
import type { JournalStore } from './journal-store.ts'
import type { LockStore } from './lock-store.ts'
import { keptWithout } from './leaving.ts'
import { addLock, lockItem } from './locks.ts'
import { keyFrameBefore, type ReadingNeeds } from './media-routes.ts'
import { pastRoutes } from './past.ts'
import { policyItem, storedPolicy } from './modes.ts'
import { policiesOf, type PolicyInForce } from './policy.ts'
import type { PolicyStore } from './policy-store.ts'
import { checkRange, firstRecordedParts, replayParts } from './replay-parts.ts'
import type { Retention } from './retention.ts'
import { timelineOf } from './timeline.ts'
import type { Usage } from './usage.ts'

export interface RecordRoutesNeeds extends ReadingNeeds {
  policies: PolicyStore
  locks: LockStore
  journal: JournalStore
  retention: Retention
  usage: Usage
  time: TrustedClock
  signedUrls: SignedUrls
  now: () => number
  newId: () => string
  /** That of the key which signs evidence. */
  fingerprint: string
  /** The company of the platform's operator. */
  firstCompany: () => Promise<string | undefined>
  /** Hears that other streams are to be recorded from now on. */
  policiesChanged: (companyId: string) => Promise<void>
}

export function recordRoutes(needs: RecordRoutesNeeds): Route[] {
  return [...policyRoutes(needs), ...keepingRoutes(needs), ...readingRoutes(needs), ...pastRoutes(needs)]
}

function policyRoutes({ policies, policiesChanged, locks, store, usage }: RecordRoutesNeeds): Route[] {
  return [
    serve(recordPolicy, async ({ DID }, { companyId }) =>
      inForce((await policiesOf(policies, companyId)).ofDevice(DID)),
    ),
    serve(recordPolicyEffect, ({ DID, GID, Policy }, { companyId }) => {
      if (DID === undefined && GID === undefined) throw fault('badInput', 'DID', 'wrongForm')
      return usage.effectOf(companyId, { did: DID, gid: GID }, Policy && checked(Policy))
    }),
    serve(keptAfterRemoval, ({ DIDs }, { companyId }) =>
      keptWithout(companyId, [...new Set(DIDs)], { policies, locks, store }),
    ),
    serve(regionRecordPolicy, async ({ GID }, { companyId }) =>
      inForce((await policiesOf(policies, companyId)).ofRegion(GID)),
    ),
    serve(setRecordPolicy, async ({ DIDs, Policy }, { companyId }) => {
      await policies.setOfDevices(companyId, DIDs, Policy && storedPolicy(checked(Policy)))
      await policiesChanged(companyId)
      return {}
    }),
    serve(setRegionRecordPolicy, async ({ GID, Policy }, { companyId }) => {
      await policies.setOfRegion(companyId, GID, Policy && storedPolicy(checked(Policy)))
      await policiesChanged(companyId)
      return {}
    }),
  ]
}

function keepingRoutes(needs: RecordRoutesNeeds): Route[] {
  const { locks, journal, usage, time, firstCompany } = needs
  return [
    serve(recordStorage, async (_body, { companyId, regions }) => {
      const storage = await usage.storage(companyId, regions)
      // How large the machine is concerns its operator.
      const machine = (await firstCompany()) === companyId ? {} : { LimitBytes: null, FreeBytes: null }
      return {
        ...storage,
        ...machine,
        Clock: time.aheadMs() === 0 ? ('trusted' as const) : ('ahead' as const),
        ClockAheadMs: Math.round(time.aheadMs()),
        EvidenceKey: needs.fingerprint,
      }
    }),
    serve(trustRecordClock, async (_body, { companyId }) => {
      if ((await firstCompany()) !== companyId) throw fault('unavailable', '', 'notTheMachinesOwner')
      await time.trust()
      return {}
    }),
    serve(recordUsage, ({ GID, Page, PageSize }, { companyId, regions }) =>
      usage.page(companyId, regions, GID, (Page - 1) * PageSize, PageSize),
    ),

    serve(addRecordLock, async ({ DID, ...range }, session) => ({
      LockID: await addLock(DID, range, session, needs),
    })),
    serve(removeRecordLock, async ({ DID, LockID }, { companyId }) => {
      if (!(await locks.remove(companyId, DID, LockID))) throw new Refusal('noDataAuthority')
      return {}
    }),
    serve(recordLocks, async ({ DIDs }, { companyId }) => {
      const List = (await locks.ofDevices(companyId, DIDs)).map((row) => ({ ...lockItem(row), DID: row.did }))
      return { Total: List.length, List }
    }),

    serve(recordJournal, async ({ DID, GID, From, To, Page, PageSize }, { companyId, regions }) => {
      const filter = { did: DID, regionId: GID, fromMs: From, toMs: To }
      const [Total, rows] = await Promise.all([
        journal.total(companyId, regions, filter),
        journal.page(companyId, regions, filter, (Page - 1) * PageSize, PageSize),
      ])
      const List = rows.map((row) => ({
        DID: row.did,
        DevName: row.name ?? '',
        At: row.at,
        Reason: row.reason,
        Files: row.files,
        Bytes: row.bytes,
        From: row.from_ms,
        To: row.to_ms,
        IsDone: row.state === 'done',
      }))
      return { Total, List }
    }),
  ]
}

function readingRoutes(needs: RecordRoutesNeeds): Route[] {
  const { signedUrls, policies } = needs
  const checkVideo = async (companyId: string, did: string): Promise<void> => {
    if (await policies.isGateway(companyId, did)) throw new Refusal('gatewayNoPlayback')
  }
  return [
    serve(recordTimeline, async ({ Streams, From, To, Step }, { companyId }) => {
      checkRange(From, To)
      const streams = Streams.map(({ DID, Channel, Quality }) => ({
        did: DID,
        channel: Channel,
        quality: Quality,
      }))
      const lanes = await timelineOf(companyId, streams, { fromMs: From, toMs: To, stepMs: Step }, needs)
      return {
        List: lanes.map(({ did, channel, quality, spans }) => ({
          DID: did,
          Channel: channel,
          Quality: quality,
          Spans: spans.flatMap(({ startMs, endMs }) => [startMs, endMs]),
        })),
      }
    }),

    serve(recordGaps, async ({ DID, Channel, At }, { companyId }) => {
      const camera = { did: DID, channel: Channel }
      return { Reasons: await Promise.all(At.map((atMs) => gapReason(companyId, camera, atMs, needs))) }
    }),

    serve(replayUrl, async ({ DID, Channel, Quality, ...range }, session) => {
      await checkVideo(session.companyId, DID)
      const stream = { did: DID, channel: Channel, quality: Quality }
      return { Parts: await replayParts(stream, range, session, { ...needs, fetch: fetchReplay }) }
    }),

    serve(replayUrls, async ({ Streams, ...range }, session) => {
      const sources = { ...needs, fetch: fetchReplay }
      const List = Streams.map(async ({ DID, Channel, Qualities }) => {
        await checkVideo(session.companyId, DID)
        const streams = Qualities.map((quality) => ({ did: DID, channel: Channel, quality }))
        return { Parts: await firstRecordedParts(streams, range, session, sources) }
      })
      return { List: await Promise.all(List) }
    }),

    serve(recordPictureUrl, async ({ DID, Channel, Quality, At, Format }, session) => {
      await checkVideo(session.companyId, DID)
      const stream = { did: DID, channel: Channel, quality: Quality }
      const found = await keyFrameBefore(session.companyId, stream, At, needs)
      if (!found) throw new Refusal('noRecording')
      const parameters = { ...stream, from: At, to: At, format: Format }
      return { Url: signedUrls.sign(PICTURE_PATH, parameters, session), At: found.gop.startMs }
    }),
  ]
}

function inForce({ policy, from, regionId }: PolicyInForce) {
  return { Policy: policyItem(policy), From: from, GID: regionId }
}

/** Ranges of a day that overlap say nothing certain. */
function checked(policy: RecordPolicy): RecordPolicy {
  const found = rangeFault(policy.Ranges)
  if (found) throw fault('badInput', `Policy.Ranges.${found.at}`, found.fault)
  return policy
}
