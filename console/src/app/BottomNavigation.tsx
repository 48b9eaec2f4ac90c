import './bottom-navigation.css'

import type { PageKey } from '@vedette/contract/pages'
import { type ReactNode, useRef } from 'react'

import { useT } from '../i18n/language.ts'
import { IconCamera, IconLive, IconReplay, IconSiren } from '../ui/page-icons.tsx'
import { HeaderTools } from './HeaderTools.tsx'
import { IconMenu } from './header-icons.tsx'
import { menuOf } from './menu.ts'
import { MenuEntries } from './Menu.tsx'
import { type Page, PAGE_REGISTRY } from './pages.ts'
import { isPermitted, viewerOf } from './session-store.ts'
import { useSession } from './session.ts'
import { UnseenCount } from './alarms/UnseenCount.tsx'

const SHORT = [
  { key: 'realTimeVideo', label: 'shell.live', icon: <IconLive /> },
  { key: 'replay', label: 'shell.replay', icon: <IconReplay /> },
  { key: 'alarmManger', label: 'shell.alarms', icon: <IconSiren /> },
  { key: 'deviceManger', label: 'shell.devices', icon: <IconCamera /> },
] as const satisfies readonly { key: PageKey; label: string; icon: ReactNode }[]

/** On a phone: the pages of every day within reach of a thumb, and all others behind the last button. */
export function BottomNavigation({ page }: { page: Page | undefined }): ReactNode {
  const t = useT()
  const user = useSession((state) => state.user)
  const sheet = useRef<HTMLDivElement>(null)
  const marked = page?.markedKey
  const may = (key: PageKey): boolean => isPermitted(user, key)
  const shown = SHORT.filter(({ key }) => may(key) && PAGE_REGISTRY.some((it) => it.key === key))
  return (
    <nav className="bottom-navigation" aria-label={t('shell.menu')}>
      {shown.map(({ key, label, icon }) => (
        <a key={key} href={`#/${key}`} aria-current={key === marked ? 'page' : undefined}>
          {icon}
          <span>{t(label)}</span>
          {key === 'alarmManger' && <UnseenCount />}
        </a>
      ))}
      <button
        type="button"
        popoverTarget="more-pages"
        data-current={page !== undefined && !shown.some(({ key }) => key === marked)}
      >
        <IconMenu />
        <span>{t('shell.more')}</span>
      </button>
      <div
        ref={sheet}
        id="more-pages"
        popover="auto"
        className="popover more-pages"
        role="group"
        aria-label={t('shell.more')}
      >
        <div onClick={() => sheet.current?.hidePopover()}>
          <MenuEntries menu={menuOf(viewerOf(user), PAGE_REGISTRY)} current={page} />
        </div>
        <div className="more-tools">
          <HeaderTools isSheet />
        </div>
      </div>
    </nav>
  )
}
