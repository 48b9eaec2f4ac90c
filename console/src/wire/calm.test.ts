import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { calm, comesFirst } from './calm.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Whether it has come by then. */
function come(): () => boolean {
  let isThere = false
  void calm().then(() => (isThere = true))
  return () => isThere
}

test('it comes after what somebody waits for, also where that fails', async () => {
  const first = Promise.withResolvers<void>()
  comesFirst(first.promise)
  const isCalm = come()
  await vi.advanceTimersByTimeAsync(1500)
  expect(isCalm()).toBe(false)
  first.reject(new Error('no picture'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(isCalm()).toBe(true)
})

test('what begins meanwhile is waited for as well', async () => {
  const isCalm = come()
  await vi.advanceTimersByTimeAsync(500)
  const second = Promise.withResolvers<void>()
  comesFirst(second.promise)
  await vi.advanceTimersByTimeAsync(1000)
  expect(isCalm()).toBe(false)
  second.resolve()
  await vi.advanceTimersByTimeAsync(1000)
  expect(isCalm()).toBe(true)
})

test('it comes after two seconds at the latest', async () => {
  const never = Promise.withResolvers<void>()
  comesFirst(never.promise)
  const isCalm = come()
  await vi.advanceTimersByTimeAsync(1999)
  expect(isCalm()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isCalm()).toBe(true)
  never.resolve()
})
