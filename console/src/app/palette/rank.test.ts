import { expect, test } from 'vitest'

import { ranked, rankOf } from './rank.ts'

const best = (typed: string, names: readonly string[]) => ranked(names, (name) => rankOf(typed, name))

test('the name itself comes first, then what begins with the text, then a word that does, then the middle of one', () => {
  const names = ['Floodgate', 'Back gate', 'Gates', 'Gate', 'Lobby', 'Side gate']
  expect(best('gate', names)).toEqual(['Gate', 'Gates', 'Back gate', 'Side gate', 'Floodgate'])
})

test('words are found in any order, and in what is said beside the name', () => {
  expect(best('gate east', ['Gate', 'East gate'])).toEqual(['East gate'])
  expect(rankOf('dark appearance', 'Dark', 'Appearance')).toBe(5)
  expect(rankOf('dark layout', 'Dark', 'Appearance')).toBeUndefined()
})

test('case, spaces and the width of letters do not matter', () => {
  expect(rankOf('  ＧＡＴＥ   12 ', 'gate 12')).toBe(0)
  expect(rankOf('大门', '北大门')).toBe(3)
})
