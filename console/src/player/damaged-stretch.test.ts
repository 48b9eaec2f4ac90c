import { expect, test } from 'vitest'

import { DAMAGE_MS, DamagedStretch } from './damaged-stretch.ts'

const AT = 1_000_000

test('nothing is damaged at first', () => {
  const stretch = new DamagedStretch()
  expect(stretch.has(AT)).toBe(false)
  expect(stretch.edgeFrom(AT, 1)).toBeUndefined()
})

test('a second on both sides is passed over', () => {
  const stretch = new DamagedStretch()
  stretch.add(AT)
  expect(stretch.has(AT - DAMAGE_MS)).toBe(true)
  expect(stretch.has(AT - DAMAGE_MS - 1)).toBe(false)
  expect(stretch.has(AT + DAMAGE_MS)).toBe(false)
})

test('it grows in both directions where that was not enough', () => {
  const stretch = new DamagedStretch()
  stretch.add(AT)
  stretch.add(AT + DAMAGE_MS)
  expect(stretch.has(AT - 2 * DAMAGE_MS)).toBe(true)
  expect(stretch.has(AT + 2 * DAMAGE_MS - 1)).toBe(true)
  expect(stretch.has(AT + 2 * DAMAGE_MS)).toBe(false)
})

test('damage elsewhere is a stretch of its own', () => {
  const stretch = new DamagedStretch()
  stretch.add(AT)
  stretch.add(AT + 60_000)
  expect(stretch.has(AT)).toBe(false)
  expect(stretch.has(AT + 60_000)).toBe(true)
})

test.each([
  { from: AT - 5000, towards: 1, edge: AT - DAMAGE_MS },
  { from: AT, towards: 1, edge: AT + DAMAGE_MS },
  { from: AT, towards: -1, edge: AT - DAMAGE_MS },
  { from: AT + 5000, towards: -8, edge: AT + DAMAGE_MS },
  { from: AT + 5000, towards: 8, edge: undefined },
])('from $from towards $towards the next edge is $edge', ({ from, towards, edge }) => {
  const stretch = new DamagedStretch()
  stretch.add(AT)
  expect(stretch.edgeFrom(from, towards)).toBe(edge)
})
