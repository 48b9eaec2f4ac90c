import { expect, it } from 'vitest'

import { StorageFailure } from '../engines/storage/failures.ts'
import { failureOf } from './failure.ts'

it('says "disk full" to anyone who logs in while the disk of the database is, and the log has it', () => {
  const error = new StorageFailure('full', 'database or disk is full')
  expect(failureOf(error)).toEqual({ status: 200, answer: { CODE: '6113', BODY: {} }, bug: error })
})
