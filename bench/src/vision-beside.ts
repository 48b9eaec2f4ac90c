/**
 * Whether detection slows live or recording: a wall of nine windows and all recordings, while `--cameras N` (6) busy cameras of
 * real footage are looked at for motion and people, and while detection is off. Ends with 1 where it does.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { NO_ALARMS } from '@vedette/contract/alarm-settings'
import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { setDeviceNoticeConfig } from '@vedette/contract/calls/device-config'
import { getGroupList } from '@vedette/contract/calls/group'
import { recordTimeline } from '@vedette/contract/calls/record'
import { clipPath, hasFootage } from '@vedette/vision/testing/footage'

import type { Platform } from '../../e2e/src/support/platform.ts'
import { startProcess } from '../../e2e/src/support/process.ts'
import { logIn, replied } from '../../e2e/src/support/session.ts'
import { flag } from './flags.ts'
import { measureWall, withWall } from './live.ts'
import { pause } from './statistics.ts'

const CAMERAS = flag('cameras', 6)
/** Longer than a run takes. */
const CLIP_S = 300
/** The model is read, and the scenes are learnt. */
const WARM_S = 15
/** Painted later than this beside the other row, or a recording with a gap: it slows. */
const SLOWER = { factor: 1.25, ms: 40 }

export async function benchVisionBeside(): Promise<void> {
  if (!hasFootage) return console.log('\nvision-beside: no footage beside the repository (../shared/footage)')
  const folder = await mkdtemp(join(tmpdir(), 'vedette-bench-beside-'))
  const clip = join(folder, 'clip.mp4')
  const encoded = '-vf scale=640:360,fps=10 -c:v libx264 -preset veryfast -tune zerolatency -g 20 -bf 0'
  const input = ['-v', 'error', '-stream_loop', '-1', '-i', clipPath('pets_a'), '-t', String(CLIP_S)]
  execFileSync('ffmpeg', [...input, ...encoded.split(' '), clip])
  const off = await beside('off', clip)
  const on = await beside('auto', clip)
  await rm(folder, { recursive: true })
  console.log(`\nnine windows and all recordings beside ${CAMERAS} busy cameras`)
  console.table([off, on])
  const isSlower = on['age p95'] > off['age p95'] * SLOWER.factor + SLOWER.ms
  if (isSlower || on['gaps in recordings'] > off['gaps in recordings']) process.exitCode = 1
}

async function beside(detection: 'off' | 'auto', clip: string) {
  const script = join(import.meta.dirname, 'clip-cameras.py')
  const cameras = startProcess('/usr/bin/python3', [script, clip, String(CAMERAS), '0', '1000000'])
  const [, port] = await cameras.line(/^port (\d+)$/)
  try {
    return await withWall({ VEDETTE_DETECTION: detection }, 'mse', async (page, platform) => {
      const token = await logIn(platform.address)
      await watch(platform, token, `rtsp://127.0.0.1:${port}`)
      await pause(WARM_S)
      const fromMs = Date.now()
      const { firstP95, ageP50, ageP95, gapMax } = await measureWall(page, platform.address, 'mse')
      return {
        detection,
        'first p95': Math.round(firstP95),
        'age p50': Math.round(ageP50),
        'age p95': Math.round(ageP95),
        'longest gap': Math.round(gapMax),
        'gaps in recordings': await gapsOf(platform, token, fromMs),
      }
    })
  } finally {
    await cameras.stop('SIGKILL')
  }
}

async function watch({ address }: Platform, token: string, url: string): Promise<void> {
  const { List } = await replied(address, token, getGroupList, {})
  const Alarm = { ...NO_ALARMS, MotionDetection: true, HumanDetection: true }
  for (let camera = 0; camera < CAMERAS; camera++) {
    // No number at its end: the wall is of the simulated ones.
    const DevName = `Walkers ${camera} here`
    const about = { GID: List[0]?.GID ?? '', DevName, DevType: 1, Url: `${url}/${camera}` }
    const { DID } = await replied(address, token, addByAddress, about)
    await replied(address, token, setDeviceNoticeConfig, { DID, Alarm })
  }
}

async function gapsOf({ address }: Platform, token: string, fromMs: number): Promise<number> {
  const { List } = await replied(address, token, deviceList, { PageSize: 100 })
  const Streams = List.map(({ DID }) => ({ DID, Channel: 0, Quality: 'main' as const }))
  const range = { Streams, From: fromMs, To: Date.now(), Step: 500 }
  const timeline = await replied(address, token, recordTimeline, range)
  return timeline.List.reduce((sum, { Spans }) => sum + Math.max(0, Spans.length / 2 - 1), 0)
}
