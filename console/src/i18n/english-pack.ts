/** All that a language has to say, in English: what another one begins with, and is compared to. */
import { CODES } from '@vedette/contract/codes'
import { REASONS } from '@vedette/contract/reasons'
import { ACTIONS } from '@vedette/contract/titles'

import * as sections from './sections.ts'

type Words = Record<string, string>
export interface EnglishPack {
  texts: Record<string, Words>
  codes: Words
  reasons: Words
  actions: Words
}

export function englishPack(): EnglishPack {
  return {
    texts: Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, english(section)])),
    codes: english(CODES),
    reasons: english(REASONS),
    actions: Object.fromEntries(ACTIONS.map(({ name, title }) => [name, title.en])),
  }
}

function english(entries: Readonly<Record<string, { en: string }>>): Words {
  return Object.fromEntries(Object.entries(entries).map(([key, { en }]) => [key, en]))
}

/** The file of such a language; `types` is how it reaches `LanguagePack`. */
export function languageFile(pack: EnglishPack, types = '../languages.ts'): string {
  return `import type { LanguagePack } from '${types}'

export default ${JSON.stringify(pack, null, 2)} satisfies LanguagePack
`
}
