/** The devices that a patrol can go through, below their regions, for a tree with ticks. */
import { deviceToText } from '../../../ui/device-tree/device-text.ts'
import type { Row, TreeItem, TreeModel } from '../../../ui/device-tree/tree-model.ts'
import type { TreeNode } from '../../../ui/tree/tree-checks.ts'
import type { PatrolDevice } from './patrol.ts'

interface Branch extends TreeNode {
  children: Branch[]
}

interface Choice {
  nodes: readonly TreeNode[]
  devices: PatrolDevice[]
  /** Where each stands in the tree of devices. */
  rows: ReadonlyMap<string, Row>
}

export function choiceOf(tree: TreeModel): Choice {
  const rows = new Map<string, Row>()
  const devices: PatrolDevice[] = []
  const nodes: Branch[] = []
  /** The way down to the row before. */
  const path: Branch[] = []
  for (const row of tree.allRows()) {
    const item = tree.at(row)
    const branch: Branch = { key: keyOf(item), label: labelOf(item), children: [] }
    rows.set(branch.key, row)
    path.length = item.depth
    ;(path.at(-1)?.children ?? nodes).push(branch)
    path.push(branch)
    if (item.kind === 'channel')
      devices.push({ did: item.did, channel: item.channel, name: `${item.name} / ${item.channel + 1}` })
    else if (item.kind === 'device' && item.channels === 1)
      devices.push({ did: item.did, channel: 0, name: item.name })
  }
  return { nodes, devices, rows }
}

function keyOf(item: TreeItem): string {
  if (item.kind === 'region') return `region ${item.gid}`
  if (item.kind === 'channel') return deviceToText(item)
  return item.channels > 1 ? `recorder ${item.did}` : item.did
}

function labelOf(item: TreeItem): string {
  return item.kind === 'channel' ? `${item.name} / ${item.channel + 1}` : item.name
}
