import { reasonText as inOwnLanguage, type ReasonWord } from '@vedette/contract/reasons'

import { type Language, ownLanguageFor, packOf } from './packs.ts'

/** Why an input was refused, in any language of the console. */
export function reasonText(
  language: Language,
  word: ReasonWord,
  values?: Readonly<Record<string, string | number>>,
): string {
  return inOwnLanguage(packOf(language)?.reasons ?? ownLanguageFor(language), word, values)
}
