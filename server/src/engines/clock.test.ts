import { expect, test } from 'vitest'
import { systemClock, TestClock } from './clock.ts'

test('timers run in the order in which they fall due, each at its own time', () => {
  const clock = new TestClock(1000)
  const ran: string[] = []
  clock.after(30, () => ran.push(`after ${clock.now()}`))
  clock.every(20, () => ran.push(`every ${clock.now()}`))
  clock.advance(50)
  expect(ran).toEqual(['every 1020', 'after 1030', 'every 1040'])
  expect(clock.now()).toBe(1050)
})

test('a stopped timer does not run, even when it stops itself', () => {
  const clock = new TestClock()
  const ran: string[] = []
  clock.after(10, () => ran.push('stopped')).stop()
  const repeated = clock.every(10, () => {
    ran.push('once')
    repeated.stop()
  })
  clock.advance(100)
  expect(ran).toEqual(['once'])
})

test('a timer that is set by a timer runs when its time is within the same advance', () => {
  const clock = new TestClock(0)
  const ran: number[] = []
  clock.after(10, () => clock.after(10, () => ran.push(clock.now())))
  clock.advance(25)
  expect(ran).toEqual([20])
})

test.each([systemClock, new TestClock()])('a delay that Node would turn into 1 ms is refused', (clock) => {
  expect(() => clock.after(2 ** 31, () => undefined)).toThrow("not a timer's delay: 2147483648 ms")
  expect(() => clock.every(Number.NaN, () => undefined)).toThrow("not a timer's delay: NaN ms")
})
