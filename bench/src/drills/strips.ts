import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { readStrip } from '@vedette/contract/time-strip'
import type { SegmentRow } from '@vedette/media/record/segment-row'

import { judge, Recording } from './recording.ts'

export const FRAME_MS = 40
const MAX_OFF_MS = 200
/** Of the simulator's sub stream. */
const [WIDTH, HEIGHT] = [640, 360]

interface Shown {
  /** When the picture says that it was taken, and when the archive says so. */
  stripMs: number
  archiveMs: number
}

/** Every picture of the recordings is decoded, and its time strip read: each is there once, in order, where the archive says. */
export async function strips(seconds: number, cameras: number): Promise<string[]> {
  const recording = await Recording.start({ cameras, quality: 'sub' })
  try {
    await recording.untilAllRecord(0)
    const startMs = Date.now()
    const lastMs = () =>
      recording.reports.reduce(
        (last, one) => (one.type === 'gops' ? Math.max(last, one.report.endMs) : last),
        0,
      )
    while (lastMs() < startMs + seconds * 1000) {
      const now = lastMs()
      await recording.until('recording goes on', () => lastMs() > now)
    }
    await recording.stop()
    const { archive, index } = recording.settings
    const { rows, faults, frames } = await judge(archive, index)
    let [read, missing, worstMs] = [0, 0, 0]
    for (const [did, ofCamera] of Map.groupBy(rows, (row) => row.did)) {
      let last: Shown | undefined
      for (const row of ofCamera.toSorted((a, b) => a.startMs - b.startMs)) {
        for (const shown of await decode(archive, row, faults)) {
          read++
          worstMs = Math.max(worstMs, Math.abs(shown.stripMs - shown.archiveMs))
          if (last && shown.stripMs <= last.stripMs)
            faults.push(`${did}: the picture of ${shown.stripMs} comes after that of ${last.stripMs}`)
          if (last) missing += Math.max(0, Math.round((shown.stripMs - last.stripMs) / FRAME_MS) - 1)
          last = shown
        }
      }
    }
    console.log(
      `strips, ${cameras} cameras for ${seconds} s: ${frames} pictures in the index, ${read} decoded, ${missing} not there, at most ${worstMs} ms off`,
    )
    if (read !== frames) faults.push(`${frames} pictures in the index, ${read} decoded`)
    if (worstMs > MAX_OFF_MS) faults.push(`a picture is ${worstMs} ms off`)
    if (missing > 0) faults.push(`${missing} pictures are not there`)
    return faults
  } finally {
    await recording.remove()
  }
}

/** All pictures of a file, as ffmpeg decodes them. */
export async function decode(archive: string, row: SegmentRow, faults: string[]): Promise<Shown[]> {
  const child = spawn(
    'ffmpeg',
    // prettier-ignore
    ['-v', 'info', '-nostdin', '-hide_banner', '-nostats', '-copyts', '-i', join(archive, row.path), '-map', '0:v', '-fps_mode', 'passthrough',
      '-vf', 'showinfo', '-pix_fmt', 'gray', '-f', 'rawvideo', 'pipe:1'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const closed = once(child, 'close')
  const times: number[] = []
  createInterface(child.stderr).on('line', (line) => {
    const time = /\bn: *\d+ pts: *-?\d+ pts_time:(-?[\d.]+)/.exec(line)?.[1]
    if (time !== undefined) times.push(Number(time))
    // The raw output counts in frames, of which two may round to one; the file does not.
    else if (!line.startsWith('[rawvideo') && /error|corrupt|missing|invalid|non.monoton/i.test(line))
      faults.push(`${row.path}: ${line}`)
  })
  const strip: (number | undefined)[] = []
  let rest = Buffer.alloc(0)
  const size = WIDTH * HEIGHT
  for await (const chunk of child.stdout) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    for (; rest.length >= size; rest = rest.subarray(size)) {
      const picture = rest
      strip.push(readStrip(WIDTH, (x, y) => picture[y * WIDTH + x] ?? 0, row.startMs)?.timeMs)
    }
  }
  await closed
  if (times.length !== strip.length)
    faults.push(`${row.path}: ${times.length} times, ${strip.length} pictures`)
  return strip.flatMap((stripMs, i) => {
    if (stripMs !== undefined) return [{ stripMs, archiveMs: row.startMs + (times[i] ?? 0) * 1000 }]
    faults.push(`${row.path}: picture ${i} has no readable strip`)
    return []
  })
}
