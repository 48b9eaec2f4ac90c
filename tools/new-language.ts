/** `node tools/new-language.ts pl`: a file for another language of the console, in English still, to be translated in place. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { CODES } from '@vedette/contract/codes'
import { REASONS } from '@vedette/contract/reasons'
import { ACTIONS } from '@vedette/contract/titles'

import * as sections from '../console/src/i18n/sections.ts'

const FOLDER = join(import.meta.dirname, '../console/src/i18n/languages')

type Words = Record<string, string>
export interface EnglishPack {
  texts: Record<string, Words>
  codes: Words
  reasons: Words
  actions: Words
}

/** What a language has to say, in English. */
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

if (import.meta.main) {
  const [code = ''] = process.argv.slice(2)
  const file = join(FOLDER, `${code}.ts`)
  const isLanguage =
    /^[a-z]{2,3}(-[a-z0-9]+)*$/.test(code) && Intl.PluralRules.supportedLocalesOf(code).length > 0
  if (!isLanguage || ['en', 'zh-cn'].includes(code) || existsSync(file)) {
    console.error(
      `${code || 'Without a code'}: not a language that can be added. A code is written as in pl or pt-br.`,
    )
    process.exitCode = 2
  } else {
    writeFileSync(file, languageFile(englishPack()))
    console.log(
      `${file} is to be translated; its line in languages.ts is  '${code}': () => import('./languages/${code}.ts'),`,
    )
  }
}
