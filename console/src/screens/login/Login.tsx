import { lazy, type ReactNode, Suspense, useEffect } from 'react'

import './login.css'

import { LanguageChoice } from '../../app/LanguageChoice.tsx'
import { ThemeChoice } from '../../app/ThemeChoice.tsx'
import { useT } from '../../i18n/language.ts'
import { BrandMark } from '../../ui/BrandMark.tsx'
import { brand } from '../../wire/settings.ts'
import { LoginForm } from './LoginForm.tsx'
import { Mosaic } from './Mosaic.tsx'

const InvitationForm = lazy(async () => ({ default: (await import('./InvitationForm.tsx')).InvitationForm }))

/** With the token of an invitation it is accepted here, rather than somebody logged in. */
export function Login({ invitation }: { invitation?: string }): ReactNode {
  const t = useT()
  const title = `${t('login.title')} · ${brand}`
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className="login">
      <aside className="hero">
        <Mosaic />
        <div className="hero-text">
          <p className="hero-tagline">{t('login.tagline')}</p>
          <p>{t('login.tagText')}</p>
        </div>
      </aside>
      <main className="login-side">
        <div className="login-choices">
          <LanguageChoice isBare />
          <ThemeChoice isBare />
        </div>
        <div className="login-box">
          <BrandMark />
          {invitation === undefined && <h1>{t('login.title')}</h1>}
          <Suspense>
            {invitation === undefined ? <LoginForm /> : <InvitationForm token={invitation} />}
          </Suspense>
        </div>
      </main>
    </div>
  )
}
