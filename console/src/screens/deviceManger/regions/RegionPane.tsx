import './regions.css'

import type { GroupNode } from '@vedette/contract/calls/group'
import { type ReactNode, useMemo, useState } from 'react'

import { useCan } from '../../../app/session.ts'
import { useT } from '../../../i18n/language.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DeletedRecordings } from '../../../ui/record-policy/DeletedRecordings.tsx'
import { RecordPolicyForm } from '../../../ui/record-policy/RecordPolicyForm.tsx'
import { IconDown } from '../../../ui/control-icons.tsx'
import { IconBin, IconMove, IconPencil, IconPlus, IconRecord } from '../../../ui/page-icons.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { regionNodes } from '../../../ui/tree/region-nodes.ts'
import { Tree } from '../../../ui/tree/Tree.tsx'
import { DeleteRegion } from './DeleteRegion.tsx'
import { MoveRegion } from './MoveRegion.tsx'
import { findRegion, useRegions } from './queries.ts'
import { RegionForm } from './RegionForm.tsx'

interface Props {
  /** The region whose devices are shown; undefined for all. */
  chosen: string | undefined
  onChoose: (gid: string | undefined) => void
}

type Open = { what: 'add' | 'rename' | 'record' | 'move' | 'delete'; node: GroupNode; target?: string }

/** The tree of regions with what can be done to the chosen one. */
export function RegionPane({ chosen, onChoose }: Props): ReactNode {
  const t = useT()
  const regions = useRegions()
  const forest = useMemo(() => regions.data ?? [], [regions.data])
  const nodes = useMemo(() => regionNodes(forest), [forest])
  const [open, setOpen] = useState<Open>()
  // On a phone alone: the list is what one came for.
  const [isFolded, setFolded] = useState(true)
  const choose = (gid: string | undefined): void => {
    setFolded(true)
    onChoose(gid)
  }
  const can = {
    add: useCan('deviceManger', 'addGroup'),
    edit: useCan('deviceManger', 'editGroup'),
    delete: useCan('deviceManger', 'deleteGroup'),
    record: useCan('deviceManger', 'deviceConf'),
  }
  const node = findRegion(forest, chosen)
  const isTop = node !== undefined && forest.includes(node)
  // While all are shown a new one goes below the only one at the top.
  const [top, second] = forest
  const parent = node ?? (second === undefined ? top : undefined)
  const actions = [
    { what: 'add', label: t('regions.add'), icon: <IconPlus />, isThere: can.add && parent, isOff: false },
    {
      what: 'rename',
      label: t('regions.rename'),
      icon: <IconPencil />,
      isThere: can.edit && node,
      isOff: false,
    },
    {
      what: 'record',
      label: t('recording.region'),
      icon: <IconRecord />,
      isThere: can.record && node,
      isOff: false,
    },
    { what: 'move', label: t('regions.move'), icon: <IconMove />, isThere: can.edit && node, isOff: isTop },
    {
      what: 'delete',
      label: t('regions.delete'),
      icon: <IconBin />,
      isThere: can.delete && node,
      isOff: isTop,
    },
  ] as const
  const ask = (dragged: string, target: string): void => {
    const moving = findRegion(forest, dragged)
    if (moving && !forest.includes(moving)) setOpen({ what: 'move', node: moving, target })
  }
  const close = (): void => setOpen(undefined)

  return (
    <aside className="regions" aria-label={t('regions.title')} data-folded={isFolded}>
      <button
        type="button"
        className="button regions-fold"
        aria-expanded={!isFolded}
        onClick={() => setFolded(!isFolded)}
      >
        {node?.GroupName ?? t('regions.all')}
        <IconDown />
      </button>
      <div className="regions-bar">
        <button
          type="button"
          className="button regions-all"
          aria-pressed={chosen === undefined}
          onClick={() => choose(undefined)}
        >
          {t('regions.all')}
        </button>
        {actions.some(({ isThere }) => isThere) && (
          <div className="regions-tools" role="toolbar" aria-label={t('regions.actions')}>
            {actions.map(
              ({ what, label, icon, isThere, isOff }) =>
                isThere && (
                  <button
                    key={what}
                    type="button"
                    className="icon-button"
                    aria-label={label}
                    title={label}
                    disabled={isOff}
                    onClick={() => {
                      const meant = what === 'add' ? parent : node
                      if (meant) setOpen({ what, node: meant })
                    }}
                  >
                    {icon}
                  </button>
                ),
            )}
          </div>
        )}
      </div>
      {regions.isPending && <Skeleton shape="rows" />}
      {regions.isError && (
        <div className="tree-note" role="alert">
          <p>{t('ui.loadFailed')}</p>
          <button type="button" className="button" onClick={() => void regions.refetch()}>
            {t('ui.tryAgain')}
          </button>
        </div>
      )}
      {regions.data && (
        <Tree
          label={t('regions.title')}
          nodes={nodes}
          emptyText={t('regions.empty')}
          hasSearch
          chosen={chosen}
          onChoose={choose}
          onDropOn={can.edit ? ask : undefined}
        />
      )}
      {open?.what === 'add' && <RegionForm parent={open.node} onClose={close} onDone={onChoose} />}
      {open?.what === 'rename' && <RegionForm region={open.node} onClose={close} />}
      {open?.what === 'record' && (
        <Dialog kind="wide" title={`${t('recording.region')}: ${open.node.GroupName}`} onClose={close}>
          {(leave) => (
            <>
              <RecordPolicyForm of={{ gid: open.node.GID }} onSaved={leave} />
              <DeletedRecordings of={{ GID: open.node.GID }} />
            </>
          )}
        </Dialog>
      )}
      {open?.what === 'move' && (
        <MoveRegion region={open.node} forest={forest} target={open.target} onClose={close} />
      )}
      {open?.what === 'delete' && (
        <DeleteRegion region={open.node} onClose={close} onDone={() => onChoose(undefined)} />
      )}
    </aside>
  )
}
