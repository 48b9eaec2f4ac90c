/** Where an address leads: section 2 "Access rules", reading 23. */
import type { PageKey } from '@vedette/contract/pages'

import { menuOf, pagesInMenu } from './menu.ts'

export const LOGIN_PATH = '/login'
export const INVITATION_PATH = '/invitation'
/** Of the walls in windows of their own: a number follows. */
export const WALL_PATH = '/wall'

/** The agreements' addresses (section 2). */
export const AGREEMENTS = { '/UserAgreement': 'user', '/PrivacyAgreement': 'privacy' } as const

export type Agreement = (typeof AGREEMENTS)[keyof typeof AGREEMENTS]

interface Address {
  key: PageKey
  path: string
  isInMenu: boolean
}

export type Destination<P extends Address> =
  | { kind: 'login' }
  | { kind: 'agreement'; agreement: Agreement }
  /** Its token stands behind the `?`. */
  | { kind: 'invitation' }
  | { kind: 'page'; page: P; parameters: Readonly<Record<string, string>> }
  /** The stored session is cleared, and the address opened once somebody has logged in. */
  | { kind: 'toLogin' }
  /** Logged in: on to the address that was wanted. */
  | { kind: 'fromLogin' }
  | { kind: 'redirect'; to: string }
  /** No such page: 404. */
  | { kind: 'lost' }
  /** Nothing of the menu is permitted: 401. */
  | { kind: 'barred' }

export interface Viewer {
  isLoggedIn: boolean
  may: (page: PageKey) => boolean
}

export function destinationOf<P extends Address>(
  path: string,
  viewer: Viewer,
  pages: readonly P[],
): Destination<P> {
  if (isAgreement(path)) return { kind: 'agreement', agreement: AGREEMENTS[path] }
  if (path === INVITATION_PATH) return { kind: 'invitation' }
  if (!viewer.isLoggedIn) return path === LOGIN_PATH ? { kind: 'login' } : { kind: 'toLogin' }
  const first = pagesInMenu(menuOf(viewer, pages))[0]
  if (path === LOGIN_PATH) return { kind: 'fromLogin' }
  if (path === '/') return first ? { kind: 'redirect', to: first.path } : { kind: 'barred' }
  for (const page of pages) {
    const parameters = parametersIn(path, page.path)
    if (!parameters) continue
    return viewer.may(page.key) ? { kind: 'page', page, parameters } : { kind: 'redirect', to: '/' }
  }
  return { kind: first ? 'lost' : 'barred' }
}

/** `:name` in a pattern stands for any one segment. Undefined when the path is another one. */
function parametersIn(path: string, pattern: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = path.replace(/\/$/, '').split('/')
  const isAlike = (it: string, i: number): boolean => (it.startsWith(':') ? !!given[i] : it === given[i])
  if (wanted.length !== given.length || !wanted.every(isAlike)) return undefined
  const named = wanted.flatMap((it, i) =>
    it.startsWith(':') ? [[it.slice(1), decoded(given[i] ?? '')]] : [],
  )
  return Object.fromEntries(named)
}

/** As it stands where it is no encoding at all. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function isAgreement(path: string): path is keyof typeof AGREEMENTS {
  return Object.hasOwn(AGREEMENTS, path)
}
