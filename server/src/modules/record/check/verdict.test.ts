import { describe, expect, it } from 'vitest'

import { check, type Slice } from './verdict.ts'
import { LOOK_BYTES, LOOK_HEIGHT, LOOK_WIDTH, type Look, lookOf } from './views.ts'

const MINUTE = 60_000

describe('what is wrong with a slice of a recording', () => {
  it('is nothing while a place is recorded by day, by infrared, in the rain and in the wind', () => {
    const day = verdict(five((i) => place({ seed: 1, noise: i })))
    expect(day.faults).toEqual([])
    const { learned } = day
    for (const change of [{ light: 0.6 }, { rain: 0.01 }, { shift: 3 }, { light: 1.3 }]) {
      const looks = five((i) => place({ seed: 1, noise: i + 10, ...change }))
      expect(verdict(looks, { references: learned }).faults).toEqual([])
    }
    const night = verdict(
      five((i) => place({ seed: 1, noise: i + 20, light: 0.5, isGrey: true })),
      { references: learned },
    )
    expect(night.faults).toEqual([])
    expect([...night.learned.keys()]).toEqual(['colour', 'grey'])
    // Half of it by daylight.
    const dusk = five((i) => place({ seed: 1, noise: i + 30, isGrey: i > 2 }))
    expect(verdict(dusk, { references: night.learned }).faults).toEqual([])
  })

  it('is that nothing, or too little, of it was recorded', () => {
    const looks = five((i) => place({ seed: 1, noise: i }))
    expect(verdict([], { recordedMs: 0 }).faults).toEqual(['nothing'])
    expect(verdict(looks, { recordedMs: 12 * MINUTE }).faults).toEqual(['gaps'])
    expect(verdict([], { recordedMs: 0, expectedMs: 0 }).faults).toEqual([])
  })

  it('is a clock that is wrong, unless a single file says so', () => {
    expect(verdict([], { clockOffsetsMs: [-90_000, -90_100, -90_050] }).faults).toEqual(['clock'])
    expect(verdict([], { clockOffsetsMs: [200, 90_000, -150] }).faults).toEqual([])
  })

  it('is a black picture, with names painted over it or without', () => {
    expect(verdict(five((i) => dark(i, false))).faults).toEqual(['black'])
    expect(verdict(five((i) => dark(i, true))).faults).toEqual(['black'])
    // An unlit yard by night, with its lamps.
    expect(verdict(five((i) => place({ seed: 1, noise: i, light: 0.12 }))).faults).toEqual([])
  })

  it('is a frozen picture', () => {
    const still = place({ seed: 1, noise: 4 })
    expect(verdict(five(() => lookOf(Uint8Array.from(bytesOf(still))))).faults).toEqual(['frozen'])
  })

  it('is a camera that is turned away, but not one that people may turn', () => {
    const { learned: references } = verdict(five((i) => place({ seed: 1, noise: i })))
    const away = five((i) => place({ seed: 2, noise: i }))
    expect(verdict(away, { references }).faults).toEqual(['turned'])
    expect(verdict(away, { references, isSteerable: true }).faults).toEqual([])
    // Once it is confirmed, it is known.
    const { learned } = verdict(away)
    expect(verdict(away, { references: learned }).faults).toEqual([])
    // A lorry that stands before it for a moment is nothing.
    const lorry = five((i) => place({ seed: i < 2 ? 2 : 1, noise: i }))
    expect(verdict(lorry, { references }).faults).toEqual([])
  })
})

function verdict(looks: readonly Look[], more: Partial<Slice> = {}) {
  return check({
    expectedMs: 15 * MINUTE,
    recordedMs: 15 * MINUTE,
    clockOffsetsMs: [],
    references: new Map(),
    isSteerable: false,
    looks,
    ...more,
  })
}

const five = (look: (i: number) => Look): Look[] => Array.from({ length: 5 }, (_, i) => look(i))
const originals = new WeakMap<Look, Uint8Array>()
const bytesOf = (look: Look): Uint8Array => originals.get(look) ?? new Uint8Array()

/** A place of bright and dark shapes, as a sensor with a little noise sees it. */
function place({
  seed,
  noise,
  light = 1,
  rain = 0,
  shift = 0,
  isGrey = false,
}: {
  seed: number
  noise: number
  light?: number
  rain?: number
  shift?: number
  isGrey?: boolean
}): Look {
  const random = randomOf(seed)
  const luma = new Float32Array(LOOK_WIDTH * LOOK_HEIGHT).fill(90)
  for (let shape = 0; shape < 14; shape++) {
    const [left, top] = [Math.floor(random() * LOOK_WIDTH), Math.floor(random() * LOOK_HEIGHT)]
    const [width, height, bright] = [8 + random() * 40, 6 + random() * 30, 20 + random() * 200]
    for (let y = top; y < Math.min(LOOK_HEIGHT, top + height); y++)
      for (let x = left; x < Math.min(LOOK_WIDTH, left + width); x++) luma[y * LOOK_WIDTH + x] = bright
  }
  const tremble = randomOf(1000 + noise)
  const bytes = new Uint8Array(LOOK_BYTES).fill(isGrey ? 128 : 120)
  for (let at = 0; at < luma.length; at++) {
    const from = luma[Math.max(0, at - shift)] ?? 0
    const drop = tremble() < rain ? 60 : 0
    bytes[at] = Math.max(0, Math.min(255, from * light + (tremble() - 0.5) * 6 + drop))
  }
  const look = lookOf(bytes)
  originals.set(look, bytes)
  return look
}

/** A covered lens; `isNamed`: with the camera's name and clock painted over it. */
function dark(noise: number, isNamed: boolean): Look {
  const tremble = randomOf(noise + 1)
  const bytes = new Uint8Array(LOOK_BYTES).fill(128)
  for (let at = 0; at < LOOK_WIDTH * LOOK_HEIGHT; at++) bytes[at] = 16 + tremble() * 3
  if (isNamed) for (let at = 5 * LOOK_WIDTH + 10; at < 9 * LOOK_WIDTH; at += 1 + (at % 3)) bytes[at] = 230
  return lookOf(bytes)
}

/** Park and Miller. */
function randomOf(seed: number): () => number {
  let state = seed * 7919 + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
