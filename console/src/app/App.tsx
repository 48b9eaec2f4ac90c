import { Fragment, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { navigate, useHashLocation } from 'wouter/use-hash-location'

import { Login } from '../screens/login/index.ts'
import { Show } from '../ui/fetched.tsx'
import { LoadingMask } from '../ui/LoadingMask.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { ToastRegion } from '../ui/ToastRegion.tsx'
import { inside } from './inside.ts'
import { Pending } from './Pending.tsx'
import { keepReturn, keptReturn } from './return-to.ts'
import { type Entrance, entranceOf, LOGIN_PATH, WALL_PATH } from './routes.ts'
import { session, useSession } from './session.ts'
import { LOG_IN_STORED } from './stored.ts'

const Agreement = lazy(async () => ({ default: (await import('../screens/agreement/index.ts')).Agreement }))

export function App(): ReactNode {
  // The page of a session that has ended is gone at once; the mask stays until the reload.
  const isGone = useSession(({ isLeaving, user }) => isLeaving && !user)
  return (
    <>
      <ProgressBar />
      <LoadingMask>{!isGone && <Routed />}</LoadingMask>
      <ToastRegion />
    </>
  )
}

function Routed(): ReactNode {
  const [address] = useHashLocation()
  const user = useSession((state) => state.user)
  const path = address.split('?', 1)[0] ?? '/'
  const entrance = entranceOf(path, user !== undefined)
  useEffect(() => {
    switch (entrance.kind) {
      case 'toLogin':
        keepReturn(address)
        session.reset()
        navigate(LOGIN_PATH, { replace: true })
        break
      case 'fromLogin':
        // What a page keeps behind a ? belongs to the part after #, where wouter's navigate would not leave it.
        location.replace(`#${keptReturn()}`)
        break
      case 'login':
        addEventListener('storage', followLogIn)
        break
      case 'invitation':
      case 'agreement':
      case 'inside':
        break
    }
  })
  return (
    <Suspense fallback={<Pending />}>
      {/* Another token is another session: its page begins anew, with sockets of its own. */}
      <Fragment key={user?.currentCompany.Utoken}>{screenOf(entrance, address)}</Fragment>
    </Suspense>
  )
}

/** A log-in at one monitor brings back the walls on the others. */
function followLogIn({ key, newValue }: StorageEvent): void {
  // Once this window shows a page, nothing is kept to return to.
  if (key === LOG_IN_STORED && newValue && keptReturn().startsWith(WALL_PATH)) location.reload()
}

function screenOf(entrance: Entrance, address: string): ReactNode {
  switch (entrance.kind) {
    case 'login':
      return <Login />
    case 'invitation':
      return <Login invitation={new URLSearchParams(address.split('?', 2)[1]).get('token') ?? ''} />
    case 'agreement':
      return <Agreement which={entrance.agreement} />
    case 'inside':
      return <Show what={inside} props={{ address }} pending={<Pending />} />
    case 'toLogin':
    case 'fromLogin':
      return null
  }
}
