import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces the file at once; afterwards it survives a power cut. */
export async function writeDurably(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.new`
  await rm(temporary, { force: true })
  const file = await open(temporary, 'wx', mode)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await renameDurably(temporary, path)
}

/** Puts a file whose bytes are on the disk in the place of another. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncPath(dirname(to), 'r')
}

/** Waits until the file (`r+`) or the folder's list of names (`r`) is on the disk. */
export async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  // Windows can't sync a folder and does not need to.
  if (flags === 'r' && process.platform === 'win32') return
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
