import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { marked } from '@vedette/media/record/markers'
import { repair } from '@vedette/media/record/repair'
import { readSegment } from '@vedette/media/record/segment-file'
import type { SegmentRow } from '@vedette/media/record/segment-row'

import { indexed } from './gate.ts'
import { Recording } from './recording.ts'

const CAMERAS = 4
const MAX_TAIL_MS = 2000

/**
 * Copies of archive and index taken while they are written, as a machine finds them whose disk had all that was written: torn anywhere, and
 * not of one moment. What a disk forgets that was not synced is `media/src/record/power-cut.test.ts`.
 */
export async function power(times: number, { cameras = CAMERAS, isStrict = true } = {}): Promise<string[]> {
  const recording = await Recording.start({ cameras, quality: 'sub' })
  const faults: string[] = []
  const tails: number[] = []
  let closed = 0
  try {
    await recording.untilAllRecord(0)
    for (let time = 0; time < times; time++) {
      const told = recording.reports.length
      await recording.until(
        'more is recorded',
        () => recording.reports.length > told + 2 * cameras + (time % 5),
      )
      const copy = mkdtempSync(join(tmpdir(), 'vedette-power-'))
      try {
        const cutMs = Date.now()
        // The index first: what it holds by then must be in the files.
        cpSync(recording.settings.index, join(copy, 'index.jsonl'))
        cpSync(recording.settings.archive, join(copy, 'archive'), { recursive: true })
        const { rows, ends } = await recover(join(copy, 'archive'), join(copy, 'index.jsonl'), faults)
        closed += rows
        for (const { key } of recording.settings.cameras) tails.push(cutMs - (ends.get(key) ?? 0))
      } finally {
        rmSync(copy, { recursive: true, force: true })
      }
    }
    const tail = Math.max(...tails)
    console.log(
      `power cut ${times} times, ${cameras} cameras: ${closed} closed files seen, ${faults.length} faults; longest tail ${tail} ms`,
    )
    if (isStrict && tail > MAX_TAIL_MS) faults.push(`a tail of ${tail} ms`)
    return faults
  } finally {
    await recording.remove()
  }
}

/** Does what a start does, and checks the closed files. Returns where each camera's recording ends. */
async function recover(
  archive: string,
  index: string,
  faults: string[],
): Promise<{ rows: number; ends: Map<string, number> }> {
  const ends = new Map<string, number>()
  const note = ({ did, endMs }: SegmentRow): void => void ends.set(did, Math.max(endMs, ends.get(did) ?? 0))
  const rows = indexed(index)
  for (const row of rows) {
    note(row)
    const reading = await readSegment(join(archive, row.path))
    if (reading.kind !== 'whole' || reading.row.hash !== row.hash)
      faults.push(`${row.path}: closed, and not whole`)
  }
  const open = await marked(archive, () => true)
  const repaired = await Promise.all(open.map((path) => repair({ archive, path, endReason: 'killed' })))
  for (const one of repaired) if (one.kind === 'kept') note(one.row)
  return { rows: rows.length, ends }
}
