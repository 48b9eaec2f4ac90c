/**
 * How many busy cameras a core looks at: people walking in each picture, 640×360 at 10 pictures a second, looked at five times a
 * second. `--cameras N` (8), `--seconds N` (30), `--percent N` (100): how much of the time something moves. The pictures of
 * `../shared/footage`, from another moment for each camera.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { systemClock } from '@vedette/media/ingest/clock'
import { liveMessages } from '@vedette/vision/decode/annex-b'
import type { FromVision, Means } from '@vedette/vision/process/messages'
import { VisionProcess } from '@vedette/vision/process/vision-process'
import { USUAL_SENSITIVITY } from '@vedette/vision/settings'
import { clipPath, hasFootage } from '@vedette/vision/testing/footage'

import { flag } from './flags.ts'
import { costOf } from './process-cost.ts'
import { pause } from './statistics.ts'

const CAMERAS = flag('cameras', 8)
const SECONDS = flag('seconds', 30)
const CLIP = 'pets_a'
const CLIP_S = 40
const FPS = 10
const PERCENT = flag('percent', 100)
/** So often it begins to move, where it does not move all the time. */
const PERIOD_S = 20
/** The model is read, and the scene is learnt. */
const WARM_S = 10
const STEP_MS = 10
const PROMISED = { looksPerSecond: 4.5, cores: 1 }

type Looks = Extract<FromVision, { type: 'looks' }>

export async function benchVisionLoad(): Promise<void> {
  if (!hasFootage) return console.log('\nvision-load: no footage beside the repository (../shared/footage)')
  const folder = await mkdtemp(join(tmpdir(), 'vedette-bench-vision-'))
  const reports: Looks[] = []
  let means: Means | undefined
  const vision = await VisionProcess.open({
    cacheFolder: folder,
    clock: systemClock,
    onEvent: () => {},
    onSeen: () => {},
    onPicture: () => {},
    onLooks: (report) => reports.push(report),
    onMeans: (found) => (means = found),
    onState: () => {},
  })
  const streams = Array.from({ length: CAMERAS }, (_, at) => at + 1)
  const looked = {
    motion: true,
    human: true,
    follow: 'none',
    sensitivity: USUAL_SENSITIVITY,
    zones: [],
  } as const
  vision.look(streams.map((stream) => ({ ...looked, zones: [], stream })))
  while (!means) await pause(0.1)
  // All begin and end together: what has ended is not looked at.
  const clips = streams.map((stream) => ({ stream, bytes: clipFrom(stream, WARM_S + SECONDS) }))
  const cameras = clips.map(({ stream, bytes }) => played(vision, stream, bytes))
  await pause(WARM_S)
  const pid = vision.pid ?? 0
  const before = costOf([pid])
  reports.length = 0
  const startedAt = performance.now()
  await Promise.all(cameras)
  const seconds = (performance.now() - startedAt) / 1000
  const cores = (costOf([pid]).cpuSeconds - before.cpuSeconds) / seconds
  await vision.close()
  await rm(folder, { recursive: true })
  const each = streams.map((stream) => {
    const of = reports.flatMap(({ looks }) => looks.filter((look) => look.stream === stream))
    return of.reduce((sum, { looksPerSecond }) => sum + looksPerSecond, 0) / of.length
  })
  const rests = reports.flatMap(({ looks }) => looks.filter(({ isResting }) => isResting)).length
  const skipped = (reports.at(-1)?.skippedPeople ?? 0) - (reports[0]?.skippedPeople ?? 0)
  console.log(
    `\n${CAMERAS} cameras, busy ${PERCENT} % of the time, for ${seconds.toFixed(0)} s, ${means.decoder}, ${means.detector}`,
  )
  console.table([
    {
      'CPU, cores': cores.toFixed(2),
      'looks a second, worst camera': Math.min(...each).toFixed(1),
      mean: (each.reduce((sum, one) => sum + one, 0) / each.length).toFixed(1),
      'reports of a resting camera': rests,
      'pictures not searched for people, a second': (skipped / seconds).toFixed(1),
      of: CAMERAS * 5,
    },
  ])
  if (Math.min(...each) < PROMISED.looksPerSecond || cores > PROMISED.cores) process.exitCode = 1
}

const SCALED = `scale=640:360,fps=${FPS}`

/** A part of the clip, then its last picture stands still, again and again. */
function moving(percent: number): string {
  const movingS = (PERIOD_S * percent) / 100
  const still = `tpad=stop_mode=clone:stop_duration=${PERIOD_S - movingS}`
  return `trim=duration=${movingS},${still},loop=-1:${PERIOD_S * FPS}:0,setpts=N/${FPS}/TB`
}

/** The clip again and again, from another moment of it for each stream: H.264 in Annex B. */
function clipFrom(stream: number, seconds: number): Buffer {
  const from = (stream * 5) % CLIP_S
  const filter = PERCENT < 100 ? `${SCALED},${moving(PERCENT)}` : SCALED
  const input = ['-v', 'error', '-stream_loop', '-1', '-ss', String(from), '-i', clipPath(CLIP)]
  const encoded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', String(2 * FPS), '-bf', '0', '-f', 'h264']
  const output = ['-t', String(seconds), '-vf', filter, '-pix_fmt', 'yuv420p', ...encoded, '-']
  return execFileSync('ffmpeg', [...input, ...output], { maxBuffer: 512 * 1024 * 1024 })
}

/** Sends it in time. */
async function played(vision: VisionProcess, stream: number, bytes: Buffer): Promise<void> {
  for (const message of liveMessages({ bytes, stream, fps: FPS, startMs: Date.now() })) {
    while (Date.now() * 1000 < message.header.arrivalUs) await pause(STEP_MS / 1000)
    vision.viewer.send(message.bytes(), message.header)
  }
}
