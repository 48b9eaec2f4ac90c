import { CALLS } from '@vedette/contract/catalogue'
import { expect, it } from 'vitest'

import { DEED_CHOICES, deedKeyOf } from './deeds.ts'

const audited = CALLS.filter(({ effect }) => effect !== 'reads').map(({ path }) => path)

it.each(audited)('%s, which is on record, has its words', (path) => {
  expect(deedKeyOf(path)).toBeDefined()
})

it('shows a path of a later version as it is', () => {
  expect(deedKeyOf('/vms/device/toString')).toBeUndefined()
  expect(deedKeyOf('/vms/toString')).toBeUndefined()
})

it('offers every deed once, with all calls that it stands for', () => {
  const keys = DEED_CHOICES.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  const offered = new Set(DEED_CHOICES.flatMap(({ paths }) => paths))
  expect(audited.filter((path) => !offered.has(path))).toEqual([])
})
