import type { ReactNode } from 'react'

import { chooseLanguage, type LanguageMode, LANGUAGES, useLanguage, useT } from '../i18n/language.ts'
import { Choice } from '../ui/Choice.tsx'

/** Languages are named in themselves, so that anyone who reads only one finds it. */
export const OWN_NAMES = {
  'zh-cn': { label: '中文', lang: 'zh-CN' },
  en: { label: 'English', lang: 'en' },
} as const

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
    ...(value === 'auto' ? { label: t('app.auto') } : OWN_NAMES[value]),
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
