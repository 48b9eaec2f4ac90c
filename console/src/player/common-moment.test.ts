import { expect, test } from 'vitest'

import { CommonMoment } from './common-moment.ts'

test('time goes on for all windows once the last of them is there', () => {
  const moment = new CommonMoment()
  expect(moment.next(10_000, 0, false)).toBe(10_000)
  expect(moment.next(9984, 16, true)).toBe(10_000)
  expect(moment.next(9968, 32, true)).toBe(10_000)
  expect(moment.next(9952, 48, false)).toBe(9952)
})

test('a window that does not come holds up the others for 300 ms', () => {
  const moment = new CommonMoment()
  moment.next(10_000, 0, true)
  expect(moment.next(9700, 300, true)).toBe(10_000)
  expect(moment.next(9699, 301, true)).toBe(9699)
  expect(moment.next(9399, 601, true)).toBe(9699)
})

test('after another jump there is nothing to wait for', () => {
  const moment = new CommonMoment()
  moment.next(10_000, 0, true)
  moment.forget()
  expect(moment.next(500, 16, true)).toBe(500)
})
