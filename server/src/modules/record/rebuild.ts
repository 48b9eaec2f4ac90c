/** Makes the index anew from the files alone, and says in a seal that it did. */
import { repair } from '@vedette/media/record/repair'

import type { Storage } from '../../engines/storage/storage.ts'
import { ArchiveFiles } from './archive-files.ts'
import { endMarked } from './end-marked.ts'
import { hashOfInit } from './intake.ts'
import { finishedFiles, readFileOf } from './scan.ts'
import { sealStore } from './seal-store.ts'
import { addSeal, headsIn, type SealKey } from './seals.ts'
import { segmentStore, type ToldSegment } from './segment-store.ts'

const BATCH = 100

export interface Rebuilt {
  files: number
  /** Files that are damaged, with what is wrong: they are left where they are. */
  faults: string[]
  /** Streams whose chains begin anew: what was sealed of them before says nothing of their files any more. */
  restarted: string[]
}

/** `index` is migrated and empty, or lacks some files: those that it has are left as they are. */
export async function rebuildIndex(
  index: Storage,
  folder: string,
  key: SealKey,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<Rebuilt> {
  const store = segmentStore(index)
  const files = new ArchiveFiles(folder)
  await endMarked(folder)
  const paths = await finishedFiles(folder)
  const now = Date.now()
  const last = await sealStore(index).last()
  const restarted = last ? await restartedSince(index, headsIn(last)) : []
  const rebuilt: Rebuilt = { files: 0, faults: [], restarted }
  // Noted before the first row: a rebuild that is cut short must not look like somebody's doing.
  if (restarted.length > 0) await addSeal(index, key, now, { reason: 'rebuild', restarted })
  let told: ToldSegment[] = []
  for (const [i, path] of paths.entries()) {
    let reading = await readFileOf(folder, path)
    // Copied while it was written, or from a disk that lost its end: as after a kill, what is whole of it is kept.
    if (reading.kind === 'torn' && reading.row.gops.length > 0 && !(await store.has(path))) {
      await repair({ archive: folder, path, endReason: 'killed' })
      reading = await readFileOf(folder, path)
    }
    if (reading.kind === 'whole' && reading.row.path === path) {
      const { row } = reading
      const init = (await files.init(path, row.gops[0]?.offset ?? 0)) ?? Buffer.alloc(0)
      // When it was recorded is known by its own clock alone; one from the future is as old as this action.
      const recordedAt = Math.min(row.endMs, now)
      told.push({ row, init: { hash: hashOfInit(init), bytes: init }, recordedAt })
    } else
      rebuilt.faults.push(
        `${path}: ${reading.kind === 'whole' ? `it belongs at ${reading.row.path}` : reading.fault}`,
      )
    if (told.length === BATCH || i === paths.length - 1) {
      rebuilt.files += await store.add(told)
      told = []
      onProgress(i + 1, paths.length)
    }
  }
  if (rebuilt.files > 0 || !last) await addSeal(index, key, now, { reason: 'rebuild', restarted: [] })
  return rebuilt
}

/** Streams whose chains end before what was sealed of them. */
async function restartedSince(index: Storage, sealed: ReadonlyMap<string, number>): Promise<string[]> {
  const heads = new Map((await sealStore(index).heads()).map(({ stream, seq }) => [stream, seq]))
  return [...sealed].filter(([stream, seq]) => (heads.get(stream) ?? 0) < seq).map(([stream]) => stream)
}
