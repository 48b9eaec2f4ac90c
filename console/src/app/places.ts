/** Where an address leads somebody who is logged in: section 2 "Access rules". Loaded with the first page, not with the login. */
import type { PageKey } from '@vedette/contract/pages'

import { mayOpen, menuOf, pagesInMenu } from './menu.ts'
import { type Entrance, entranceOf } from './routes.ts'

interface Address {
  key: PageKey
  path: string
  isInMenu: boolean
  isForAdministrators?: boolean
}

export type Place<P extends Address> =
  | { kind: 'page'; page: P; parameters: Readonly<Record<string, string>> }
  | { kind: 'redirect'; to: string }
  /** No such page: 404. */
  | { kind: 'lost' }
  /** Nothing of the menu is permitted: 401. */
  | { kind: 'barred' }

export interface Viewer {
  isLoggedIn: boolean
  may: (page: PageKey) => boolean
  isAdministrator?: boolean
}

/** Both steps at once. */
export function destinationOf<P extends Address>(
  path: string,
  viewer: Viewer,
  pages: readonly P[],
): Exclude<Entrance, { kind: 'inside' }> | Place<P> {
  const entrance = entranceOf(path, viewer.isLoggedIn)
  return entrance.kind === 'inside' ? placeOf(path, viewer, pages) : entrance
}

export function placeOf<P extends Address>(
  path: string,
  viewer: Pick<Viewer, 'may' | 'isAdministrator'>,
  pages: readonly P[],
): Place<P> {
  const first = pagesInMenu(menuOf(viewer, pages))[0]
  if (path === '/') return first ? { kind: 'redirect', to: first.path } : { kind: 'barred' }
  for (const page of pages) {
    const parameters = parametersIn(path, page.path)
    if (!parameters) continue
    return mayOpen(viewer, page) ? { kind: 'page', page, parameters } : { kind: 'redirect', to: '/' }
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

/** Decodes a segment; one that is no valid encoding stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
