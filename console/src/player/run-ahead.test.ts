import { expect, test } from 'vitest'

import { RunAhead } from './run-ahead.ts'

const frame = (n: number, more: { isKey?: boolean; isCached?: boolean } = {}) => ({
  stream: 7,
  arrivalUs: n,
  timestampUs: n * 40_000,
  isKey: false,
  isCached: false,
  ...more,
})

test('of a cached GOP only the newest picture is painted, of live pictures each', () => {
  const sent = new RunAhead()
  for (const n of [1, 2, 3]) sent.add(frame(n, { isCached: true }))
  sent.add(frame(4))
  sent.add(frame(5))
  const overtaken = [1, 2, 3, 4, 5].map((n) => sent.take(n * 40_000)?.isOvertaken)
  expect(overtaken).toEqual([true, true, true, false, false])
  sent.add(frame(6, { isCached: true }))
  expect(sent.take(240_000)).toEqual({ stream: 7, arrivalUs: 6, isCached: true, isOvertaken: false })
})

test('a picture that nobody asked for belongs to no frame', () => {
  expect(new RunAhead().take(1)).toBeUndefined()
})

test('a decoder that does not keep up is skipped to a key frame, once it has room for it', () => {
  const sent = new RunAhead()
  for (let n = 0; n < 25; n++) sent.add(frame(n))
  expect(sent.isSkipping).toBe(false)
  expect(sent.admits(frame(25))).toBe(false)
  expect(sent.isSkipping).toBe(true)
  expect(sent.admits(frame(26, { isKey: true }))).toBe(false)
  sent.take(0)
  expect(sent.admits(frame(27))).toBe(false)
  expect(sent.admits(frame(28, { isKey: true }))).toBe(true)
  expect(sent.admits(frame(29))).toBe(true)
})
