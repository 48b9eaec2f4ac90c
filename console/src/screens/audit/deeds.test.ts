import { CALLS } from '@vedette/contract/catalogue'
import { expect, it } from 'vitest'

import { deedKeyOf } from './deeds.ts'

const audited = CALLS.filter(({ effect }) => effect !== 'reads').map(({ path }) => path)

it.each(audited)('%s, which is on record, has its words', (path) => {
  expect(deedKeyOf(path)).toBeDefined()
})

it('shows a path of a later version as it is', () => {
  expect(deedKeyOf('/vms/device/toString')).toBeUndefined()
  expect(deedKeyOf('/vms/toString')).toBeUndefined()
})
