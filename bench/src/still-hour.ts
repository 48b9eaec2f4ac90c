/**
 * An hour in which nothing happens, faster than it would pass: the empty rooms of `../shared/footage` with a lamp that is switched,
 * the day that gets brighter and darker, and the noise of a sensor on top. Every alarm is a false one. `--minutes N` (60).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { CameraLook } from '@vedette/vision/look/camera-look'
import { openOnnxDetector } from '@vedette/vision/people/onnx-detector'
import type { Picture } from '@vedette/vision/picture'
import { USUAL_SENSITIVITY } from '@vedette/vision/settings'
import { hasFootage, labels } from '@vedette/vision/testing/footage'
import { looksAt } from '@vedette/vision/testing/stretches'

import { flag } from './flags.ts'

const MINUTES = flag('minutes', 60)
const CLIPS = ['static_room', 'light_change']
const LOOK_MS = 200
/** A cloud and the sun behind it. */
const DAY = { period: 7 * 60_000, depth: 30 }
const NOISE = 5
/** Size of the noise; each picture starts at another offset in it. */
const NOISE_BYTES = 1_000_003

export async function benchStillHour(): Promise<void> {
  if (!hasFootage) return console.log('\nstill-hour: no footage beside the repository (../shared/footage)')
  const cacheFolder = await mkdtemp(join(tmpdir(), 'vedette-bench-model-'))
  const people = await openOnnxDetector({ cacheFolder })
  const rows = []
  for (const clip of CLIPS) {
    const pictures: Picture[] = []
    for await (const { picture } of looksAt(clip, labels()[clip]?.fps ?? 0)) pictures.push(picture)
    const alarms = { motion: 0, human: 0 }
    let asked: Picture | undefined
    const look = new CameraLook(
      { motion: true, human: people.ok, follow: 'none', sensitivity: USUAL_SENSITIVITY, zones: [] },
      {
        onBegin: (kind) => void alarms[kind]++,
        onTouch: () => {},
        onEnd: () => {},
        onPicture: () => {},
        onSeen: () => {},
        onLookForPeople: (picture) => (asked = picture),
      },
    )
    const noise = noiseOf(NOISE_BYTES)
    let searched = 0
    const count = (MINUTES * 60_000) / LOOK_MS
    for (let at = 0; at < count; at++) {
      const picture = lit(toAndFro(pictures, at), noise, at)
      asked = undefined
      look.look(picture, at * LOOK_MS)
      if (!asked || !people.ok) continue
      searched++
      look.people(await people.detector.find(picture), picture, at * LOOK_MS)
    }
    rows.push({
      clip,
      looks: count,
      'searched for people': searched,
      'false motion': alarms.motion,
      'false human': alarms.human,
    })
    if (alarms.motion + alarms.human > 0) process.exitCode = 1
  }
  console.log(`\n${MINUTES} minutes in which nothing happens`)
  console.table(rows)
  if (people.ok) await people.detector.close()
  else console.log(people.detail)
  await rm(cacheFolder, { recursive: true })
}

/** Forwards and backwards, so that the clip's end is no cut. */
function toAndFro(pictures: readonly Picture[], at: number): Picture {
  const last = pictures.length - 1
  const place = at % (2 * last)
  const picture = pictures[place <= last ? place : 2 * last - place]
  if (!picture) throw new Error('a clip without pictures')
  return picture
}

function lit(picture: Picture, noise: Int8Array, at: number): Picture {
  const light = Math.round(DAY.depth * Math.sin((2 * Math.PI * at * LOOK_MS) / DAY.period))
  const y = new Uint8Array(picture.y.length)
  const from = (at * 7919) % (noise.length >> 1)
  for (let pixel = 0; pixel < y.length; pixel++) {
    const value = (picture.y[pixel] ?? 0) + light + (noise[(from + pixel) % noise.length] ?? 0)
    y[pixel] = value < 0 ? 0 : value > 255 ? 255 : value
  }
  return { ...picture, y }
}

/** The same each time, so that a run can be looked into. */
function noiseOf(length: number): Int8Array {
  let state = 1
  return Int8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return (state % (2 * NOISE + 1)) - NOISE
  })
}
