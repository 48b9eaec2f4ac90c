/** Ends a file that its writer could not end: what is whole of it is kept. */
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { segmentEnding } from './segment-boxes.ts'
import { readSegment } from './segment-file.ts'
import type { SegmentEnd, SegmentRow } from './segment-row.ts'

export interface RepairJob {
  archive: string
  /** Below the archive. */
  path: string
  endReason: SegmentEnd
  /** What was known to be on the disk when the disk failed; else all is checked by what it holds. */
  limitBytes?: number
}

/** `lost`: nothing of it could be kept, and the file is gone. */
export type Repaired = { kind: 'kept'; row: SegmentRow } | { kind: 'lost' }

/** A writer that is still alive writes more often. */
const QUIET_MS = 1500
const TRIES = 5

/** Throws what the file system throws; it may be tried again then. */
export async function repair({ archive, path, endReason, limitBytes }: RepairJob): Promise<Repaired> {
  const file = join(archive, path)
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await quiet(file)
    if (!before) return { kind: 'lost' }
    const reading = await readSegment(file, limitBytes)
    if (reading.kind === 'whole') return { kind: 'kept', row: reading.row }
    // Somebody else has written to it meanwhile: checked anew.
    if ((await stat(file)).mtimeMs !== before.mtimeMs) continue
    if (reading.kind === 'unreadable' || reading.row.gops.length === 0) {
      await rm(file)
      return { kind: 'lost' }
    }
    await cut(file, reading.row.bytes, segmentEnding({ endReason }))
    const ended = await readSegment(file)
    if (ended.kind === 'whole') return { kind: 'kept', row: ended.row }
  }
  throw new Error(`${path} is written to by another`)
}

async function cut(path: string, bytes: number, ending: Buffer): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.truncate(bytes)
    await file.write(ending, 0, ending.length, bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Waits until nobody has written for a while; undefined where there is no file. */
async function quiet(path: string): Promise<{ mtimeMs: number } | undefined> {
  for (;;) {
    try {
      const found = await stat(path)
      const ageMs = Math.abs(Date.now() - found.mtimeMs)
      if (ageMs >= QUIET_MS) return found
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS - ageMs))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }
}
