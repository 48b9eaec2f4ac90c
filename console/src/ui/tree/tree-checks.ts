/** Ticks in a tree: what a ticked branch holds is ticked with it, and a branch that is ticked in part is mixed. */
import type { ReactNode } from 'react'

export interface TreeNode {
  key: string
  label: string
  /** Before the label: how it looks. */
  picture?: ReactNode
  /** Quiet, at the end of the row. */
  note?: string | number
  children: readonly TreeNode[]
}

export type CheckState = 'checked' | 'mixed' | 'none'

/** The state of every node. `checked` holds the keys of all ticked nodes, branches and leaves. */
export function checkStates(
  nodes: readonly TreeNode[],
  checked: ReadonlySet<string>,
): ReadonlyMap<string, CheckState> {
  const states = new Map<string, CheckState>()
  const visit = (node: TreeNode): CheckState => {
    const below = node.children.map(visit)
    const isOwn = checked.has(node.key)
    const isWhole = isOwn && below.every((it) => it === 'checked')
    const isAny = isOwn || below.some((it) => it !== 'none')
    const state = isWhole ? 'checked' : isAny ? 'mixed' : 'none'
    states.set(node.key, state)
    return state
  }
  nodes.forEach(visit)
  return states
}

/** Ticks a node and all below it; or unticks them and, since they are no longer whole, those above it. */
export function withChecked(
  nodes: readonly TreeNode[],
  checked: ReadonlySet<string>,
  key: string,
  isChecked: boolean,
): Set<string> {
  const path = pathTo(nodes, key)
  const node = path.at(-1)
  if (!node) return new Set(checked)
  const next = new Set(checked)
  if (isChecked) for (const below of keysIn(node)) next.add(below)
  else for (const gone of [...keysIn(node), ...path.map((it) => it.key)]) next.delete(gone)
  return next
}

/** The topmost nodes that are ticked with all below them: what a region binding names. */
export function rootsOfChecked(nodes: readonly TreeNode[], checked: ReadonlySet<string>): string[] {
  const states = checkStates(nodes, checked)
  const roots = (node: TreeNode): string[] =>
    states.get(node.key) === 'checked' ? [node.key] : node.children.flatMap(roots)
  return nodes.flatMap(roots)
}

/** All that is ticked when these nodes are. */
export function checkedFromRoots(nodes: readonly TreeNode[], roots: readonly string[]): Set<string> {
  return new Set(
    roots.flatMap((key) => {
      const node = pathTo(nodes, key).at(-1)
      return node ? keysIn(node) : []
    }),
  )
}

function keysIn(node: TreeNode): string[] {
  return [node.key, ...node.children.flatMap(keysIn)]
}

/** The nodes from a root down to this one, empty when it is not there. */
function pathTo(nodes: readonly TreeNode[], key: string): TreeNode[] {
  for (const node of nodes) {
    if (node.key === key) return [node]
    const below = pathTo(node.children, key)
    if (below.length > 0) return [node, ...below]
  }
  return []
}
