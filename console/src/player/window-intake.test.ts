import fc from 'fast-check'
import { expect, test } from 'vitest'

import { liveMessage } from './live-messages.fixture.ts'
import { WindowIntake } from './window-intake.ts'
import type { MediaItem } from './worker-messages.ts'

type Sample = Parameters<typeof liveMessage>[0]

const configuration = (epoch = 1, stream = 7): Sample => ({
  type: 'configuration',
  sequence: 0,
  epoch,
  stream,
})
const key = (sequence: number, more: Partial<Sample> = {}): Sample => ({
  type: 'video',
  sequence,
  isKey: true,
  ...more,
})
const delta = (sequence: number, more: Partial<Sample> = {}): Sample => ({ type: 'video', sequence, ...more })

/** `C` for a configuration, else the frame's time in 40 ms steps, with `!` behind a break. */
function told(items: readonly MediaItem[]): string[] {
  return items.map((it) =>
    it.kind === 'configuration' ? `C${it.stream}` : `${it.timestampUs / 40_000}${it.isBreak ? '!' : ''}`,
  )
}

function intakeOf(stream = 7): { intake: WindowIntake; hear: (...samples: Sample[]) => string[] } {
  const intake = new WindowIntake()
  intake.opens(stream)
  return { intake, hear: (...samples) => samples.flatMap((it) => told(intake.admit(liveMessage(it)))) }
}

test('hands over the configuration together with the first key frame', () => {
  const { hear } = intakeOf()
  expect(hear(configuration(), delta(1))).toEqual([])
  expect(hear(key(2), delta(3))).toEqual(['C7', '2!', '3'])
})

test('drops what the GOP cache repeats', () => {
  const { hear } = intakeOf()
  hear(configuration(), key(1), delta(2), delta(3))
  expect(hear(configuration(), key(1, { isCached: true }), delta(2), delta(3), delta(4))).toEqual(['4'])
})

test('skips from a gap to the next key frame and says that the picture does not follow', () => {
  const { hear } = intakeOf()
  hear(configuration(), key(1), delta(2))
  expect(hear(delta(9), delta(10), key(25), delta(26))).toEqual(['25!', '26'])
})

test('opens a new epoch and forgets the old one', () => {
  const { hear } = intakeOf()
  hear(configuration(1), key(1, { epoch: 1 }))
  expect(hear(configuration(2), delta(2, { epoch: 1 }), key(1, { epoch: 2 }))).toEqual(['C7', '1!'])
})

test('goes on with the old stream until the new one shows a key frame', () => {
  const { intake, hear } = intakeOf(7)
  hear(configuration(), key(1))
  intake.opens(8)
  expect(hear(delta(2), configuration(1, 8), delta(3))).toEqual(['2', '3'])
  expect(hear(key(40, { stream: 8 }), delta(4), delta(41, { stream: 8 }))).toEqual(['C8', '40!', '41'])
})

test('stays with its stream when a switch is taken back', () => {
  const { intake, hear } = intakeOf(7)
  hear(configuration(), key(1))
  intake.opens(8)
  intake.opens(7)
  expect(hear(configuration(1, 8), key(5, { stream: 8 }), delta(2))).toEqual(['2'])
})

test('whatever is lost or repeated, no frame follows a frame that was not shown before it', () => {
  const sample = fc.record({ sequence: fc.integer({ min: 1, max: 30 }), isKey: fc.boolean() })
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 60 }), (samples) => {
      const { intake } = intakeOf()
      intake.admit(liveMessage(configuration()))
      let last = 0
      for (const { sequence, isKey } of samples) {
        for (const item of intake.admit(liveMessage({ type: 'video', sequence, isKey }))) {
          if (item.kind === 'configuration') continue
          const shown = item.timestampUs / 40_000
          expect(shown).toBeGreaterThan(last)
          if (!item.isKey) expect(shown).toBe(last + 1)
          if (shown !== last + 1) expect(item.isBreak).toBe(true)
          last = shown
        }
      }
    }),
  )
})
