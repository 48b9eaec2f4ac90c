/** What a role's editor ticks: grants as leaves of a tree, and back to the entries of the wire. */
import { type PermissionEntry, permissionEntry } from '@vedette/contract/catalogue'
import { type Grant, type PageKey, PAGES, pagesOf, type Variant } from '@vedette/contract/pages'
import { z } from 'zod'

import { isGrant } from '../../ui/grant-names.ts'
import type { TreeNode } from '../../ui/tree/tree-checks.ts'

export type EditorTab = 'basic' | 'community' | 'telecom'

/** The folder of section 2, and what stands in it. */
const FOLDER = 'systemManger'
const IN_FOLDER: readonly PageKey[] = ['albumManager', 'accountManger', 'roleManger']

const BASE = pagesOf([])
const PAGES_OF: Readonly<Record<EditorTab, readonly PageKey[]>> = {
  basic: BASE,
  community: pagesOf(['community']).filter((page) => !BASE.includes(page)),
  telecom: pagesOf(['telecom']).filter((page) => !BASE.includes(page)),
}

/** Section 2: the telecom variant has a tab more. */
export function tabsOf(variants: readonly Variant[]): EditorTab[] {
  return ['basic', ...(['community', 'telecom'] as const).filter((tab) => variants.includes(tab))]
}

/** In the editor a page carries flags of its own: whether it is folded, and whether it is wholly ticked. */
type EditorEntry = PermissionEntry & { collapse: boolean; check: boolean }
export type EditorPermission = EditorEntry | { folderName: string; folder: true; children: EditorEntry[] }

const Entries = z.array(
  z.object({ pageKey: z.string(), feature: z.array(z.object({ key: z.string() })).default([]) }),
)

/** The grants that a role's `permissions` hold. */
export function grantsOf(permissions: string): Set<string> {
  const entries = Entries.parse(JSON.parse(permissions))
  return new Set(
    entries.flatMap(({ pageKey, feature }) => [pageKey, ...feature.map(({ key }) => `${pageKey}.${key}`)]),
  )
}

/** A tab's pages with their features, as far as `isShown` says. `nameOf` a grant; `open` is the leaf of a page alone. */
export function grantNodes(
  tab: EditorTab,
  isShown: (grant: string) => boolean,
  nameOf: (grant: Grant) => string,
  open: string,
): TreeNode[] {
  const nodeOf = (page: PageKey): TreeNode[] => {
    if (!isShown(page)) return []
    const label = nameOf(page)
    const features = PAGES[page]
      .map((feature) => `${page}.${feature}`)
      .filter(isGrant)
      .filter(isShown)
    if (features.length === 0) return [{ key: page, label, children: [] }]
    const leaves = features.map((grant) => ({ key: grant, label: nameOf(grant), children: [] }))
    return [{ key: branchOf(page), label, children: [{ key: page, label: open, children: [] }, ...leaves] }]
  }
  const pages = PAGES_OF[tab].filter((page) => !IN_FOLDER.includes(page) && page !== FOLDER)
  const nodes = pages.flatMap(nodeOf)
  const children = tab === 'basic' ? IN_FOLDER.flatMap(nodeOf) : []
  if (children.length === 0) return nodes
  return [...nodes, { key: branchOf(FOLDER), label: nameOf(FOLDER), children }]
}

/** With the branches whose leaves are all there, as the tree wants them. */
export function tickedIn(nodes: readonly TreeNode[], grants: ReadonlySet<string>): Set<string> {
  const ticked = new Set(grants)
  const visit = (node: TreeNode): boolean => {
    const below = node.children.map(visit)
    if (node.children.length === 0) return grants.has(node.key)
    const isWhole = below.every(Boolean)
    if (isWhole) ticked.add(node.key)
    return isWhole
  }
  nodes.forEach(visit)
  return ticked
}

/** After a tick: a feature takes its page along, and a page that goes takes its features. */
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

function branchOf(page: PageKey): string {
  return `branch:${page}`
}
