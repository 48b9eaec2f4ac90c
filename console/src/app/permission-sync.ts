/** The permission sync of section 4: a stored list is brought to the catalogue of this build. */
import type { CompanyInfo } from '@vedette/contract/calls/user'
import { type PermissionEntry, permissionEntry, permissionSet } from '@vedette/contract/catalogue'
import { isPageKey, PAGES, type Variant } from '@vedette/contract/pages'
import { z } from 'zod'

const FULL_ADMINISTRATOR = 1

export type Rights = Pick<CompanyInfo, 'Role' | 'RoleStatus' | 'Permissions'>

const Stored = z.array(
  z.object({
    pageKey: z.string(),
    apis: z.array(z.string()).default([]),
    feature: z.array(z.object({ key: z.string(), apis: z.array(z.string()).default([]) })).default([]),
  }),
)
type StoredEntry = z.infer<typeof Stored>[number]

/** The list as it should be, undefined where it is so already. Pages and features that a role holds stay the same. */
export function correctedPermissions(
  { RoleStatus, Permissions }: Pick<CompanyInfo, 'RoleStatus' | 'Permissions'>,
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

/** Whether other pages or features are permitted, however the two lists spell them. */
export function isOther(known: Rights, now: Rights): boolean {
  if (known.Role !== now.Role || known.RoleStatus !== now.RoleStatus) return true
  return now.RoleStatus !== FULL_ADMINISTRATOR && grantsIn(known) !== grantsIn(now)
}

function grantsIn({ Permissions }: Rights): string {
  return storedIn(Permissions)
    .flatMap(({ pageKey, feature }) => [pageKey, ...feature.map(({ key }) => `${pageKey}.${key}`)])
    .toSorted()
    .join()
}

function storedIn(permissions: string): StoredEntry[] {
  try {
    return Stored.safeParse(JSON.parse(permissions)).data ?? []
  } catch {
    // No JSON: nothing is stored that could be compared.
    return []
  }
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
