import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { AlarmBell } from './alarms/AlarmBell.tsx'
import { ArchiveStatus } from './ArchiveStatus.tsx'
import { HeaderTools } from './HeaderTools.tsx'
import { LinkStatus } from './LinkStatus.tsx'
import { menuOf } from './menu.ts'
import { Menu } from './Menu.tsx'
import { type Page, PAGE_REGISTRY } from './pages.ts'
import { PaletteButton } from './palette/PaletteButton.tsx'
import { isAdministrator, isPermitted, viewerOf } from './session-store.ts'
import { HOME_PATH } from './routes.ts'
import { useSession } from './session.ts'
import { TroublePill } from './TroublePill.tsx'
import { UserMenu } from './UserMenu.tsx'
import { usePhone } from './use-phone.ts'

export function Header({ page }: { page: Page | undefined }): ReactNode {
  const t = useT()
  const user = useSession((state) => state.user)
  const isPhone = usePhone()
  if (!user) return null
  return (
    <header className="header">
      <a className="header-home" href={`#${isAdministrator(user) ? HOME_PATH : '/'}`} title={t('page.home')}>
        <BrandMark />
      </a>
      {!page ? (
        <span className="menu" />
      ) : isPhone ? (
        <span className="header-title">{t(page.labelKey)}</span>
      ) : (
        <Menu menu={menuOf(viewerOf(user), PAGE_REGISTRY)} current={page} />
      )}
      <LinkStatus />
      <TroublePill />
      <ArchiveStatus />
      <PaletteButton />
      {isPermitted(user, 'alarmManger') && <AlarmBell />}
      {!isPhone && <HeaderTools />}
      <UserMenu user={user} />
    </header>
  )
}
