import {
  addRecordLock,
  MAX_RANGE_MS,
  PICTURE_PATH,
  recordJournal,
  recordLocks,
  recordPictureUrl,
  recordPolicy,
  type RecordPolicy,
  recordStorage,
  recordTimeline,
  recordUsage,
  regionRecordPolicy,
  removeRecordLock,
  REPLAY_PATH,
  replayUrl,
  setRecordPolicy,
  setRegionRecordPolicy,
  trustRecordClock,
} from '@vedette/contract/calls/record'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import { type Route, serve } from '../../http/route.ts'
import type { SignedUrls } from '../../http/signed-urls.ts'
import { originOfForm } from './footage.ts'
import type { JournalStore } from './journal-store.ts'
import type { LockStore } from './lock-store.ts'
import { keyFrameBefore, type ReadingNeeds } from './media-routes.ts'
import { planRuns } from './plan.ts'
import { policiesOf, type PolicyInForce } from './policy.ts'
import type { PolicyStore, StoredPolicy } from './policy-store.ts'
import type { Retention } from './retention.ts'
import { timelineOf } from './timeline.ts'
import type { TrustedClock } from './trusted-clock.ts'
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
  /** The company of whoever runs the platform. */
  firstCompany: () => Promise<string | undefined>
  /** Hears that other streams are to be recorded from now on. */
  policiesChanged: (companyId: string) => Promise<void>
}

export function recordRoutes(needs: RecordRoutesNeeds): Route[] {
  return [...policyRoutes(needs), ...keepingRoutes(needs), ...readingRoutes(needs)]
}

function policyRoutes({ policies, policiesChanged }: RecordRoutesNeeds): Route[] {
  return [
    serve(recordPolicy, async ({ DID }, { companyId }) =>
      inForce((await policiesOf(policies, companyId)).ofDevice(DID)),
    ),
    serve(regionRecordPolicy, async ({ GID }, { companyId }) =>
      inForce((await policiesOf(policies, companyId)).ofRegion(GID)),
    ),
    serve(setRecordPolicy, async ({ DIDs, Policy }, { companyId }) => {
      await policies.setOfDevices(companyId, DIDs, Policy && stored(Policy))
      await policiesChanged(companyId)
      return {}
    }),
    serve(setRegionRecordPolicy, async ({ GID, Policy }, { companyId }) => {
      await policies.setOfRegion(companyId, GID, Policy && stored(Policy))
      await policiesChanged(companyId)
      return {}
    }),
  ]
}

function keepingRoutes(needs: RecordRoutesNeeds): Route[] {
  const { locks, journal, retention, usage, time, newId, now, firstCompany } = needs
  return [
    serve(recordStorage, async (_body, { companyId, regions }) => {
      const storage = await usage.storage(companyId, regions)
      // How large the machine is concerns whoever runs it.
      const machine = (await firstCompany()) === companyId ? {} : { LimitBytes: null, FreeBytes: null }
      return {
        ...storage,
        ...machine,
        Clock: time.aheadMs() === 0 ? ('trusted' as const) : ('ahead' as const),
        ClockAheadMs: Math.round(time.aheadMs()),
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

    serve(addRecordLock, async ({ DID, From, To, Reason }, { companyId, accountId }) => {
      checkRange(From, To)
      const id = newId()
      const lock = { id, did: DID, from_ms: From, to_ms: To, reason: Reason, account_id: accountId }
      // Once it is answered, nothing of this time goes any more.
      await retention.alone(companyId, DID, () => locks.add(companyId, { ...lock, created_at: now() }))
      return { LockID: id }
    }),
    serve(removeRecordLock, async ({ DID, LockID }, { companyId }) => {
      if (!(await locks.remove(companyId, DID, LockID))) throw new Refusal('noDataAuthority')
      return {}
    }),
    serve(recordLocks, async ({ DID }, { companyId }) => {
      const rows = await locks.ofDevice(companyId, DID)
      const List = rows.map((row) => ({
        LockID: row.id,
        DID: row.did,
        From: row.from_ms,
        To: row.to_ms,
        Reason: row.reason,
        Account: row.account_name ?? '',
        At: row.created_at,
      }))
      return { Total: List.length, List }
    }),

    serve(recordJournal, async ({ DID, From, To, Page, PageSize }, { companyId, regions }) => {
      const filter = { did: DID, fromMs: From, toMs: To }
      const [Total, rows] = await Promise.all([
        journal.total(companyId, regions, filter),
        journal.page(companyId, regions, filter, (Page - 1) * PageSize, PageSize),
      ])
      const List = rows.map((row) => ({
        DID: row.did,
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
  const { signedUrls } = needs
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

    serve(replayUrl, async ({ DID, Channel, Quality, From, To, Form, Speed }, session) => {
      checkRange(From, To)
      if (To - From > MAX_RANGE_MS)
        throw new Refusal('badInput', { Field: 'To', Reason: 'a range has at most 24 hours' })
      const stream = { did: DID, channel: Channel, quality: Quality }
      const runs = await planRuns(session.companyId, stream, { fromMs: From, toMs: To }, needs)
      if (runs.length === 0) throw new Refusal('noRecording')
      const isBackwards = Form === 'keys' && Speed < 0
      const Parts = (isBackwards ? runs.toReversed() : runs).map((run) => {
        const [from, to] = [Math.max(From, run.startMs), Math.min(To, run.endMs)]
        const parameters = { ...stream, from, to, form: Form, speed: Speed, format: run.initHash }
        return {
          Url: signedUrls.sign(REPLAY_PATH, parameters, session),
          Origin: originOfForm(Form, run, { fromMs: from, speed: Speed }),
          From: from,
          To: to,
          Codecs: run.codecs,
        }
      })
      return { Parts }
    }),

    serve(recordPictureUrl, async ({ DID, Channel, Quality, At, Format }, session) => {
      const stream = { did: DID, channel: Channel, quality: Quality }
      const found = await keyFrameBefore(session.companyId, stream, At, needs)
      if (!found) throw new Refusal('noRecording')
      const parameters = { ...stream, from: At, to: At, format: Format }
      return { Url: signedUrls.sign(PICTURE_PATH, parameters, session), At: found.gop.startMs }
    }),
  ]
}

function checkRange(from: number, to: number): void {
  if (to <= from) throw new Refusal('badInput', { Field: 'To', Reason: 'it has to be after From' })
}

function inForce({ policy, from, regionId }: PolicyInForce) {
  return {
    Policy: {
      Main: mode(policy.main),
      Sub: mode(policy.sub),
      Days: policy.days,
      MaxBytes: policy.max_bytes,
    },
    From: from,
    GID: regionId,
  }
}

const mode = (flag: 0 | 1): RecordPolicy['Main'] => (flag === 1 ? 'continuous' : 'off')

function stored({ Main, Sub, Days, MaxBytes }: RecordPolicy): StoredPolicy {
  return {
    main: Main === 'continuous' ? 1 : 0,
    sub: Sub === 'continuous' ? 1 : 0,
    days: Days,
    max_bytes: MaxBytes,
  }
}
