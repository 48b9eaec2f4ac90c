/** Makes the index anew from the files alone. */
import type { Storage } from '../../engines/storage/storage.ts'
import { ArchiveFiles } from './archive-files.ts'
import { hashOfInit } from './intake.ts'
import { finishedFiles, readFileOf } from './scan.ts'
import { segmentStore, type ToldSegment } from './segment-store.ts'

const BATCH = 100

export interface Rebuilt {
  files: number
  /** Files that are damaged, with what is wrong: they are left where they are. */
  faults: string[]
}

/** `index` is migrated and empty, or lacks some files: those that it has are left as they are. */
export async function rebuildIndex(
  index: Storage,
  folder: string,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<Rebuilt> {
  const store = segmentStore(index)
  const files = new ArchiveFiles(folder)
  const paths = await finishedFiles(folder)
  const rebuilt: Rebuilt = { files: 0, faults: [] }
  const now = Date.now()
  let told: ToldSegment[] = []
  for (const [i, path] of paths.entries()) {
    const reading = await readFileOf(folder, path)
    if (reading.kind === 'whole' && reading.row.path === path) {
      const { row } = reading
      const init = (await files.init(path, row.gops[0]?.offset ?? 0)) ?? Buffer.alloc(0)
      // When it was recorded is known by its own clock alone; one from the future is as old as this deed.
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
  return rebuilt
}
