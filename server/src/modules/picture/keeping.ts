/** How long pictures of the album and of alarms are kept: by days and by room, the oldest first. */
import { pictureKeeping, setPictureKeeping } from '@vedette/contract/calls/company'

import type { Clock, Timer } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import { keepingStore } from './keeping-store.ts'

const DAY_MS = 86_400_000
const GIGABYTE = 1024 ** 3
export const KEEPING_SWEEP_MS = 15 * 60_000
const AT_ONCE = 200

interface Old {
  id: string
  /** Since when it is kept. */
  at: number
  bytes: number
}

/** A kind of picture that is kept for a time: those of the album, those of alarms. */
export interface PictureSource {
  taken(companyId: string): Promise<{ bytes: number; count: number }>
  oldest(companyId: string, limit: number): Promise<Old[]>
  /** Their bytes and what shows them. */
  drop(companyId: string, ids: readonly string[]): Promise<void>
}

export interface PictureKeeping {
  routes: Route[]
  add(source: PictureSource): void
  sweep(): Promise<void>
  stop(): Promise<void>
}

interface Needs {
  storage: Storage
  clock: Clock
  /** Time by the clock that pictures age by. */
  agedAt: () => number
  onError: (error: unknown) => void
}

export function openPictureKeeping({ storage, clock, agedAt, onError }: Needs): PictureKeeping {
  const store = keepingStore(storage)
  const sources: PictureSource[] = []
  let running: Promise<void> | undefined
  let isStopped = false

  const takenBy = async (companyId: string) => {
    const parts = await Promise.all(sources.map((it) => it.taken(companyId)))
    return {
      bytes: parts.reduce((sum, it) => sum + it.bytes, 0),
      count: parts.reduce((sum, it) => sum + it.count, 0),
    }
  }

  /** The oldest of all kinds; of each as many as could be the oldest of all. */
  const oldestOf = async (companyId: string) => {
    const lists = await Promise.all(
      sources.map(async (source) =>
        (await source.oldest(companyId, AT_ONCE)).map((picture) => ({ ...picture, source })),
      ),
    )
    return lists
      .flat()
      .toSorted((a, b) => a.at - b.at)
      .slice(0, AT_ONCE)
  }

  const sweepCompany = async (companyId: string): Promise<void> => {
    const { days, gigabytes } = await store.of(companyId)
    const before = agedAt() - days * DAY_MS
    let over = (await takenBy(companyId)).bytes - gigabytes * GIGABYTE
    while (!isStopped) {
      const gone: Awaited<ReturnType<typeof oldestOf>> = []
      const oldest = await oldestOf(companyId)
      for (const picture of oldest) {
        if (over <= 0 && picture.at >= before) break
        over -= picture.bytes
        gone.push(picture)
      }
      for (const source of sources) {
        const ids = gone.filter((it) => it.source === source).map(({ id }) => id)
        if (ids.length > 0) await source.drop(companyId, ids)
      }
      if (gone.length < AT_ONCE) return
    }
  }

  const sweepAll = async (): Promise<void> => {
    for (const companyId of await store.companies()) {
      if (isStopped) return
      await sweepCompany(companyId)
    }
  }
  const sweep = (): Promise<void> =>
    (running ??= sweepAll().finally(() => {
      running = undefined
    }))
  const timer: Timer = clock.every(KEEPING_SWEEP_MS, () => void sweep().catch(onError))

  return {
    add: (source) => void sources.push(source),
    sweep,
    async stop() {
      isStopped = true
      timer.stop()
      await running?.catch(() => undefined)
    },
    routes: [
      serve(pictureKeeping, async (_body, { companyId }) => {
        const [{ days, gigabytes }, { bytes, count }] = await Promise.all([
          store.of(companyId),
          takenBy(companyId),
        ])
        return { Days: days, Gigabytes: gigabytes, UsedBytes: bytes, Pictures: count }
      }),

      serve(setPictureKeeping, async ({ Days, Gigabytes }, { companyId }, visitor) => {
        visitor.tell({ days: Days, gigabytes: Gigabytes })
        await store.set(companyId, { days: Days, gigabytes: Gigabytes })
        return {}
      }),
    ],
  }
}
