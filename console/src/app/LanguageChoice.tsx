import type { ReactNode } from 'react'

import { chooseLanguage, LANGUAGE_MODES, type LanguageMode, useLanguage, useT } from '../i18n/language.ts'
import { Choice } from '../ui/Choice.tsx'

/** Languages are named in themselves, so that whoever reads only one finds it. */
const OWN_NAMES = {
  'zh-cn': { label: '中文', lang: 'zh-CN' },
  en: { label: 'English', lang: 'en' },
} as const

export function LanguageChoice({ isBare = false }: { isBare?: boolean }): ReactNode {
  const t = useT()
  const mode = useLanguage((state) => state.mode)
  const options = LANGUAGE_MODES.map((value: LanguageMode) => ({
    value,
    ...(value === 'auto' ? { label: t('app.auto') } : OWN_NAMES[value]),
  }))
  return (
    <Choice
      label={t('app.language')}
      options={options}
      value={mode}
      onChoose={chooseLanguage}
      isBare={isBare}
    />
  )
}
