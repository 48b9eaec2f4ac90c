import { spawnSync } from 'node:child_process'

const START_CODE = Buffer.from([0, 0, 0, 1])

/** Decodes NAL units with ffmpeg, which must not complain; returns the pictures as planar 4:2:0. */
export function decode(units: readonly Buffer[], width: number, height: number): Buffer[] {
  const stream = Buffer.concat(units.flatMap((unit) => [START_CODE, unit]))
  const args = ['-v', 'error', '-f', 'h264', '-i', '-', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-']
  const run = spawnSync('ffmpeg', args, { input: stream, maxBuffer: 2 ** 30, timeout: 30_000 })
  const complaint = run.error?.message ?? run.stderr.toString()
  if (run.status !== 0 || complaint !== '') throw new Error(`ffmpeg: ${complaint}`)
  const size = (width * height * 3) / 2
  return Array.from({ length: run.stdout.length / size }, (_, i) =>
    run.stdout.subarray(i * size, (i + 1) * size),
  )
}
