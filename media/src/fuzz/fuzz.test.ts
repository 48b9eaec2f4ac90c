import { expect, test } from 'vitest'

import { fuzz } from './run.ts'
import { mediaTargets } from './targets.ts'

/** Another run reaches other inputs by another seed; `node bench/src/fuzz.ts` takes its time. */
const SEED = 20_251_121
const ITERATIONS = 1500

test.each(mediaTargets)('the $name stands what it was never meant to read', (target) => {
  expect(fuzz(target, SEED, 0, ITERATIONS)).toBeUndefined()
})
