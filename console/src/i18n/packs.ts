/** Which language has which texts: two are built in, the others are fetched when they are chosen. */
import { FURTHER_LANGUAGES, type LanguagePack } from './languages.ts'

/** Those that are built in, and that the server knows. */
export type OwnLanguage = 'zh-cn' | 'en'

/** One of the two, or a key of `FURTHER_LANGUAGES`. */
export type Language = string

const PACKS = new Map<Language, LanguagePack>()

/** The texts of a further language that was fetched. */
export function packOf(language: Language): LanguagePack | undefined {
  return PACKS.get(language)
}

export function isAtHand(language: Language): boolean {
  return !Object.hasOwn(FURTHER_LANGUAGES, language) || PACKS.has(language)
}

export async function fetchPack(language: Language): Promise<void> {
  const pack = await FURTHER_LANGUAGES[language]?.()
  if (pack) PACKS.set(language, pack.default)
}

/** For what comes in two languages alone: files that the server writes, names of a company's own values. */
export function ownLanguageFor(language: Language): OwnLanguage {
  return language === 'zh-cn' ? 'zh-cn' : 'en'
}

/** In which words the contract's `titleOf` and `auditedActions` speak. */
export function actionTitlesIn(language: Language): LanguagePack['actions'] | OwnLanguage {
  return packOf(language)?.actions ?? ownLanguageFor(language)
}
