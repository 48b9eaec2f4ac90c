import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { openLoadingMask, useLoadingMask } from './loading-mask.ts'

function isShown(): boolean {
  return useLoadingMask.getState().holders > 0
}

describe('the loading mask', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
  })

  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
  })

  it('stays for 400 ms after it was let go', () => {
    const letGo = openLoadingMask()
    vi.advanceTimersByTime(10_000)
    letGo()
    vi.advanceTimersByTime(399)
    expect(isShown()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isShown()).toBe(false)
  })

  it('stays while one of several holds it, however often another lets go', () => {
    const first = openLoadingMask()
    const second = openLoadingMask()
    first()
    first()
    vi.advanceTimersByTime(1000)
    expect(isShown()).toBe(true)
    second()
    vi.advanceTimersByTime(400)
    expect(isShown()).toBe(false)
  })
})
