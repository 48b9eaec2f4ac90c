import { mkdir } from 'node:fs/promises'

import type { RecordedStream } from '@vedette/media/record/segment-row'

import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { MediaRoute } from '../../http/media.ts'
import type { Route } from '../../http/route.ts'
import type { SignedUrls } from '../../http/signed-urls.ts'
import { ArchiveFiles } from './archive-files.ts'
import { Intake } from './intake.ts'
import { journalStore } from './journal-store.ts'
import { lockStore } from './lock-store.ts'
import { recordMedia } from './media-routes.ts'
import { policiesOf } from './policy.ts'
import { policyStore } from './policy-store.ts'
import { Retention } from './retention.ts'
import { recordRoutes } from './routes.ts'
import { segmentStore } from './segment-store.ts'
import { trustedClock } from './trusted-clock.ts'
import { usageOf } from './usage.ts'

export interface RecordOptions {
  storage: Storage
  /** Where the index is; migrated. */
  index: Storage
  folder: string
  /** Of the whole archive; 0: what the disk has. */
  maxBytes: number
  clock: Clock
  /** A clock that nobody sets. */
  elapsedMs: () => number
  newId: () => string
  signedUrls: SignedUrls
  policiesChanged: (companyId: string) => Promise<void>
  onError: (error: unknown) => void
}

export interface Recording {
  routes: Route[]
  media: MediaRoute[]
  intake: Intake
  retention: Retention
  /** Whether the streams of a company's devices are to be recorded, as things are now. */
  wanted(companyId: string): Promise<(stream: Pick<RecordedStream, 'did' | 'quality'>) => boolean>
  close(): Promise<void>
}

/** The archive's index, its keeping and its reading. */
export async function openRecording(options: RecordOptions): Promise<Recording> {
  const { storage, index, clock, elapsedMs, newId, onError } = options
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const files = new ArchiveFiles(options.folder)
  const segments = segmentStore(index)
  const policies = policyStore(storage)
  const locks = lockStore(storage)
  const journal = journalStore(storage)
  const time = await trustedClock(storage, clock, elapsedMs)
  const recordedAt = (): number => Math.round(time.now())

  const intake = new Intake({
    store: segments,
    files,
    clock,
    recordedAt,
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
    onError,
  })
  await retention.resume()
  const reading = {
    store: segments,
    files,
    openOf: (...of: Parameters<Intake['openOf']>) => intake.openOf(...of),
  }
  return {
    routes: recordRoutes({
      ...reading,
      policies,
      locks,
      journal,
      retention,
      usage: usageOf({ policies, segments, retention, now: recordedAt }),
      time,
      signedUrls: options.signedUrls,
      now: () => clock.now(),
      newId,
      policiesChanged: options.policiesChanged,
    }),
    media: recordMedia(reading),
    intake,
    retention,
    async wanted(companyId) {
      const inForce = await policiesOf(policies, companyId)
      return ({ did, quality }) => inForce.ofDevice(did).policy[quality] === 1
    },
    async close() {
      await retention.close()
      await intake.close()
    },
  }
}
