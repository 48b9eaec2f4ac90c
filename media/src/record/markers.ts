/**
 * Names of files that are being written, or whose row the index has not acknowledged: empty files in one small folder. They are what
 * a start looks at, and not the archive.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Disk } from './disk.ts'
import { isName } from './segment-boxes.ts'

const FOLDER = '.open'

const markerOf = (archive: string, path: string): string => join(archive, FOLDER, encodeURIComponent(path))

/** Called before the file itself is there. */
export async function mark(disk: Disk, archive: string, path: string): Promise<void> {
  const folder = join(archive, FOLDER)
  await disk.makeFolder(folder)
  const file = await disk.create(markerOf(archive, path))
  await file.close()
  await disk.syncFolder(folder)
}

export function unmark(disk: Disk, archive: string, path: string): Promise<void> {
  return disk.remove(markerOf(archive, path))
}

/** Paths below the archive, of files whose folder of a stream `isWanted`. */
export async function marked(
  archive: string,
  isWanted: (streamFolder: string) => boolean,
): Promise<string[]> {
  const names = await readdir(join(archive, FOLDER)).catch((error: unknown) => {
    // Nothing was ever recorded here.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return names.flatMap((name) => {
    const path = pathOfMarker(name)
    return path !== undefined && isWanted(path.split('/', 3).join('/')) ? [path] : []
  })
}

/** Below the archive; undefined for a name that is not ours. */
export function pathOfMarker(name: string): string | undefined {
  const parts = decoded(name).split('/')
  return parts.length === 5 && parts.every(isName) ? parts.join('/') : undefined
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // Not a name of ours.
    return ''
  }
}
