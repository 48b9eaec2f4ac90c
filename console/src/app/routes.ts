/** Where an address leads before any page: section 2 "Access rules", reading 23. What is behind the log-in is in places.ts. */
export const LOGIN_PATH = '/login'
/** Behind the logo, for administrators (reading 60). */
export const HOME_PATH = '/home'
export const EXPORTS_PATH = '/exports'
export const INVITATION_PATH = '/invitation'
/** Prefix of the addresses of walls in windows of their own; a number follows. */
export const WALL_PATH = '/wall'
/** Such a window is called so, its number behind it. */
export const WALL_WINDOW = 'vedette-wall-'
export const LIVE_PATH = '/realTimeVideo'

/** The wall of a browser's window, by the window's name. */
export function wallPathOf(windowName: string): string {
  const number = windowName.startsWith(WALL_WINDOW) ? windowName.slice(WALL_WINDOW.length) : ''
  return /^\d{1,2}$/.test(number) ? `${WALL_PATH}/${number}` : LIVE_PATH
}

/** The agreements' addresses (section 2). */
export const AGREEMENTS = { '/UserAgreement': 'user', '/PrivacyAgreement': 'privacy' } as const

export type Agreement = (typeof AGREEMENTS)[keyof typeof AGREEMENTS]

export type Entrance =
  | { kind: 'login' }
  | { kind: 'agreement'; agreement: Agreement }
  /** Its token stands behind the `?`. */
  | { kind: 'invitation' }
  /** The stored session is cleared, and the address opened once somebody has logged in. */
  | { kind: 'toLogin' }
  /** Logged in: on to the address that was wanted. */
  | { kind: 'fromLogin' }
  | { kind: 'inside' }

export function entranceOf(path: string, isLoggedIn: boolean): Entrance {
  if (isAgreement(path)) return { kind: 'agreement', agreement: AGREEMENTS[path] }
  if (path === INVITATION_PATH) return { kind: 'invitation' }
  if (!isLoggedIn) return path === LOGIN_PATH ? { kind: 'login' } : { kind: 'toLogin' }
  return path === LOGIN_PATH ? { kind: 'fromLogin' } : { kind: 'inside' }
}

function isAgreement(path: string): path is keyof typeof AGREEMENTS {
  return Object.hasOwn(AGREEMENTS, path)
}
