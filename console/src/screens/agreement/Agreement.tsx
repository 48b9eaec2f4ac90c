import { type ReactNode, useEffect } from 'react'

import './agreement.css'

import { AGREEMENT_VERSION } from '../../app/agreements.ts'
import { PRIVACY_AGREEMENT, USER_AGREEMENT } from '../../brand/Vedette/agreements.ts'
import { LanguageChoice } from '../../app/LanguageChoice.tsx'
import type { Agreement as Which } from '../../app/routes.ts'
import { ofEntry } from '../../i18n/entry.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { BrandMark } from '../../ui/BrandMark.tsx'
import { brand } from '../../wire/settings.ts'

const TEXTS = { user: USER_AGREEMENT, privacy: PRIVACY_AGREEMENT }

export function Agreement({ which }: { which: Which }): ReactNode {
  const t = useT()
  const language = useLanguage((state) => state.language)
  const title = t(`agreement.${which}`)
  useEffect(() => {
    document.title = `${title} · ${brand}`
  }, [title])
  return (
    <main className="agreement">
      <div className="agreement-head">
        <BrandMark />
        <LanguageChoice isBare />
      </div>
      <h1>{title}</h1>
      <p className="agreement-version">{t('agreement.version', { version: AGREEMENT_VERSION })}</p>
      {TEXTS[which].map(({ head, body }) => (
        <section key={head.en}>
          <h2>{ofEntry(language, head)}</h2>
          <p>{ofEntry(language, body)}</p>
        </section>
      ))}
      <a className="button" href="#/login">
        {t('agreement.back')}
      </a>
    </main>
  )
}
