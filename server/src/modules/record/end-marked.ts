import { disk } from '@vedette/media/record/disk'
import { marked, unmark } from '@vedette/media/record/markers'
import { repair } from '@vedette/media/record/repair'

/** Files that were being written when their platform ended, and nobody writes any more: what is whole of them is kept. */
export async function endMarked(folder: string): Promise<void> {
  for (const path of await marked(folder, () => true)) {
    await repair({ archive: folder, path, endReason: 'killed' })
    await unmark(disk, folder, path)
  }
}
