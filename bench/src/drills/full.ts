import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readSegment } from '@vedette/media/record/segment-file'

import { indexed } from './gate.ts'
import { Recording } from './recording.ts'

const CAMERAS = 3
const SIZE_MB = 12

/** A disk of 12 MB runs full under three cameras: it is said, nothing that was told is lost, and the newest goes on when there is room. */
export async function full(): Promise<string[]> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    console.log('full: only root can make a small disk here')
    return []
  }
  const archive = mkdtempSync(join(tmpdir(), 'vedette-full-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', archive])
  if (mounted.status !== 0) {
    rmSync(archive, { recursive: true })
    console.log(`full: no small disk can be mounted here: ${mounted.stderr.toString().trim()}`)
    return []
  }
  const recording = await Recording.start({ cameras: CAMERAS, quality: 'main', archive })
  try {
    const isFull = () => recording.reports.some((one) => one.type === 'status' && one.status.fault === 'full')
    await recording.until('the disk is full', isFull)
    const told = indexed(recording.settings.index)
    const faults: string[] = []
    for (const row of told) {
      const reading = await readSegment(join(archive, row.path))
      if (reading.kind !== 'whole') faults.push(`${row.path}: ${reading.fault}`)
    }
    // What the gate's retention does: the oldest goes.
    const isTold = () => indexed(recording.settings.index).length > 0
    await recording.until('a file is ended', isTold)
    const fullMs = Date.now()
    let gone = 0
    const goesOn = recording.untilAllRecord(fullMs)
    const makeRoom = setInterval(() => {
      const oldest = indexed(recording.settings.index)
        .toSorted((a, b) => a.startMs - b.startMs)
        .slice(gone, gone + 3)
      gone += oldest.length
      for (const { path } of oldest) rmSync(join(archive, path), { force: true })
    }, 500)
    await goesOn.finally(() => clearInterval(makeRoom))
    console.log(
      `disk full, ${CAMERAS} cameras on ${SIZE_MB} MB: said, ${gone} oldest files removed, all recorded again`,
    )
    return faults
  } finally {
    await recording.remove()
    spawnSync('umount', [archive])
    rmSync(archive, { recursive: true, force: true })
  }
}
