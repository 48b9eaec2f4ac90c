import { expect, it } from 'vitest'

import { Doze } from './doze.ts'

/** Resolves when the doze has asked `times` times, and may not go on. */
function dozing(
  times: number,
  isCalled = (): boolean => false,
): { doze: Doze; asked: () => number; over: Promise<void> } {
  let asked = 0
  let end = (): void => {}
  const over = new Promise<void>((resolve) => (end = resolve))
  const doze = new Doze(() => {
    asked++
    if (asked % times === 0) end()
    return asked % times !== 0
  }, isCalled)
  return { doze, asked: () => asked, over }
}

it('sleeps again and again until it may not, and is no hindrance to timers', async () => {
  const { doze, asked, over } = dozing(5)
  const timer = new Promise<string>((resolve) => setTimeout(() => resolve('ran'), 1))
  doze.begin()
  expect(doze.latestMs).toBeGreaterThan(0)
  await over
  expect(asked()).toBe(5)
  expect(doze.latestMs).toBe(0)
  expect(await timer).toBe('ran')
})

it('begins once, and once more after it ended', async () => {
  const { doze, asked, over } = dozing(3)
  doze.begin()
  doze.begin()
  await over
  expect(asked()).toBe(3)
  doze.begin()
  expect(asked()).toBe(4)
  expect(doze.latestMs).toBeGreaterThan(0)
})

it('does not begin where it may not', () => {
  const doze = new Doze(
    () => false,
    () => false,
  )
  doze.begin()
  expect(doze.latestMs).toBe(0)
})

it('looks whether it is called several times a sleep, and sleeps no longer where it is', async () => {
  const looksOf = async (isCalled: boolean): Promise<number> => {
    let looks = 0
    // The one that begins, one before each of the five sleeps, and a no.
    const { doze, over } = dozing(7, () => {
      looks++
      return isCalled
    })
    doze.begin()
    await over
    return looks
  }
  expect(await looksOf(false)).toBeGreaterThan(5)
  expect(await looksOf(true)).toBeLessThanOrEqual(5)
})
