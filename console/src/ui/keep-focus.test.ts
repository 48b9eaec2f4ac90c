import { expect, it } from 'vitest'

import { neighbourOf } from './keep-focus.ts'

const rows = ['a', 'b', 'c', 'd']
const without = (gone: string) => (row: string) => !gone.includes(row)

it('the next row takes the place of one that is gone, the one before where it was the last', () => {
  expect(neighbourOf(rows, 1, without('b'))).toBe('c')
  expect(neighbourOf(rows, 3, without('d'))).toBe('c')
})

it('rows that went along are passed over', () => {
  expect(neighbourOf(rows, 1, without('bc'))).toBe('d')
  expect(neighbourOf(rows, 2, without('bcd'))).toBe('a')
  expect(neighbourOf(rows, 1, without('abcd'))).toBeUndefined()
})
