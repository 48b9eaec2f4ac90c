import { expect, it } from 'vitest'

import { NOTHING_SELECTED, toggled } from './selection.ts'

const ORDER = ['a', 'b', 'c', 'd', 'e']

it('chooses one and leaves it again', () => {
  const one = toggled(NOTHING_SELECTED, ORDER, 'b', false)
  expect([...one.ids]).toEqual(['b'])
  expect([...toggled(one, ORDER, 'b', false).ids]).toEqual([])
})

it('chooses all from the one before with Shift, in either direction', () => {
  const d = toggled(NOTHING_SELECTED, ORDER, 'd', false)
  expect([...toggled(d, ORDER, 'b', true).ids].toSorted()).toEqual(['b', 'c', 'd'])
  const b = toggled(NOTHING_SELECTED, ORDER, 'b', false)
  expect([...toggled(b, ORDER, 'e', true).ids].toSorted()).toEqual(['b', 'c', 'd', 'e'])
})

it('leaves a range with Shift where its end was chosen', () => {
  const all = ORDER.reduce((it, id) => toggled(it, ORDER, id, false), NOTHING_SELECTED)
  expect([...toggled({ ...all, anchor: 'b' }, ORDER, 'd', true).ids].toSorted()).toEqual(['a', 'e'])
})

it('chooses the one alone where the range begins at a picture that is gone', () => {
  const gone = { ids: new Set<string>(), anchor: 'x' }
  expect([...toggled(gone, ORDER, 'c', true).ids]).toEqual(['c'])
})
