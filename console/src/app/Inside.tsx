/** What is behind the log-in: the page that an address names, or why there is none. */
import { type ReactNode, useEffect } from 'react'
import { navigate } from 'wouter/use-hash-location'

import { useT } from '../i18n/language.ts'
import { Drawing } from '../ui/drawings.tsx'
import { Notice } from '../ui/Notice.tsx'
import { comesFirst } from '../wire/calm.ts'
import { brand } from '../wire/settings.ts'
import { Layout } from './Layout.tsx'
import { type Page, PAGE_REGISTRY } from './pages.ts'
import { type Place, placeOf } from './places.ts'
import { PreviewBanner } from './PreviewBanner.tsx'
import { push } from './push.ts'
import { dropReturn } from './return-to.ts'
import { HOME_PATH } from './routes.ts'
import { isAdministrator, viewerOf } from './session-store.ts'
import { session, useSession } from './session.ts'
import { useSetting } from './settings.ts'

/** Its code, and the socket that every page has; nothing where it may not be opened. */
export async function fetchPage(address: string): Promise<void> {
  const place = placeOf(pathIn(address), viewerOf(session.getState().user), PAGE_REGISTRY)
  if (place.kind !== 'page') return
  push.open()
  const fetched = place.page.screen.fetch()
  comesFirst(fetched)
  await fetched
}

const pathIn = (address: string): string => address.split('?', 1)[0] || '/'

export function Inside({ address }: { address: string }): ReactNode {
  const user = useSession((state) => state.user)
  const path = pathIn(address)
  const place = placeOf(path, viewerOf(user), PAGE_REGISTRY)
  const isHomeFirst = useSetting((setting) => setting.isHomeFirst) && isAdministrator(user)
  useEffect(() => {
    if (place.kind === 'redirect' && path === '/' && isHomeFirst) navigate(HOME_PATH, { replace: true })
    else if (place.kind === 'redirect') navigate(place.to, { replace: true })
    if (place.kind === 'page') dropReturn()
  })
  return (
    <>
      {user?.preview && <PreviewBanner {...user.preview} />}
      {shown(place)}
    </>
  )
}

function shown(place: Place<Page>): ReactNode {
  switch (place.kind) {
    case 'page':
      return <Layout page={place.page} parameters={place.parameters} />
    case 'barred':
      return <Layout parameters={{}} />
    case 'lost':
      return <Lost />
    case 'redirect':
      return null
  }
}

function Lost(): ReactNode {
  const t = useT()
  useEffect(() => {
    document.title = `404 · ${brand}`
  }, [])
  return (
    <main className="whole">
      <Notice
        drawing={<Drawing name="lost" />}
        mark="404"
        title={t('app.lostTitle')}
        text={t('app.lostText')}
      >
        <a className="button button-primary" href="#/">
          {t('app.toFirstPage')}
        </a>
      </Notice>
    </main>
  )
}
