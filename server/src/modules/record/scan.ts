/** The archive as its files alone have it. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { readSegment, type SegmentReading } from '@vedette/media/record/segment-file'

import { isMissing } from '../../engines/durable-file.ts'

/** The recorder's folder of what is being written. */
const OPEN_FOLDER = '.open'

/** Paths of all files below the folder that are finished, in order. */
export async function finishedFiles(folder: string): Promise<string[]> {
  const open = new Set((await namesIn(join(folder, OPEN_FOLDER))).map(decoded))
  const paths = (await namesIn(folder, true)).map((path) => path.replaceAll('\\', '/'))
  return paths
    .filter((path) => path.endsWith('.mp4') && path.split('/').length === 5 && !open.has(path))
    .toSorted()
}

export function readFileOf(folder: string, path: string): Promise<SegmentReading> {
  return readSegment(join(folder, path))
}

async function namesIn(folder: string, recursive = false): Promise<string[]> {
  try {
    return await readdir(folder, { recursive })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // Not a name of a recorder's.
    return ''
  }
}
