import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'

import './layout.css'

import { useT } from '../i18n/language.ts'
import * as sections from '../i18n/sections.ts'
import { addSections } from '../i18n/translate.ts'
import { Show } from '../ui/fetched.tsx'
import { focusFaults } from '../ui/focus-faults.ts'
import { keepFocus } from '../ui/keep-focus.ts'
import { Notice } from '../ui/Notice.tsx'
import { PageTitle } from '../ui/PageHead.tsx'
import { showTooltips } from '../ui/tooltips.ts'
import { ShortcutSheet } from '../ui/shortcuts/ShortcutSheet.tsx'
import { calm } from '../wire/calm.ts'
import { systemClock } from '../wire/clock.ts'
import { serverNow } from '../wire/server-clock.ts'
import { brand } from '../wire/settings.ts'
import { Ring } from './alarms/Ring.tsx'
import { AlarmNotices } from './alarms/AlarmNotices.tsx'
import { BottomNavigation } from './BottomNavigation.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { ExpiryWarning } from './ExpiryWarning.tsx'
import { Header } from './Header.tsx'
import { tellLinkFaults } from './link-faults.ts'
import { tellExports } from './tell-exports.ts'
import type { Page } from './pages.ts'
import { PaletteKey } from './palette/PaletteButton.tsx'
import { Pending } from './Pending.tsx'
import { keepOfflinePage } from './offline/keep-offline-page.ts'
import { push } from './push.ts'
import { queries } from './query-client.ts'
import { WALL_PATH } from './routes.ts'
import { syncPermissions } from './rights.ts'
import { usePhone } from './use-phone.ts'
import type { ScreenProps } from './screen-props.ts'
import { watchExpiry } from './session-expiry.ts'
import { refreshQuietly, refreshUserInfo, renewQuietly } from './own-session.ts'
import { session, useSession } from './session.ts'

addSections(sections)

/** Without a page it is that of somebody who may see none: he learns here of new rights, and can log out or go to another company. */
export function Layout({ page, parameters }: ScreenProps & { page?: Page }): ReactNode {
  const t = useT()
  const isPhone = usePhone()
  // Another device's page is another page, though its screen is the same.
  const place = [page?.path, ...Object.values(parameters)].join(' ')
  useEffect(() => {
    let isShown = true
    push.open()
    // Not after a log-out, which would be told that the session is over.
    void calm().then(async () => {
      if (!isShown) return
      await Promise.all([refreshUserInfo(), syncPermissions()])
    })
    return () => {
      isShown = false
      push.close()
    }
  }, [])
  useEffect(keepOfflinePage, [])
  useEffect(focusFaults, [])
  useEffect(keepFocus, [])
  useEffect(showTooltips, [])
  useEffect(tellLinkFaults, [])
  useEffect(tellExports, [])
  useEffect(
    () =>
      watchExpiry({
        clock: { ...systemClock, now: serverNow },
        expiresAt: () => session.getState().user?.userInfo.ExpiresAt ?? 0,
        isLinkUp: () => push.isUp,
        isWallWatched: () => page?.isWall === true && document.visibilityState === 'visible',
        refresh: refreshQuietly,
        renew: renewQuietly,
      }),
    [page],
  )
  // What drops down from the header stays with the page as dialogs do.
  useEffect(
    () => () => {
      for (const it of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')) it.hidePopover()
    },
    [place],
  )
  // A window of its own shows the wall and nothing else.
  const isBare = page?.path.startsWith(WALL_PATH) === true
  const title = [page ? t(page.labelKey) : '401', ...(isBare ? Object.values(parameters) : [])].join(' ')
  // A window without the header says of which company it is, where the person has several.
  const company = useSession(({ user }) =>
    isBare && user && user.companyInfos.length > 1 ? user.currentCompany.CompanyName : '',
  )
  useEffect(() => {
    document.title = [title, company, brand].filter(Boolean).join(' · ')
  }, [title, company])
  return (
    <QueryClientProvider client={queries}>
      <div className="layout" data-bare={isBare}>
        {isBare ? (
          <PaletteKey />
        ) : (
          <>
            <Skip />
            <Header page={page} />
          </>
        )}
        <ExpiryWarning />
        <main id="content" tabIndex={-1}>
          {page && <h1 className="unseen">{title}</h1>}
          <PageTitle value={title}>
            <ErrorBoundary key={place}>
              <Suspense fallback={<Pending />}>
                {page ? (
                  <Show what={page.screen} props={{ parameters }} pending={<Pending />} />
                ) : (
                  <Notice mark="401" title={t('shell.barredTitle')} text={t('shell.barredText')} />
                )}
              </Suspense>
            </ErrorBoundary>
          </PageTitle>
        </main>
        {isPhone && !isBare && <BottomNavigation page={page} />}
        <ShortcutSheet />
        <Ring />
        <AlarmNotices isHidden={page?.isWall === true} />
      </div>
    </QueryClientProvider>
  )
}

function Skip(): ReactNode {
  const t = useT()
  return (
    <a
      className="skip"
      href="#content"
      onClick={(event) => {
        // The address after # is the router's.
        event.preventDefault()
        document.getElementById('content')?.focus()
      }}
    >
      {t('shell.skip')}
    </a>
  )
}
