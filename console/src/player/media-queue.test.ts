import { expect, test } from 'vitest'

import { isBurstOver, rangeLength } from './media-queue.ts'
import type { Configuration, Frame } from './worker-messages.ts'

const segment = new Uint8Array(1)
const configuration: Configuration = {
  kind: 'configuration',
  stream: 1,
  format: { codec: 'avc1.64001f', width: 1, height: 1 },
  segment,
  decoderData: segment,
}

function frame(more: Partial<Frame> = {}): Frame {
  return {
    kind: 'video',
    stream: 1,
    isKey: false,
    isCached: true,
    isBreak: false,
    timestampUs: 0,
    arrivalUs: 0,
    segment,
    decoderData: segment,
    ...more,
  }
}

test('one append never spans a break', () => {
  expect(rangeLength([configuration, frame({ isBreak: true }), frame(), configuration])).toBe(3)
  expect(rangeLength([frame({ isBreak: true }), frame(), frame({ isBreak: true })])).toBe(2)
  expect(rangeLength([frame(), frame()])).toBe(2)
})

test('a cached GOP is whole once a live frame or another range stands behind it', () => {
  const burst = [configuration, frame({ isBreak: true }), frame()]
  expect(isBurstOver(burst)).toBe(false)
  expect(isBurstOver([...burst, frame({ isCached: false })])).toBe(true)
  expect(isBurstOver([...burst, configuration])).toBe(true)
})
