import fc from 'fast-check'
import { expect, it } from 'vitest'

import { Line } from './line.ts'

const jobsOf = (companyId: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ companyId, id: `${companyId}${at}` }))

it('lets companies take turns, however many one of them brought', () => {
  const line = new Line<{ companyId: string; id: string }>(2)
  line.add(jobsOf('a', 1000))
  line.add(jobsOf('b', 3))
  expect([line.take(), line.take(), line.take(), line.take()].map((job) => job?.id)).toEqual([
    'a0',
    'b0',
    'a1',
    'b1',
  ])
  // Both have as many as one company may.
  expect(line.take()).toBeUndefined()
  line.done('a')
  expect(line.take()?.id).toBe('a2')
  line.done('b')
  expect(line.take()?.id).toBe('b2')
})

it('gives out each job once and in its order, whatever comes and ends when', () => {
  const step = fc.oneof(
    fc.record({ add: fc.constantFrom('a', 'b', 'c'), count: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ end: fc.nat() }),
    fc.constant({ take: true }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const line = new Line<{ companyId: string; number: number }>(2)
      const running: { companyId: string; number: number }[] = []
      const taken: typeof running = []
      let made = 0
      const take = (): boolean => {
        const job = line.take()
        if (!job) return false
        running.push(job)
        taken.push(job)
        expect(running.filter(({ companyId }) => companyId === job.companyId).length).toBeLessThanOrEqual(2)
        return true
      }
      const end = (at: number): void => {
        const [job] = running.splice(at % Math.max(1, running.length), 1)
        if (job) line.done(job.companyId)
      }
      for (const it of steps) {
        if ('add' in it)
          line.add(Array.from({ length: it.count }, () => ({ companyId: it.add, number: made++ })))
        else if ('end' in it) end(it.end)
        else take()
      }
      while (running.length > 0 || take()) {
        end(0)
        take()
      }
      expect(taken).toHaveLength(made)
      for (const companyId of ['a', 'b', 'c']) {
        const numbers = taken.filter((job) => job.companyId === companyId).map(({ number }) => number)
        expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
      }
    }),
  )
})
