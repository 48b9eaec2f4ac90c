import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TestClock } from './clock.ts'
import { idSource } from './ids.ts'

test('ids rise strictly whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 50 }), (steps) => {
      const clock = new TestClock()
      const newId = idSource(clock)
      let last = newId()
      for (const step of steps) {
        clock.advance(step)
        const id = newId()
        expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
        expect(id > last).toBe(true)
        last = id
      }
    }),
  )
})

test('the first ten characters are the time', () => {
  // The example of the ULID specification: 1469918176385 is 01ARYZ6S41.
  const newId = idSource(new TestClock(1469918176385))
  expect(newId().slice(0, 10)).toBe('01ARYZ6S41')
})

test('two sources do not make the same ids', () => {
  const clock = new TestClock()
  expect(idSource(clock)()).not.toBe(idSource(clock)())
})
