import { type GroupNode, moveGroup } from '@vedette/contract/calls/group'
import { type ReactNode, useMemo, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { say } from '../../../ui/toasts.ts'
import { regionNodes } from '../../../ui/tree/region-nodes.ts'
import type { TreeNode } from '../../../ui/tree/tree-checks.ts'
import { TreeSelect } from '../../../ui/tree/TreeSelect.tsx'
import { CallFailure, succeeds } from '../../../wire/failure.ts'
import { send } from '../../../wire/send.ts'
import { findRegion, parentOf, useRegionsChanged } from './queries.ts'

interface Props {
  region: GroupNode
  forest: readonly GroupNode[]
  /** Where it was dropped. */
  target: string | undefined
  onClose: () => void
}

/** Where a region goes with all below it: asked before it is done, chosen by keyboard or where it was dropped. */
export function MoveRegion({ region, forest, target: dropped, onClose }: Props): ReactNode {
  const t = useT()
  const changed = useRegionsChanged()
  const [target, setTarget] = useState(dropped)
  const [fault, setFault] = useState<string>()
  const nodes = useMemo(() => without(regionNodes(forest), region.GID), [forest, region])
  const name = region.GroupName
  const move = async (): Promise<void> => {
    if (target === undefined) {
      setFault(t('regions.targetMissing'))
      throw new CallFailure('')
    }
    const parent = parentOf(forest, region.GID)
    const put = async (ParentGID: string): Promise<void> => {
      await send(moveGroup, { GID: region.GID, ParentGID })
      await changed()
    }
    await put(target)
    const undo = parent && { label: t('ui.undo'), run: () => void succeeds(() => put(parent.GID)) }
    say('success', t('regions.moved', { name }), undo)
  }
  return (
    <Confirm title={t('regions.move')} confirmLabel={t('regions.moveDo')} onConfirm={move} onClose={onClose}>
      <TreeSelect
        label={t('regions.target')}
        nodes={nodes}
        emptyText={t('regions.empty')}
        value={target}
        onChoose={setTarget}
        fault={fault}
        isRequired
      />
      {target !== undefined && (
        <p>{t('regions.moveAsk', { name, target: findRegion(forest, target)?.GroupName ?? '' })}</p>
      )}
    </Confirm>
  )
}

/** A region cannot go into itself. */
function without(nodes: readonly TreeNode[], key: string): TreeNode[] {
  return nodes
    .filter((node) => node.key !== key)
    .map((node) => ({ ...node, children: without(node.children, key) }))
}
