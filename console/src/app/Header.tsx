import type { ReactNode } from 'react'
import { Link } from 'wouter'

import { useT } from '../i18n/language.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { IconSettings, IconUser } from '../ui/icons.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { type Page, PAGE_REGISTRY } from './pages.ts'
import { menuOf } from './routes.ts'
import { isPermitted, type LoggedIn } from './session-store.ts'
import { logOut, switchCompany, useSession } from './session.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

export function Header({ page }: { page: Page }): ReactNode {
  const t = useT()
  const user = useSession((state) => state.user)
  if (!user) return null
  const menu = menuOf({ may: (key) => isPermitted(user, key) }, PAGE_REGISTRY)
  return (
    <header className="header">
      <BrandMark />
      <nav aria-label={t('app.menu')}>
        {menu.map((it) => (
          <Link key={it.path} href={it.path} aria-current={it.key === page.key ? 'page' : undefined}>
            {t(it.labelKey)}
          </Link>
        ))}
      </nav>
      <button type="button" className="icon-button" popoverTarget="settings" aria-label={t('app.settings')}>
        <IconSettings />
      </button>
      <div id="settings" popover="auto" className="popover">
        <LanguageChoice />
        <ThemeChoice />
      </div>
      <UserMenu user={user} />
    </header>
  )
}

function UserMenu({ user }: { user: LoggedIn }): ReactNode {
  const t = useT()
  const { companyInfos, currentCompany, currentAccount, userInfo } = user
  const name = userInfo.Name || currentAccount
  return (
    <>
      <button type="button" className="user-button" popoverTarget="user">
        <IconUser />
        <span>
          {currentCompany.CompanyName} · {name}
        </span>
      </button>
      <div id="user" popover="auto" className="popover">
        <label className="field">
          <span>{t('app.company')}</span>
          <select
            className="input"
            value={currentCompany.CompanyID}
            disabled={companyInfos.length === 1}
            onChange={(event) => switchCompany(event.currentTarget.value)}
          >
            {companyInfos.map((it) => (
              <option key={it.CompanyID} value={it.CompanyID}>
                {it.CompanyName}
              </option>
            ))}
          </select>
        </label>
        <p className="field">
          <span>{t('app.account')}</span>
          <b>{currentAccount}</b>
        </p>
        <button type="button" className="button" onClick={() => void logOut()}>
          {t('app.logOut')}
        </button>
      </div>
    </>
  )
}
