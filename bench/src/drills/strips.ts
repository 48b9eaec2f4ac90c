import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { readStrip } from '@vedette/contract/time-strip'
import type { SegmentRow } from '@vedette/media/record/segment-row'

import { account, type Account, faultsOf, told, total } from './account.ts'
import { check, Recording } from './recording.ts'

const MAX_OFF_MS = 200
/** The size of the simulator's sub stream. */
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
    const { rows, faults, frames } = await check(archive, index)
    const accounts: Account[] = []
    let [read, worstMs] = [0, 0]
    for (const { number } of recording.simulator.cameras.slice(0, cameras)) {
      const did = `CAM-${number}`
      const all: Shown[] = []
      const ofCamera = rows.filter((row) => row.did === did).toSorted((a, b) => a.startMs - b.startMs)
      for (const row of ofCamera) all.push(...(await decode(archive, row, faults)))
      for (const [i, { stripMs }] of all.entries()) {
        const last = all[i - 1]
        if (last && stripMs <= last.stripMs)
          faults.push(`${did}: the picture of ${stripMs} comes after that of ${last.stripMs}`)
      }
      const one = account(
        all.map(({ stripMs }) => stripMs),
        await recording.simulator.sent(number, 'sub'),
      )
      accounts.push(one)
      read += all.length
      const offMs = all.reduce(
        (off, { stripMs, archiveMs }) => Math.max(off, Math.abs(stripMs - archiveMs)),
        0,
      )
      worstMs = Math.max(worstMs, offMs)
      // The archive can't know that a camera hands over late.
      if (offMs > MAX_OFF_MS + one.worstLateMs) faults.push(`${did}: a picture is ${offMs} ms off`)
    }
    const sum = total(accounts)
    console.log(
      `strips, ${cameras} cameras for ${seconds} s: ${frames} pictures in the index, ${read} decoded, ${told(sum)}, at most ${worstMs} ms off`,
    )
    if (read !== frames) faults.push(`${frames} pictures in the index, ${read} decoded`)
    faults.push(...faultsOf(sum))
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
