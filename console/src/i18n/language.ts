import { z } from 'zod'
import { create } from 'zustand'

import { stored } from '../app/stored.ts'
import { FURTHER_LANGUAGES } from './languages.ts'
import { fetchPack, isAtHand, type Language } from './packs.ts'
import { type ParametersOf, type TextKey, translate } from './translate.ts'

/** A language, or `auto`. */
export type LanguageMode = Language

/** Languages (section 9). */
export const LANGUAGES: readonly LanguageMode[] = ['zh-cn', 'en', ...Object.keys(FURTHER_LANGUAGES), 'auto']

/** What `auto` is in a browser whose languages the console lacks (section 9). */
export const FALLBACK_LANGUAGE: Language = 'en'

/** `auto` follows the browser. */
export function languageFor(
  mode: LanguageMode,
  browser: readonly string[],
  offered: readonly Language[] = LANGUAGES,
): Language {
  if (mode !== 'auto') return mode
  for (const tag of browser) {
    const [spoken = ''] = tag.toLowerCase().split('-')
    if (spoken === 'zh') return 'zh-cn'
    const exact = offered.find((it) => it === tag.toLowerCase())
    const language = exact ?? offered.find((it) => it === spoken)
    if (language) return language
  }
  return FALLBACK_LANGUAGE
}

interface LanguageChoice {
  mode: LanguageMode
  language: Language
}

const Mode = z.string().refine((mode) => LANGUAGES.includes(mode))

export const useLanguage = create<LanguageChoice>(() => {
  const mode = storedMode()
  const language = languageFor(mode, browserLanguages())
  return { mode, language: isAtHand(language) ? language : FALLBACK_LANGUAGE }
})

function storedMode(): LanguageMode {
  return stored.read('languageMode', Mode) ?? 'auto'
}

function browserLanguages(): readonly string[] {
  return globalThis.navigator?.languages ?? []
}

/** Shows the chosen language once its texts are there, unless another was chosen meanwhile. */
async function show(mode: LanguageMode): Promise<void> {
  const language = languageFor(mode, browserLanguages())
  if (isAtHand(language)) return useLanguage.setState({ mode, language })
  useLanguage.setState({ mode })
  await fetchPack(language)
  if (useLanguage.getState().mode === mode) useLanguage.setState({ language })
}

/** What was chosen before. Without its texts the console stays in the language that it has. */
export async function followStoredLanguage(): Promise<void> {
  await show(storedMode()).catch(() => {})
}

export function chooseLanguage(mode: LanguageMode): void {
  stored.write('languageMode', mode)
  stored.write('language', languageFor(mode, browserLanguages()))
  // As above.
  show(mode).catch(() => {})
}

/** Called in mode `auto`, after the browser's own language changed. */
export function followBrowserLanguage(): void {
  chooseLanguage(useLanguage.getState().mode)
}

export type Translate = <K extends TextKey>(key: K, ...parameters: ParametersOf<K>) => string

const translators = new Map<Language, Translate>()

function translatorIn(language: Language): Translate {
  const known = translators.get(language)
  if (known) return known
  const made: Translate = (key, ...parameters) => translate(language, key, ...parameters)
  translators.set(language, made)
  return made
}

/** `t('login.title')`: the texts in the chosen language. The function changes only when the language does. */
export function useT(): Translate {
  return translatorIn(useLanguage(({ language }) => language))
}

/** The texts for what is said outside of React. */
export function currentT(): Translate {
  return translatorIn(useLanguage.getState().language)
}
