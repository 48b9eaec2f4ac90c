import { expect, it } from 'vitest'

import { RecordDispatch } from './record-dispatch.ts'

it('when orders are closed, what is being told is told first, and what waits is not done any more', async () => {
  const told: string[] = []
  const asked: string[] = []
  const answer = Promise.withResolvers<() => boolean>()
  const stream = { number: 1, did: 'CAM-1', channel: 0, quality: 'main' as const }
  const orders = new RecordDispatch(
    {
      archive: '/archive',
      wanted: (companyId) => {
        asked.push(companyId)
        return answer.promise
      },
      recorded: () => Promise.resolve([]),
    },
    (companyId) => ['first', 'second'].map((id) => ({ ...stream, companyId: companyId ?? id })),
    (_, given) => told.push(...given.map(({ company }) => company)),
    (error) => {
      throw error
    },
  )
  const refreshed = [orders.refresh(), orders.refresh('third')]
  await expect.poll(() => asked).toEqual(['first'])
  let isClosed = false
  const closed = orders.close().then(() => (isClosed = true))
  expect(isClosed).toBe(false)
  answer.resolve(() => true)
  await Promise.all([...refreshed, closed])
  expect(asked).toEqual(['first'])
  expect(told).toEqual(['first'])
})
