import type { ReactNode } from 'react'

import { chooseLanguage, type LanguageMode, LANGUAGES, useLanguage, useT } from '../i18n/language.ts'
import type { Language } from '../i18n/packs.ts'
import { Choice } from '../ui/Choice.tsx'

/** Languages are named in themselves, so that anyone who reads only one finds it. */
export function ownNameOf(language: Language): string {
  if (language === 'zh-cn') return '中文'
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
