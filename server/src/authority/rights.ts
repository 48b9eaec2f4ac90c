import { isPageKey, type PageKey, PAGES, pagesOf, type Variant } from '@vedette/contract/pages'
import { z } from 'zod'

import type { Principal } from './principal.ts'

/** What a role's `permissions` hold: page → features. Paths are derived from the calls, so none are stored. */
export const StoredRights = z.record(z.string(), z.array(z.string()))
export type StoredRights = z.infer<typeof StoredRights>

export const FULL_ADMINISTRATOR = 1

interface StoredRole {
  role_status: number
  /** JSON of `StoredRights`. */
  permissions: string
}

/** The pages and features that a role holds where these variants are on. What the catalogue does not know is not held. */
export function rightsOfRole(
  role: StoredRole,
  variants: readonly Variant[],
): Map<PageKey, ReadonlySet<string>> {
  const active = pagesOf(variants)
  if (role.role_status === FULL_ADMINISTRATOR)
    return new Map(active.map((page) => [page, new Set<string>(PAGES[page])]))
  const rights = new Map<PageKey, ReadonlySet<string>>()
  for (const [page, features] of Object.entries(StoredRights.parse(JSON.parse(role.permissions)))) {
    if (!isPageKey(page) || !active.includes(page)) continue
    rights.set(page, new Set(PAGES[page].filter((feature) => features.includes(feature))))
  }
  return rights
}

/** What of these rights somebody lacks: pages, features as `page.feature`; a full administrator's as a whole. */
export function lacking(
  held: Pick<Principal, 'roleStatus' | 'pages'>,
  roleStatus: number,
  pages: ReadonlyMap<PageKey, ReadonlySet<string>>,
): string[] {
  if (held.roleStatus === FULL_ADMINISTRATOR) return []
  if (roleStatus === FULL_ADMINISTRATOR) return ['RoleStatus']
  return [...pages].flatMap(([page, features]) => {
    const own = held.pages.get(page)
    if (!own) return [page]
    return [...features].filter((feature) => !own.has(feature)).map((feature) => `${page}.${feature}`)
  })
}
