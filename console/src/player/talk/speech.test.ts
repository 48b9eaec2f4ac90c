import { expect, it } from 'vitest'

import { decodeG711 } from '@vedette/contract/footage/g711'
import { encodeG711 } from './encode-g711.ts'
import { Resampler } from './resampler.ts'

const tone = (hz: number, rate: number, seconds: number): Float32Array =>
  Float32Array.from({ length: rate * seconds }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / rate))

/** How much of the tone is in the samples, 1 for a tone of full loudness. */
function amountOf(hz: number, samples: Float32Array, rate: number): number {
  let [re, im] = [0, 0]
  for (const [i, sample] of samples.entries()) {
    re += sample * Math.cos((2 * Math.PI * hz * i) / rate)
    im += sample * Math.sin((2 * Math.PI * hz * i) / rate)
  }
  return (2 * Math.hypot(re, im)) / samples.length
}

function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  const resampler = new Resampler(from, to)
  const made: number[] = []
  for (let at = 0; at < samples.length; at += 960)
    made.push(...resampler.push(samples.subarray(at, at + 960)))
  return Float32Array.from(made)
}

it.each(['ulaw', 'alaw'] as const)('what is encoded by %s is decoded as it was, to its steps', (law) => {
  const samples = Float32Array.from({ length: 2001 }, (_, i) => (i - 1000) / 1000)
  const decoded = decodeG711(law, encodeG711(law, samples))
  for (const [i, sample] of samples.entries())
    expect(Math.abs((decoded[i] ?? NaN) - sample)).toBeLessThanOrEqual(0.002 + Math.abs(sample) * 0.035)
})

it.each(['ulaw', 'alaw'] as const)('every byte of %s is what its own sample is encoded as', (law) => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
  // µ-law has two zeros, of which one is made.
  const isOther = (byte: number): boolean => law === 'ulaw' && byte === 0x7f
  const expected = bytes.map((byte) => (isOther(byte) ? 0xff : byte))
  expect(encodeG711(law, decodeG711(law, bytes))).toEqual(expected)
})

it.each([
  [48_000, 8000],
  [44_100, 8000],
  [48_000, 16_000],
  [16_000, 16_000],
])('a voice at %i Hz is the same at %i Hz, for as long', (from, to) => {
  const made = resampled(tone(1000, from, 1), from, to)
  expect(made.length).toBeGreaterThan(to * 0.98)
  expect(made.length).toBeLessThanOrEqual(to)
  expect(amountOf(1000, made.subarray(200), to)).toBeCloseTo(0.5, 1)
})

it('a whistle that the new rate cannot carry is gone, and no other tone', () => {
  const made = resampled(tone(6000, 48_000, 1), 48_000, 8000)
  expect(Math.max(...made.subarray(200).map(Math.abs))).toBeLessThan(0.02)
})
