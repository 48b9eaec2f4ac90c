import { expect, it } from 'vitest'

import { CallFailure, succeeds } from './failure.ts'

it('a failed call ends what is run and no more; a bug is not kept quiet', async () => {
  const steps: string[] = []
  const run = (cause?: Error) => async () => {
    steps.push('begun')
    if (cause) await Promise.reject(cause)
    steps.push('done')
  }
  expect([await succeeds(run()), await succeeds(run(new CallFailure('6004')))]).toEqual([true, false])
  expect(steps).toEqual(['begun', 'done', 'begun'])
  await expect(succeeds(run(new TypeError('a bug')))).rejects.toThrow('a bug')
})
