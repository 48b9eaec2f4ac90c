export { rebuildIndex } from './rebuild.ts'
export { checkRange } from './replay-parts.ts'
export { forgetMissingFiles, repairIndex } from './repair-index.ts'
export { finishedFiles } from './scan.ts'
export { sealKey } from './seals.ts'
export { pathIn } from './segment-columns.ts'
export type { Outage } from './outages.ts'
export { type Span, unionOf, within } from './spans.ts'
export { verifyArchive } from './verify.ts'

import { mkdir } from 'node:fs/promises'

import { fetchReplay } from '@vedette/contract/calls/replay'
import type { GopRow, OpenSegment, RecordedStream, SegmentRow } from '@vedette/media/record/segment-row'

import type { Principal } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Reserve } from '../../engines/reserve.ts'
import type { Query, Storage } from '../../engines/storage/storage.ts'
import type { TrustedClock } from '../../engines/trusted-clock.ts'
import type { MediaRoute } from '../../http/media.ts'
import type { Route } from '../../http/route.ts'
import type { SignedUrls } from '../../http/signed-urls.ts'
import { ArchiveFiles, diskRoom, type DiskRoom } from './archive-files.ts'
import type { Jobs } from '../job/index.ts'
import { AlarmFootage, type AlarmTimes } from './alarm-footage.ts'
import { Checker, type CheckNeeds } from './check/checker.ts'
import { checkRoutes } from './check/check-routes.ts'
import { checkStore } from './check/check-store.ts'
import { modeAt } from './modes.ts'
import type { EvidenceNeeds } from './export/evidence.ts'
import { openExports } from './export/exports.ts'
import { Intake } from './intake.ts'
import { journalStore } from './journal-store.ts'
import { lockStore } from './lock-store.ts'
import { leavingFootage, type Moved, movingFootage } from './leaving.ts'
import { LeftFiles } from './left-files.ts'
import { keyFrameFile, originOf, RunFile } from './footage.ts'
import { keyFrameBefore, recordMedia } from './media-routes.ts'
import { decodePicture } from './picture.ts'
import { type Outage, outagesOf } from './outages.ts'
import { planRuns } from './plan.ts'
import { policiesOf } from './policy.ts'
import { policyStore } from './policy-store.ts'
import { RecorderFaults, type RecorderStatus } from './recorder-faults.ts'
import { type ArchiveState, Retention } from './retention.ts'
import { recordedParts, type ReplayParts } from './replay-parts.ts'
import { recordRoutes } from './routes.ts'
import { Sealer } from './sealer.ts'
import { fingerprintOf, type SealKey } from './seals.ts'
import { DAY_MS } from './days.ts'
import { segmentStore, type StreamKey } from './segment-store.ts'
import { timelineOf } from './timeline.ts'
import { usageOf } from './usage.ts'
import { Week } from './week.ts'

/** A recorder's clock is not set back by more while it runs. */
const NOT_TO_OVERWRITE_MS = 2 * DAY_MS
const FOR_EVER_MS = 8_640_000_000_000_000

export interface RecordOptions {
  storage: Storage
  /** Where the index is; migrated. */
  index: Storage
  folder: string
  /** Reserve of the disk: while it is in use nothing is recorded. */
  reserve: Pick<Reserve, 'isShort' | 'missingOn' | 'look' | 'onChange'>
  /** Limit of the whole archive; 0: what the disk has. */
  maxBytes: number
  clock: Clock
  /** The clock by which recordings age. */
  time: TrustedClock
  /** Its whole milliseconds. */
  agedAt: () => number
  newId: () => string
  signedUrls: SignedUrls
  /** When something happened that recordings on alarm are for. */
  alarms: AlarmTimes
  /** Signs what the chains of hashes are. */
  sealKey: SealKey
  /** The company of the platform's operator. */
  firstCompany: () => Promise<string | undefined>
  policiesChanged: (companyId: string) => Promise<void>
  /** The streams that shards have, or are to have. */
  ingested: () => readonly (StreamKey & { companyId: string })[]
  /** A file that is being written is to end soon, not with its minute. */
  endFile: EvidenceNeeds['endFile']
  /** What the disk has; absent: as the system says. */
  diskRoom?: ((folder: string) => Promise<DiskRoom>) | undefined
  /** A camera's recording has begun to be wrong. */
  onWrong: CheckNeeds['tell']
  isAsleep: CheckNeeds['isAsleep']
  jobs: Jobs
  /** Where footage is that people take with them. */
  exportFolder: string
  /** Footage that evidence holds in one page; absent: 64 MB. */
  onePageBytes?: (() => number) | undefined
  /** The program that decodes pictures; absent: ffmpeg. */
  decoder?: (() => string) | undefined
  /** Whether the archive keeps what is recorded. */
  onState?: ((state: ArchiveState) => void) | undefined
  onError: (error: unknown) => void
}

/** What was recorded in one format, gaps included. */
export interface Film {
  /** The wall clock at its media time 0, ms since 1970. */
  originMs: number
  endMs: number
  /** Fragmented MP4; ends early when a file has been deleted meanwhile. */
  read(): AsyncGenerator<Buffer>
}

export interface Recording {
  routes: Route[]
  media: MediaRoute[]
  intake: Intake
  retention: Retention
  sealer: Sealer
  leftFiles: LeftFiles
  alarmFootage: AlarmFootage
  checker: Checker
  /** Fingerprint of the key that signs seals and evidence. */
  fingerprint: string
  /** What shards are to record, as things are now. */
  plan: {
    archive: string
    wanted(companyId: string): Promise<(stream: Pick<RecordedStream, 'did' | 'quality'>) => boolean>
    /** What is recorded of each stream from the last days on: stretches of ms since 1970. */
    recorded(companyId: string, streams: readonly StreamKey[]): Promise<[number, number][][]>
  }
  /** When a stream was not recorded, against its policy, in a time. */
  outagesOf(companyId: string, stream: StreamKey, range: { fromMs: number; toMs: number }): Promise<Outage[]>
  /** What is said in the unit in which devices leave the company: their footage stays as long as it would have. */
  leaving(companyId: string, dids: readonly string[]): Promise<Query[]>
  /** What must be stored with a move to another region, so that it deletes nothing. */
  moving(companyId: string, moved: Moved): Promise<Query[]>
  /** What shards report of it. */
  events: {
    onFile(row: SegmentRow): Promise<void>
    onGops(report: { file: OpenSegment; endMs: number; gops: GopRow[] }): void
    onLost(lost: { id: string }): void
    onStatus(status: RecorderStatus): void
    /** Set by the one who lets gaps be filled. */
    onFillOver?: (id: string) => void
  }
  /** The latest key frame at or before a moment as a JPEG; undefined where there is none, or nothing decodes it. */
  keyFrameAt: (companyId: string, did: string, channel: number, atMs: number) => Promise<Buffer | undefined>
  /** Files of a time, of the smaller stream where it was recorded; none where nothing was. */
  clipsOf(
    place: { did: string; channel: number },
    range: { From: number; To: number },
    session: Principal,
  ): Promise<ReplayParts>
  /** The films of a time, each from the key frame before: of the stream that detection looks at where it was recorded. */
  filmsOf(
    companyId: string,
    place: { did: string; channel: number },
    range: { fromMs: number; toMs: number },
  ): Promise<{ quality: StreamKey['quality']; films: Film[] } | undefined>
  close(): Promise<void>
}

/** The archive's index, its keeping and its reading. */
export async function openRecording(options: RecordOptions): Promise<Recording> {
  const { storage, index, clock, time, agedAt, newId, onError } = options
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const { reserve } = options
  const files = new ArchiveFiles(options.folder, async (folder) => {
    const [room, missing] = [await (options.diskRoom ?? diskRoom)(folder), await reserve.missingOn(folder)]
    return { ...room, freeBytes: room.freeBytes - missing }
  })
  const segments = segmentStore(index)
  const policies = policyStore(storage)
  const journal = journalStore(storage)
  const locks = lockStore(storage, agedAt)

  const sealer = new Sealer({ index, key: options.sealKey, clock, onError })
  const intake = new Intake({
    store: segments,
    files,
    clock,
    recordedAt: agedAt,
    // Anyone who stops or kills a platform in its first minutes has sealed what it recorded.
    async onStored(rows) {
      await sealer.look()
      await alarmFootage.consider(rows)
    },
    onError,
  })
  const leftFiles = new LeftFiles({
    archive: options.folder,
    clock,
    ingested: options.ingested,
    onFile: (row) => intake.finished(row),
    onLost: (id) => intake.lost(id),
    onError,
  })
  const { maxBytes } = options
  const retention = new Retention({
    policies,
    segments,
    locks,
    journal,
    files,
    time,
    clock,
    newId,
    maxBytes,
    reserve,
    onState: options.onState,
    onError,
  })
  const alarmFootage = new AlarmFootage({ policies, retention, alarms: options.alarms, clock, onError })
  const week = new Week({ policies, clock, policiesChanged: options.policiesChanged, onError })
  const faults = new RecorderFaults((fault, reason) => retention.recorderSays(fault, reason))
  await retention.resume()
  const reading = {
    store: segments,
    files,
    openOf: (...of: Parameters<Intake['openOf']>) => intake.openOf(...of),
  }
  const exports = openExports({
    ...reading,
    storage,
    index,
    sealer,
    clock,
    onError,
    jobs: options.jobs,
    folder: options.exportFolder,
    signedUrls: options.signedUrls,
    onePageBytes: options.onePageBytes,
    endFile: options.endFile,
  })
  const checks = checkStore(storage)
  const checker = new Checker({
    ...reading,
    checks,
    policies,
    clock,
    agedAt,
    ingested: options.ingested,
    isAsleep: options.isAsleep,
    tell: options.onWrong,
    decoder: options.decoder,
    onError,
  })
  const routes = [
    ...exports.routes,
    ...checkRoutes({ checks, policies, canLook: () => checker.canLook, now: () => clock.now() }),
    ...recordRoutes({
      ...reading,
      policies,
      locks,
      journal,
      retention,
      usage: usageOf({ policies, segments, retention, now: agedAt }),
      time,
      signedUrls: options.signedUrls,
      now: () => clock.now(),
      newId,
      fingerprint: fingerprintOf(options.sealKey),
      firstCompany: options.firstCompany,
      policiesChanged: options.policiesChanged,
    }),
  ]
  return {
    routes,
    media: [...exports.media, ...recordMedia({ ...reading, decoder: options.decoder })],
    intake,
    retention,
    sealer,
    leftFiles,
    alarmFootage,
    checker,
    fingerprint: fingerprintOf(options.sealKey),
    plan: {
      archive: options.folder,
      async wanted(companyId) {
        const [inForce, zone] = [await policiesOf(policies, companyId), await policies.timeZone(companyId)]
        const now = clock.now()
        return ({ did, quality }) =>
          !reserve.isShort && modeAt(inForce.ofDevice(did).policy, quality, now, zone) !== 'off'
      },
      async recorded(companyId, streams) {
        // Where the machine's clock is ahead, both what it wrote and what it will write once it is right.
        const fromMs = Math.min(clock.now(), time.now()) - NOT_TO_OVERWRITE_MS
        const range = { fromMs, toMs: FOR_EVER_MS, stepMs: 0 }
        const finished = { store: segments, openOf: () => [] }
        const lanes = await timelineOf(companyId, streams, range, finished)
        return lanes.map(({ spans }) => spans.map(({ startMs, endMs }) => [startMs, endMs]))
      },
    },
    outagesOf: (companyId, stream, range) => outagesOf(companyId, stream, range, reading),
    leaving: (companyId, dids) => leavingFootage(policies, companyId, dids, agedAt()),
    moving: (companyId, moved) => movingFootage(policies, companyId, moved, agedAt()),
    events: {
      onFile: (row) => intake.finished(row),
      onGops: ({ file, endMs, gops }) => intake.grown(file, endMs, gops),
      onLost: ({ id }) => intake.lost(id),
      onStatus: (status) => faults.hear(status),
    },
    async keyFrameAt(companyId, did, channel, atMs) {
      for (const quality of ['main', 'sub'] as const) {
        const found = await keyFrameBefore(companyId, { did, channel, quality }, atMs, reading)
        const file = found && (await keyFrameFile(files, found.run, found.file, found.gop))
        const picture = file && (await decodePicture(file, 'jpeg', options.decoder?.()))
        if (picture?.ok) return picture.bytes
      }
      return undefined
    },
    async clipsOf(place, range, session) {
      const asked = { ...range, Form: 'file', Speed: 1 } as const
      const needs = { ...reading, fetch: fetchReplay, signedUrls: options.signedUrls }
      for (const quality of ['sub', 'main'] as const) {
        const parts = await recordedParts({ ...place, quality }, asked, session, needs)
        if (parts.length > 0) return parts
      }
      return []
    },
    async filmsOf(companyId, place, range) {
      for (const quality of ['sub', 'main'] as const) {
        const runs = await planRuns(companyId, { ...place, quality }, range, reading)
        const films = runs.map((run) => ({
          originMs: originOf(run),
          endMs: run.endMs,
          read: () => new RunFile(run).read(files),
        }))
        if (films.length > 0) return { quality, films }
      }
      return undefined
    },
    async close() {
      exports.close()
      await checker.close()
      week.close()
      await alarmFootage.close()
      await leftFiles.close()
      await retention.close()
      await intake.close()
      await sealer.close()
    },
  }
}
