/** Files from one folder to another, each whole or not at all, and not again where it is there already. */
import { copyFile, lstat, mkdir, open, readdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { isMissing, syncPath } from '../engines/durable-file.ts'

const PARTIAL = '.partial'

export interface Copied {
  files: number
  bytes: number
}

/** Paths of the ordinary files below a folder, with `/`, but for what is below or is one of `except`, and what is half written. */
export async function filesBelow(folder: string, except: ReadonlySet<string> = new Set()): Promise<string[]> {
  const found: string[] = []
  const look = async (path: string): Promise<void> => {
    for (const entry of await entriesOf(join(folder, path))) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`
      if (except.has(below)) continue
      if (entry.isDirectory()) await look(below)
      else if (entry.isFile() && !below.endsWith('.new') && !below.endsWith(PARTIAL)) found.push(below)
    }
  }
  await look('')
  return found.toSorted()
}

/** Has a folder hold the same file as another; returns what it took, undefined where there is none any more. */
export async function bring(path: string, from: string, to: string): Promise<number | undefined> {
  const [source, target] = [join(from, path), join(to, path)]
  const [there, here] = [await factsOf(source), await factsOf(target)]
  if (!there) return undefined
  // Times are kept to the millisecond by some disks.
  if (here && here.size === there.size && Math.abs(here.mtimeMs - there.mtimeMs) < 2) return 0
  const partial = `${target}${PARTIAL}`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    await copyFile(source, partial)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  await utimes(partial, there.atimeMs / 1000, there.mtimeMs / 1000)
  const file = await open(partial, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, target)
  return there.size
}

/** Waits until the names of these files are on the disk. */
export async function settle(folder: string, paths: Iterable<string>): Promise<void> {
  const folders = new Set<string>()
  for (const path of paths) for (let at = dirname(path); !folders.has(at); at = dirname(at)) folders.add(at)
  for (const each of folders) await syncPath(join(folder, each), 'r')
}

/** Deletes what is below the folder and not among these, and the folders that are empty then. */
export async function keepOnly(folder: string, kept: ReadonlySet<string>): Promise<number> {
  let gone = 0
  const look = async (path: string): Promise<boolean> => {
    let isEmpty = true
    for (const entry of await entriesOf(join(folder, path))) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory() ? await look(below) : !kept.has(below)) {
        await rm(join(folder, below), { recursive: true, force: true })
        if (!entry.isDirectory()) gone++
      } else isEmpty = false
    }
    return isEmpty
  }
  await look('')
  return gone
}

async function factsOf(path: string) {
  try {
    const facts = await lstat(path)
    return facts.isFile() ? facts : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
