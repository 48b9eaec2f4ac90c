import { expect, it } from 'vitest'

import { currentT } from '../../i18n/language.ts'
import * as sections from '../../i18n/sections.ts'
import { addSections } from '../../i18n/translate.ts'
import { limitText } from './chosen-limits.ts'

addSections(sections)

it('says how many of the devices chosen on the map a wall, a tour and a move take', () => {
  const t = currentT()
  expect(limitText(t, { windows: 64 }, 64)).toBeUndefined()
  expect(limitText(t, { windows: 64 }, 65)).toBe('Only the first 64 of 65 cameras are shown')
  expect(limitText(t, 'patrol', 500)).toBeUndefined()
  expect(limitText(t, 'patrol', 501)).toBe('Only the first 500 of 501 cameras are included')
  expect(limitText(t, 'region', 9999)).toBeUndefined()
  expect(limitText(t, 'region', 10_000)).toBe('At most 9999 devices can be moved at a time')
})
