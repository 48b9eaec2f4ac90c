/** The permission sync of section 4: a stored list is brought to the catalogue of this build. All calls are in it, so it is fetched apart. */
import { type PermissionEntry, permissionEntry, permissionSet } from '@vedette/contract/catalogue'
import { isPageKey, PAGES, type Variant } from '@vedette/contract/pages'

import { FULL_ADMINISTRATOR, type Rights, type StoredEntry, storedIn } from './stored-rights.ts'

/** The list as it should be, undefined where it is so already. Pages and features that a role holds stay the same. */
export function correctedPermissions(
  { RoleStatus, Permissions }: Pick<Rights, 'RoleStatus' | 'Permissions'>,
  variants: readonly Variant[],
): PermissionEntry[] | undefined {
  const stored = storedIn(Permissions)
  const wanted =
    RoleStatus === FULL_ADMINISTRATOR
      ? permissionSet(variants)
      : stored.flatMap(({ pageKey, feature }) => {
          if (!isPageKey(pageKey)) return []
          return permissionEntry(
            pageKey,
            PAGES[pageKey].filter((key) => feature.some((it) => it.key === key)),
          )
        })
  return isSame(stored, wanted) ? undefined : wanted
}

/** Page count, then the paths of each page, then those of each feature. */
function isSame(stored: readonly StoredEntry[], wanted: readonly PermissionEntry[]): boolean {
  if (stored.length !== wanted.length) return false
  const byPage = new Map(stored.map((entry) => [entry.pageKey, entry]))
  return wanted.every(({ pageKey, apis, feature }) => {
    const entry = byPage.get(pageKey)
    if (!entry || !areSamePaths(entry.apis, apis) || entry.feature.length !== feature.length) return false
    const byKey = new Map(entry.feature.map((it) => [it.key, it.apis]))
    return feature.every((it) => areSamePaths(byKey.get(it.key), it.apis))
  })
}

function areSamePaths(a: readonly string[] | undefined, b: readonly string[]): boolean {
  return a !== undefined && a.length === b.length && new Set([...a, ...b]).size === new Set(b).size
}
