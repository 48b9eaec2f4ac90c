import { z } from 'zod'
import { create } from 'zustand'

import { stored } from '../app/stored.ts'
import { type Language, type ParametersOf, type TextKey, translate } from './translate.ts'

export type LanguageMode = Language | 'auto'

/** Languages (section 9). */
export const LANGUAGES: readonly LanguageMode[] = ['zh-cn', 'en', 'auto']

/** What `auto` is in a browser whose languages the console lacks (section 9). */
export const FALLBACK_LANGUAGE: Language = 'en'

/** `auto` follows the browser. */
export function languageFor(mode: LanguageMode, browser: readonly string[]): Language {
  if (mode !== 'auto') return mode
  for (const tag of browser) {
    if (/^zh\b/i.test(tag)) return 'zh-cn'
    if (/^en\b/i.test(tag)) return 'en'
  }
  return FALLBACK_LANGUAGE
}

interface LanguageChoice {
  mode: LanguageMode
  language: Language
}

function choiceOf(mode: LanguageMode): LanguageChoice {
  return { mode, language: languageFor(mode, globalThis.navigator?.languages ?? []) }
}

export const useLanguage = create<LanguageChoice>(storedChoice)

function storedChoice(): LanguageChoice {
  return choiceOf(stored.read('languageMode', z.enum(['zh-cn', 'en', 'auto'])) ?? 'auto')
}

export function chooseLanguage(mode: LanguageMode): void {
  const choice = choiceOf(mode)
  stored.write('languageMode', mode)
  stored.write('language', choice.language)
  useLanguage.setState(choice)
}

/** Takes over what another tab has chosen. */
export function followStoredLanguage(): void {
  useLanguage.setState(storedChoice())
}

/** Called in mode `auto`, after the browser's own language changed. */
export function followBrowserLanguage(): void {
  chooseLanguage(useLanguage.getState().mode)
}

export type Translate = <K extends TextKey>(key: K, ...parameters: ParametersOf<K>) => string

const inLanguage = {
  'zh-cn': (key, ...parameters) => translate('zh-cn', key, ...parameters),
  en: (key, ...parameters) => translate('en', key, ...parameters),
} satisfies Record<Language, Translate>

/** `t('login.title')`: the texts in the chosen language. The function changes only when the language does. */
export function useT(): Translate {
  return inLanguage[useLanguage(({ language }) => language)]
}

/** The texts for what is said outside of React. */
export function currentT(): Translate {
  return inLanguage[useLanguage.getState().language]
}
