/** What a role's editor ticks, and back to the entries of the wire. */
import { type PermissionEntry, permissionEntry } from '@vedette/contract/catalogue'
import { type PageKey, PAGES, pagesOf } from '@vedette/contract/pages'
import { z } from 'zod'

import { isGrant } from '../../ui/grant-names.ts'
import { FOLDER, IN_FOLDER } from '../../ui/grant-tree.ts'

/** In the editor a page carries flags of its own: whether it is folded, and whether it is wholly ticked. */
type EditorEntry = PermissionEntry & { collapse: boolean; check: boolean }
export type EditorPermission = EditorEntry | { folderName: string; folder: true; children: EditorEntry[] }

const Entry = z.object({
  pageKey: z.string(),
  feature: z.array(z.object({ key: z.string() })).default([]),
})
const Entries = z.array(z.union([Entry, z.object({ children: z.array(Entry) })]))

/** The grants that a role's `permissions` hold. */
export function grantsOf(permissions: string): Set<string> {
  const entries = Entries.parse(JSON.parse(permissions)).flatMap((it) =>
    'children' in it ? it.children : [it],
  )
  return new Set(
    entries.flatMap(({ pageKey, feature }) => [pageKey, ...feature.map(({ key }) => `${pageKey}.${key}`)]),
  )
}

/** What a tick leads to: a feature takes its page along, and a page that goes takes its features. */
export function settled(before: ReadonlySet<string>, ticked: ReadonlySet<string>): Set<string> {
  const after = new Set<string>([...ticked].filter(isGrant))
  for (const grant of after) {
    const [page = grant] = grant.split('.')
    if (page === grant || after.has(page)) continue
    if (before.has(page)) after.delete(grant)
    else if (isGrant(page)) after.add(page)
  }
  return after
}

/** The entries that are saved; those of the folder in a group of their own (section 3). */
export function permissionsOf(grants: ReadonlySet<string>): EditorPermission[] {
  const entryOf = (page: PageKey): EditorEntry[] => {
    const features = PAGES[page].filter((feature) => grants.has(`${page}.${feature}`))
    if (!grants.has(page) && features.length === 0) return []
    return [
      { ...permissionEntry(page, features), collapse: true, check: features.length === PAGES[page].length },
    ]
  }
  const all = pagesOf(['community', 'telecom'])
  const children = IN_FOLDER.flatMap(entryOf)
  const others = all.filter((page) => !IN_FOLDER.includes(page)).flatMap(entryOf)
  return children.length === 0 ? others : [...others, { folderName: FOLDER, folder: true, children }]
}
