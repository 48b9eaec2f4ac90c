import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { systemClock } from '@vedette/media/ingest/clock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { findDecoders } from '../decode/find-decoders.ts'
import { USUAL_SENSITIVITY } from '../settings.ts'
import { hasFfmpeg, movingBox } from '../testing/clips.ts'
import { play } from '../testing/play.ts'
import type { Camera, FromVision, Means, PictureHead, SeenMessage } from './messages.ts'
import { VisionProcess } from './vision-process.ts'

const CAMERA: Camera = {
  stream: 7,
  motion: true,
  human: false,
  follow: 'none',
  sensitivity: USUAL_SENSITIVITY,
  zones: [],
}
const PATIENT = { timeout: 60_000 }
const AGAIN = { timeout: 100_000, interval: 50 }

type Event = Extract<FromVision, { type: 'begin' | 'touch' | 'end' }>

let folder: string
let vision: VisionProcess | undefined
let events: Event[]
let seen: SeenMessage[]
let pictures: (PictureHead & { png: Buffer })[]
let looks: Extract<FromVision, { type: 'looks' }>[]
let means: Means[]
let states: [string, number | undefined][]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vision-test-'))
  events = []
  seen = []
  pictures = []
  looks = []
  means = []
  states = []
})

afterEach(async () => {
  await vision?.close()
  vision = undefined
  await rm(folder, { recursive: true, force: true })
})

async function open(options: { decoder?: 'node-av' | 'ffmpeg'; model?: string } = {}) {
  vision = await VisionProcess.open({
    cacheFolder: folder,
    model: 'off',
    ...options,
    clock: systemClock,
    onEvent: (event) => events.push(event),
    onSeen: (look) => seen.push(look),
    onPicture: (picture) => pictures.push(picture),
    onLooks: (report) => looks.push(report),
    onMeans: (found) => means.push(found),
    onState: (...state) => states.push(state),
  })
  return vision
}

const until = (timeMs: number) => vi.waitUntil(() => Date.now() >= timeMs, { interval: 10, ...PATIENT })

describe.runIf(hasFfmpeg).each(['node-av', 'ffmpeg'] as const)('with %s, where it is there', (decoder) => {
  it('motion begins when something moves, has a picture of it, and goes on', async () => {
    if (!(await findDecoders({ only: decoder })).ok) return
    const process = await open({ decoder })
    process.look([CAMERA], [CAMERA.stream])
    await vi.waitUntil(() => means.length > 0, PATIENT)
    expect(means).toMatchObject([{ decoder, detector: '', decoderDetail: '' }])
    const clip = movingBox({ stillS: 4, seconds: 8 })
    const isSeen = () => events.some(({ type }) => type === 'touch') && pictures.length > 0
    let startMs = 0
    // On a machine that is busy with others the process rests now and then, and sees too little of it.
    await vi.waitFor(async () => {
      if (isSeen()) return
      events = []
      startMs = Date.now()
      await play(clip, CAMERA.stream, {
        send: (message, header) => process.viewer.send(message, header),
        until,
      })
      await vi.waitUntil(isSeen, { timeout: 5000 })
    }, AGAIN)
    expect(events[0]).toMatchObject({ type: 'begin', stream: 7, kind: 'motion' })
    expect(events[0]?.atMs).toBeGreaterThan(startMs + 3900)
    expect(pictures[0]?.png.subarray(1, 4).toString()).toBe('PNG')
    expect(pictures[0]?.box.height).toBeGreaterThan(0.2)
    const active = seen.find(({ isActive }) => isActive)
    expect(active).toMatchObject({ stream: 7, kind: 'motion', columns: 40, people: [] })
    expect(active?.moved[0]?.height).toBeGreaterThan(0.2)
    expect(Buffer.from(active?.cells ?? '', 'base64').some((byte) => byte !== 0)).toBe(true)
    await vi.waitUntil(
      () => looks.some((it) => it.looks.some(({ looksPerSecond }) => looksPerSecond > 3)),
      PATIENT,
    )
  })
})

describe.runIf(hasFfmpeg)('a camera that is being turned', () => {
  it('sees a new scene and raises nothing', async () => {
    const process = await open()
    process.look([CAMERA], [CAMERA.stream])
    await vi.waitUntil(() => means.length > 0, PATIENT)
    let told = 0
    await play(movingBox({ stillS: 4, seconds: 8 }), CAMERA.stream, {
      send: (message, header) => {
        // As often as a hand at the joystick is heard.
        if (++told % 4 === 0) process.turned(CAMERA.stream)
        process.viewer.send(message, header)
      },
      until,
    })
    await vi.waitUntil(() => seen.length > 2, PATIENT)
    expect(events).toEqual([])
    expect(seen.filter(({ isActive }) => isActive)).toEqual([])
  })
})

it('a process that is killed is started anew and told again what to look at', async () => {
  const process_ = await open()
  process_.look([CAMERA])
  await vi.waitUntil(() => looks.some((report) => report.looks.length === 1), PATIENT)
  const first = process_.pid ?? 0
  process.kill(first, 'SIGKILL')
  await vi.waitUntil(() => states.filter(([state]) => state === 'running').length === 2, PATIENT)
  looks = []
  await vi.waitUntil(() => looks.some((report) => report.looks.some(({ stream }) => stream === 7)), PATIENT)
  expect(states.map(([state]) => state)).toEqual(['running', 'down', 'running'])
  expect(process_.pid).not.toBe(first)
})

it('nothing runs before there is something to look at', async () => {
  const process_ = await open()
  process_.look([])
  expect(process_.pid).toBeUndefined()
})
