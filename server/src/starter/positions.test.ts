import { expect, it } from 'vitest'

import { namedIn } from './positions.ts'

it('places and what stands there are called by the language of who runs the platform', () => {
  expect(namedIn('zh-cn', 'Main gate')).toBe('正门')
  expect(namedIn('zh-cn', 'Main gate', 'Main gate 01')).toBe('正门 01')
  expect(namedIn('zh-cn', 'Somewhere', 'Somewhere 02')).toBe('Somewhere 02')
  expect(namedIn('en', 'Main gate', 'Main gate 01')).toBe('Main gate 01')
})
