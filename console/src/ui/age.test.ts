import { expect, it } from 'vitest'

import { devices } from '../i18n/devices.ts'
import type { Language } from '../i18n/packs.ts'
import { addSections, translate } from '../i18n/translate.ts'
import { ageText } from './age.ts'

addSections({ devices })

it.each([
  [-5_000, 'just now', '刚刚'],
  [59_999, 'just now', '刚刚'],
  [4 * 60_000, '4 min', '4 分钟'],
  [7 * 3_600_000 + 1, '7 h', '7 小时'],
  [49 * 3_600_000, '2 d', '2 天'],
])('an age of %i ms is told by its largest unit', (ms, en, zh) => {
  const said = (language: Language): string =>
    ageText((key, ...parameters) => translate(language, key, ...parameters), ms)
  expect(said('en')).toBe(en)
  expect(said('zh-cn')).toBe(zh)
})
