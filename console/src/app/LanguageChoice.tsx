import type { ReactNode } from 'react'

import { chooseLanguage, type LanguageMode, LANGUAGES, useLanguage, useT } from '../i18n/language.ts'
import type { Language } from '../i18n/packs.ts'
import { Choice } from '../ui/Choice.tsx'

/** The browser takes 20 ms to name its first language, and does not write Chinese as it is written here. */
const OWN_NAMES: Readonly<Record<Language, string>> = { en: 'English', 'zh-cn': '中文' }

/** Languages are named in themselves, so that anyone who reads only one finds it. */
export function ownNameOf(language: Language): string {
  const known = OWN_NAMES[language]
  if (known !== undefined) return known
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

interface Props {
  isBare?: boolean
  /** What is chosen; without it, what is in use. */
  mode?: LanguageMode
  /** Without it a choice is in use at once. */
  onChoose?: (mode: LanguageMode) => void
}

export function LanguageChoice({ isBare = false, mode, onChoose = chooseLanguage }: Props): ReactNode {
  const t = useT()
  const inUse = useLanguage((state) => state.mode)
  const options = LANGUAGES.map((value) => ({
    value,
    ...(value === 'auto' ? { label: t('app.auto') } : { label: ownNameOf(value), lang: value }),
  }))
  return (
    <Choice
      label={t('app.language')}
      options={options}
      value={mode ?? inUse}
      onChoose={onChoose}
      isBare={isBare}
    />
  )
}
