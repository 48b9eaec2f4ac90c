/** Pages and features as a tree: what a role's editor ticks, and what an account is shown to have. */
import { type Grant, type PageKey, PAGES, pagesOf, type Variant } from '@vedette/contract/pages'

import { isGrant } from './grant-names.ts'
import type { TreeNode } from './tree/tree-checks.ts'

export type GrantPart = 'basic' | 'community' | 'telecom'

/** The folder of section 2, and what stands in it. */
export const FOLDER = 'systemManger'
export const IN_FOLDER: readonly PageKey[] = ['albumManager', 'accountManger', 'roleManger']

const BASE = pagesOf([])
const PAGES_OF: Readonly<Record<GrantPart, readonly PageKey[]>> = {
  basic: BASE,
  community: pagesOf(['community']).filter((page) => !BASE.includes(page)),
  telecom: pagesOf(['telecom']).filter((page) => !BASE.includes(page)),
}

/** Section 2: the telecom variant has a part more. */
export function partsOf(variants: readonly Variant[]): GrantPart[] {
  return ['basic', ...(['community', 'telecom'] as const).filter((part) => variants.includes(part))]
}

/** A part's pages with their features, as far as `isShown` says. `nameOf` a grant; `open` is the leaf of a page alone. */
export function grantNodes(
  part: GrantPart,
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
  const pages = PAGES_OF[part].filter((page) => !IN_FOLDER.includes(page) && page !== FOLDER)
  const nodes = pages.flatMap(nodeOf)
  const children = part === 'basic' ? IN_FOLDER.flatMap(nodeOf) : []
  if (children.length === 0) return nodes
  return [...nodes, { key: branchOf(FOLDER), label: nameOf(FOLDER), children }]
}

/** The ticked leaves, and the branches whose leaves are all there, as the tree wants them. */
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

function branchOf(page: PageKey): string {
  return `branch:${page}`
}
