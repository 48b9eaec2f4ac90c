import { type ReactNode, Suspense, useEffect } from 'react'

import './login.css'

import { LanguageChoice } from '../../app/LanguageChoice.tsx'
import { ThemeChoice } from '../../app/ThemeChoice.tsx'
import { useT } from '../../i18n/language.ts'
import { BrandMark } from '../../ui/BrandMark.tsx'
import { brand } from '../../wire/settings.ts'
import { LoginForm } from './LoginForm.tsx'
import { Mosaic } from './Mosaic.tsx'

export function Login(): ReactNode {
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
          <h1>{t('login.title')}</h1>
          <Suspense>
            <LoginForm />
          </Suspense>
        </div>
      </main>
    </div>
  )
}
