import { expect, it } from 'vitest'

import { home } from '../../i18n/home.ts'
import { currentT } from '../../i18n/language.ts'
import { addSections } from '../../i18n/translate.ts'
import { reachText } from './Storage.tsx'

addSections({ home })

it('less than an hour of recording is not told as 0 hours', () => {
  expect([0.03, 0.05, 0.5, 1.9].map((days) => reachText(currentT(), days))).toEqual([
    'Less than 1 hour',
    '1 hour',
    '12 hours',
    '1 day',
  ])
})
