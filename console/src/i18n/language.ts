import { z } from 'zod'
import { create } from 'zustand'

import { stored } from '../app/stored.ts'
import { type Language, type ParametersOf, type TextKey, translate } from './translate.ts'

export type LanguageMode = Language | 'auto'

export const LANGUAGE_MODES: readonly LanguageMode[] = ['zh-cn', 'en', 'auto']

/** `auto` follows the browser; a language that the console lacks falls back to en. */
export function languageFor(mode: LanguageMode, browser: readonly string[]): Language {
  if (mode !== 'auto') return mode
  for (const tag of browser) {
    if (/^zh\b/i.test(tag)) return 'zh-cn'
    if (/^en\b/i.test(tag)) return 'en'
  }
  return 'en'
}

interface LanguageChoice {
  mode: LanguageMode
  language: Language
}

function choiceOf(mode: LanguageMode): LanguageChoice {
  return { mode, language: languageFor(mode, globalThis.navigator?.languages ?? []) }
}

export const useLanguage = create<LanguageChoice>(() =>
  choiceOf(stored.read('languageMode', z.enum(['zh-cn', 'en', 'auto'])) ?? 'auto'),
)

export function chooseLanguage(mode: LanguageMode): void {
  const choice = choiceOf(mode)
  stored.write('languageMode', mode)
  stored.write('language', choice.language)
  useLanguage.setState(choice)
}

/** In mode `auto`, after the browser's own language changed. */
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

/** For what is said outside of React. */
export function currentT(): Translate {
  return inLanguage[useLanguage.getState().language]
}
