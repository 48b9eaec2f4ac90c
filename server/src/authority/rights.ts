import { isPageKey, type PageKey, PAGES, pagesOf, type Variant } from '@vedette/contract/pages'
import { z } from 'zod'

/** What a role's `permissions` hold: page → features. Paths are derived from the calls, so none are stored. */
const StoredRights = z.record(z.string(), z.array(z.string()))
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
