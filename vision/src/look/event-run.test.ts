import { expect, it } from 'vitest'

import { EventRun, QUIET_MS } from './event-run.ts'

it('begins with what is seen first, goes on while it is seen, and ends 10 s after the last of it', () => {
  const run = new EventRun()
  const steps = [0, 200, 1200, 9000].map((at) => run.step(true, at))
  expect(steps).toEqual(['begin', undefined, 'touch', 'touch'])
  expect(run.lastMs).toBe(9000)
  expect(run.step(false, 9000 + QUIET_MS)).toBeUndefined()
  expect(run.step(false, 9001 + QUIET_MS)).toBe('end')
  expect(run.step(false, 9200 + QUIET_MS)).toBeUndefined()
  expect(run.isOn).toBe(false)
})

it('what is seen within 10 s is the same event, and later another one', () => {
  const run = new EventRun()
  expect([run.step(true, 0), run.step(true, QUIET_MS), run.step(true, 2 * QUIET_MS + 1)]).toEqual([
    'begin',
    'touch',
    'end',
  ])
  expect(run.step(true, 2 * QUIET_MS + 200)).toBe('begin')
})
