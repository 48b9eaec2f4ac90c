/** Files that no shard will end: their devices left, or are recorded no more, while their shard was down. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import { disk } from '@vedette/media/record/disk'
import { marked, unmark } from '@vedette/media/record/markers'
import type { RepairJob, Repaired } from '@vedette/media/record/repair'
import { Repairs } from '@vedette/media/record/repairs'
import { type SegmentRow, streamFolder } from '@vedette/media/record/segment-row'

import type { Clock, Timer } from '../../engines/clock.ts'
import { isMissing } from '../../engines/durable-file.ts'
import type { StreamKey } from './segment-store.ts'

/** A shard tells the file of a stream that it gives up much sooner. */
const LOOK_MS = 60_000

export interface LeftFilesOptions {
  archive: string
  clock: Clock
  /** The streams that shards have, or are to have: a shard looks after their files itself. */
  ingested: () => readonly (StreamKey & { companyId: string })[]
  onFile: (row: SegmentRow) => Promise<void>
  onLost: (id: string) => void
  onError: (error: unknown) => void
}

export class LeftFiles {
  readonly #with: LeftFilesOptions
  readonly #timer: Timer
  readonly #repairs: Repairs
  /** What was there at the last look, and when it was written to: what has changed since is somebody's. */
  #seen = new Map<string, number>()
  readonly #inRepair = new Set<string>()
  #looking: Promise<void> = Promise.resolve()

  constructor(options: LeftFilesOptions) {
    this.#with = options
    const { clock, onError } = options
    this.#repairs = new Repairs({
      clock: {
        now: () => clock.now() * 1000,
        after(delayMs, act) {
          const timer = clock.after(delayMs, act)
          return () => timer.stop()
        },
      },
      onRepaired: (job, repaired) => void this.#repaired(job, repaired).catch(onError),
    })
    this.#timer = clock.every(LOOK_MS, () => void this.look().catch(onError))
  }

  /** Has those ended that have not changed since the look before. */
  look(): Promise<void> {
    const next = this.#looking.then(() => this.#look())
    this.#looking = next.catch(() => {
      // The caller of this run gets the error.
    })
    return next
  }

  /** What is not repaired then is found at a later start. */
  async close(): Promise<void> {
    this.#timer.stop()
    await this.#looking
    await this.#repairs.close()
  }

  async #look(): Promise<void> {
    const { archive, ingested } = this.#with
    const ofShards = new Set(
      ingested().map(({ companyId: company, did, channel, quality }) =>
        streamFolder({ company, did, channel, quality }),
      ),
    )
    const seen = new Map<string, number>()
    for (const path of await marked(archive, (folder) => !ofShards.has(folder))) {
      const writtenAt = await writtenAtOf(join(archive, path))
      seen.set(path, writtenAt)
      if (this.#seen.get(path) !== writtenAt || this.#inRepair.has(path)) continue
      this.#inRepair.add(path)
      this.#repairs.add({ archive, path, endReason: 'killed' })
    }
    this.#seen = seen
  }

  async #repaired({ archive, path }: RepairJob, repaired: Repaired): Promise<void> {
    const { onFile, onLost } = this.#with
    try {
      if (repaired.kind === 'kept') await onFile(repaired.row)
      else onLost(path.slice(path.lastIndexOf('/') + 1, -'.mp4'.length))
      await unmark(disk, archive, path)
    } finally {
      this.#inRepair.delete(path)
    }
  }
}

/** 0 for a file that was named and never made. */
async function writtenAtOf(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}
