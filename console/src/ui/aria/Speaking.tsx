import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

import { useLanguage } from '../../i18n/language.ts'
import type { Language } from '../../i18n/packs.ts'

/** English with dates as the rest of the console writes them: year, month, day, and 24 hours. */
const LOCALES: Readonly<Record<Language, string>> = { 'zh-cn': 'zh-CN', en: 'en-SE' }

/** What a control inside says of itself, and its dates, are in the person's language. */
export function Speaking({ children }: { children: ReactNode }): ReactNode {
  const language = useLanguage((state) => state.language)
  return <I18nProvider locale={LOCALES[language] ?? language}>{children}</I18nProvider>
}
