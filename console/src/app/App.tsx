import { Fragment, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Router } from 'wouter'
import { navigate, useHashLocation } from 'wouter/use-hash-location'

import { useT } from '../i18n/language.ts'
import { Login } from '../screens/login/index.ts'
import { LoadingMask } from '../ui/LoadingMask.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { ToastRegion } from '../ui/ToastRegion.tsx'
import { brand } from '../wire/settings.ts'
import { type Page, PAGE_REGISTRY } from './pages.ts'
import { Pending } from './Pending.tsx'
import { dropReturn, keepReturn, keptReturn } from './return-to.ts'
import { type Destination, destinationOf, LOGIN_PATH, WALL_PATH } from './routes.ts'
import { isPermitted } from './session-store.ts'
import { session, useSession } from './session.ts'
import { LOG_IN_STORED } from './stored.ts'

const Layout = lazy(async () => ({ default: (await import('./Layout.tsx')).Layout }))
const PreviewBanner = lazy(async () => ({ default: (await import('./PreviewBanner.tsx')).PreviewBanner }))
const Agreement = lazy(async () => ({ default: (await import('../screens/agreement/index.ts')).Agreement }))

export function App(): ReactNode {
  // The page of a session that has ended is gone at once; the mask stays until the reload.
  const isGone = useSession(({ isLeaving, user }) => isLeaving && !user)
  return (
    <Router hook={useHashLocation}>
      <ProgressBar />
      <LoadingMask>{!isGone && <Routed />}</LoadingMask>
      <ToastRegion />
    </Router>
  )
}

function Routed(): ReactNode {
  const [address] = useHashLocation()
  const user = useSession((state) => state.user)
  const path = address.split('?', 1)[0] ?? '/'
  const viewer = { isLoggedIn: user !== undefined, may: (key: Page['key']) => isPermitted(user, key) }
  const destination = destinationOf(path, viewer, PAGE_REGISTRY)
  useEffect(() => {
    switch (destination.kind) {
      case 'toLogin':
        keepReturn(address)
        session.reset()
        navigate(LOGIN_PATH, { replace: true })
        break
      case 'fromLogin':
        // What a page keeps behind a ? belongs to the part after #, where wouter's navigate would not leave it.
        location.replace(`#${keptReturn()}`)
        break
      case 'redirect':
        navigate(destination.to, { replace: true })
        break
      case 'page':
        dropReturn()
        break
      case 'login':
        addEventListener('storage', followLogIn)
        break
      case 'invitation':
      case 'agreement':
      case 'barred':
      case 'lost':
        break
    }
  })
  return (
    <Suspense fallback={<Pending />}>
      {user?.preview && <PreviewBanner {...user.preview} />}
      {/* Another token is another session: its page begins anew, with sockets of its own. */}
      <Fragment key={user?.currentCompany.Utoken}>{screenOf(destination, address)}</Fragment>
    </Suspense>
  )
}

/** A log-in at one monitor brings back the walls on the others. */
function followLogIn({ key, newValue }: StorageEvent): void {
  // Once this window shows a page, nothing is kept to return to.
  if (key === LOG_IN_STORED && newValue && keptReturn().startsWith(WALL_PATH)) location.reload()
}

function screenOf(destination: Destination<Page>, address: string): ReactNode {
  switch (destination.kind) {
    case 'login':
      return <Login />
    case 'invitation':
      return <Login invitation={new URLSearchParams(address.split('?', 2)[1]).get('token') ?? ''} />
    case 'agreement':
      return <Agreement which={destination.agreement} />
    case 'page':
      return <Layout page={destination.page} parameters={destination.parameters} />
    case 'barred':
      return <Layout parameters={{}} />
    case 'lost':
      return <Lost />
    case 'toLogin':
    case 'fromLogin':
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
      <Notice mark="404" title={t('app.lostTitle')} text={t('app.lostText')}>
        <a className="button button-primary" href="#/">
          {t('app.toFirstPage')}
        </a>
      </Notice>
    </main>
  )
}
