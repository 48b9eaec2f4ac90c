/** Debian's `motion` on the same clips: as it ships, but for an event that ends 10 s after its last motion, as ours does. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { QUIET_MS } from '@vedette/vision/look/event-run'
import { clipPath, type Labels } from '@vedette/vision/testing/footage'
import { type Score, scored, type Stretch } from '@vedette/vision/testing/stretches'

const PROGRAM = 'motion'
/** It sees sizes in steps of 8. */
const STEP = 8
const START_MS = 20_000

export const hasMotion = spawnSync(PROGRAM, ['-h']).error === undefined

/** The moments (ms) when it says that an event starts on this stream, until it is stopped. */
export async function watchWithMotion(url: string): Promise<{ stop(): Promise<number[]> }> {
  const { configuration, folder } = await configured(url, { width: 768, height: 432 })
  const child = spawn(PROGRAM, ['-c', configuration], { stdio: ['ignore', 'ignore', 'pipe'] })
  const started: number[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.includes('starting event')) started.push(Date.now())
  })
  return {
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true })
      return started
    },
  }
}

/** It plays a file at the pace of its pictures, so that this takes as long as the clip. */
export async function motionScore(clip: string, { fps, motion, ignore_motion }: Labels): Promise<Score> {
  const path = clipPath(clip)
  const { width, height, seconds } = sizeOf(path)
  const { configuration, folder } = await configured(`file://${path}`, { width, height })
  const found = await eventsOf(configuration, seconds)
  await rm(folder, { recursive: true })
  return scored(found, motion, ignore_motion, fps)
}

async function configured(url: string, { width, height }: { width: number; height: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-bench-motion-'))
  const configuration = join(folder, 'motion.conf')
  const settings = {
    daemon: 'off',
    netcam_url: url,
    width: width - (width % STEP),
    height: height - (height % STEP),
    target_dir: folder,
    picture_output: 'off',
    movie_output: 'off',
    webcontrol_port: 0,
    stream_port: 0,
    event_gap: QUIET_MS / 1000,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`)
  await writeFile(configuration, lines.join(''))
  return { configuration, folder }
}

async function eventsOf(configuration: string, seconds: number): Promise<Stretch[]> {
  const child = spawn(PROGRAM, ['-c', configuration], { stdio: ['ignore', 'ignore', 'pipe'] })
  const found: Stretch[] = []
  let [zeroMs, from] = [0, -1]
  const nowS = (): number => (performance.now() - zeroMs) / 1000
  let stop = setTimeout(() => child.kill('SIGKILL'), START_MS)
  for await (const line of createInterface({ input: child.stderr })) {
    if (zeroMs === 0 && line.includes('connected')) {
      zeroMs = performance.now()
      clearTimeout(stop)
      // It would begin the file again.
      stop = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
    }
    if (line.includes('starting event')) from = nowS()
    if (line.includes('End of event') && from >= 0) {
      found.push([from, nowS()])
      from = -1
    }
  }
  clearTimeout(stop)
  if (zeroMs === 0) throw new Error('motion did not open the clip')
  if (from >= 0) found.push([from, seconds])
  return found
}

function sizeOf(path: string): { width: number; height: number; seconds: number } {
  const asked = ['-v', 'error', '-show_entries', 'stream=width,height,duration', '-of', 'csv=p=0', path]
  const { stdout } = spawnSync('ffprobe', asked, { encoding: 'utf8' })
  const [width = 0, height = 0, seconds = 0] = stdout.split(',').map(Number)
  return { width, height, seconds }
}
