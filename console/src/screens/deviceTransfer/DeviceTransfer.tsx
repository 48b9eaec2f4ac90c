import './device-transfer.css'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deviceList, type DeviceItem } from '@vedette/contract/calls/device'
import { batchChangeGroup } from '@vedette/contract/calls/device-edit'
import { getGroupList, type GroupNode } from '@vedette/contract/calls/group'
import { type ReactNode, useMemo, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { CameraThumbnail } from '../../ui/camera-card/CameraThumbnail.tsx'
import { DeviceCard } from '../../ui/device-tree/DeviceCard.tsx'
import { IconLeft } from '../../ui/control-icons.tsx'
import { NotYet } from '../../ui/NotYet.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { listed } from '../../ui/listed.ts'
import { NoCameras } from '../../ui/NoCameras.tsx'
import { say } from '../../ui/toasts.ts'
import { regionNodes } from '../../ui/tree/region-nodes.ts'
import { checkedFromRoots, type TreeNode } from '../../ui/tree/tree-checks.ts'
import { Tree } from '../../ui/tree/Tree.tsx'
import { allDevices } from '../../wire/all-devices.ts'
import { wayBack } from '../../wire/put-back.ts'
import { send } from '../../wire/send.ts'
import { AcceptTransfer } from './AcceptTransfer.tsx'
import { OfferTransfer } from './OfferTransfer.tsx'
import { TransferHistory } from './TransferHistory.tsx'

/** Devices listed in the question before a transfer. */
const LINES_SHOWN = 20
/** A node of the left tree that stands for a region, not a device. */
const REGION = 'region '

/** Two trees: which devices, and where they go; what changes is shown before it is done. */
export function DeviceTransfer(): ReactNode {
  const t = useT()
  const queries = useQueryClient()
  const mayList = useCan('deviceManger')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(devicesInAddress)
  const [target, setTarget] = useState<string>()
  const [open, setOpen] = useState<'move' | 'offer' | 'accept'>()
  const site = useQuery({
    queryKey: [getGroupList.path, deviceList.path, 'transfer'],
    queryFn: async ({ signal }) => {
      const [groups, devices] = await Promise.all([send(getGroupList, {}, { signal }), allDevices(signal)])
      return { forest: groups.List, devices }
    },
  })
  const { forest = [], devices = [] } = site.data ?? {}
  const left = useMemo(() => deviceNodes(forest, devices), [forest, devices])
  const right = useMemo(() => regionNodes(forest), [forest])
  const chosen = devices.filter(({ DID }) => ticked.has(DID))
  const changing = chosen.filter(({ GID }) => GID !== target)
  const targetName = nameOf(forest, target)
  const begin = (what: 'move' | 'offer'): void => {
    if (chosen.length === 0) say('warning', t('transfer.nothing'))
    else if (what === 'move' && target === undefined) say('warning', t('transfer.noTarget'))
    else setOpen(what)
  }
  /** Does by pointer what the ticks and the button do: a device that is ticked takes the others that are along. */
  const dropOn = (dragged: string, gid: string): void => {
    if (!ticked.has(dragged)) setTicked(checkedFromRoots(left, [dragged]))
    setTarget(gid)
    setOpen('move')
  }
  const move = async (): Promise<void> => {
    if (target === undefined) return
    const { Changed } = await send(batchChangeGroup, {
      DIDs: changing.map(({ DID }) => DID),
      GID: target,
    })
    const back = wayBack(changing)
    const undo = back && {
      label: t('ui.undo'),
      run: () => void back().then(() => queries.invalidateQueries()),
    }
    say('success', t('transfer.moved', { count: Changed }), undo)
    setTicked(new Set())
    await queries.invalidateQueries()
  }
  const close = (): void => setOpen(undefined)
  return (
    <div className="transfer">
      <PageHead
        back={
          mayList && (
            <a className="button" href="#/deviceManger">
              <IconLeft /> {t('deviceConf.back')}
            </a>
          )
        }
      />
      <div className="transfer-trees">
        <section className="transfer-tree">
          <h2>{t('transfer.devices')}</h2>
          {!site.data && <NotYet isFailed={site.isError} onRetry={() => void site.refetch()} shape="rows" />}
          {site.data?.devices.length === 0 && <NoCameras drawing="transfer" />}
          {devices.length > 0 && (
            <Tree
              label={t('transfer.devices')}
              nodes={left}
              emptyText={t('transfer.noDevices')}
              hasSearch
              checked={ticked}
              onCheck={setTicked}
              isDraggable
              cardOf={(key, beside) => {
                const device = devices.find(({ DID }) => DID === key)
                return device && <DeviceCard key={key} device={device} beside={beside} />
              }}
            />
          )}
        </section>
        <div className="transfer-actions">
          <p role="status">
            {chosen.length > 0 && (
              <>
                <b>{t('ui.chosen', { count: chosen.length })}</b>{' '}
                {listed(
                  t,
                  chosen.map(({ DevName }) => DevName),
                )}
              </>
            )}
          </p>
          <button type="button" className="button button-primary" onClick={() => begin('move')}>
            {t('transfer.move')} →
          </button>
          <button type="button" className="button" onClick={() => begin('offer')}>
            {t('transfer.offer')}
          </button>
          <button type="button" className="button" onClick={() => setOpen('accept')}>
            {t('transfer.accept')}
          </button>
        </div>
        <section className="transfer-tree">
          <h2>{t('transfer.target')}</h2>
          {(site.data ?? site.isPending) && (
            <Tree
              label={t('transfer.target')}
              nodes={right}
              emptyText={t(site.isPending ? 'ui.loading' : 'transfer.noRegions')}
              hasSearch
              chosen={target}
              onChoose={setTarget}
              onDropOn={dropOn}
              isDraggable={false}
            />
          )}
        </section>
      </div>
      <TransferHistory forest={forest} />
      {open === 'move' && (
        <Confirm
          title={t('transfer.diff')}
          confirmLabel={t('transfer.move')}
          onConfirm={changing.length > 0 ? move : async () => {}}
          onClose={close}
        >
          <ul className="transfer-diff">
            {changing.slice(0, LINES_SHOWN).map(({ DID, DevName, GroupName }) => (
              <li key={DID}>{t('transfer.diffLine', { name: DevName, from: GroupName, to: targetName })}</li>
            ))}
          </ul>
          {changing.length > LINES_SHOWN && (
            <p>{t('ui.further', { count: changing.length - LINES_SHOWN })}</p>
          )}
          {chosen.length > changing.length && (
            <p>{t('transfer.same', { count: chosen.length - changing.length })}</p>
          )}
        </Confirm>
      )}
      {open === 'offer' && <OfferTransfer devices={chosen} onClose={close} />}
      {open === 'accept' && <AcceptTransfer forest={forest} onClose={close} />}
    </div>
  )
}

/** Those with which somebody came here: `?devices=CAM-1,CAM-2`. */
function devicesInAddress(): ReadonlySet<string> {
  const said = new URLSearchParams(location.hash.split('?', 2)[1]).get('devices') ?? ''
  return new Set(said.split(',').filter(Boolean))
}

/** Regions with their devices as leaves. */
function deviceNodes(forest: readonly GroupNode[], devices: readonly DeviceItem[]): TreeNode[] {
  const byRegion = Map.groupBy(devices, ({ GID }) => GID)
  const nodesOf = (nodes: readonly GroupNode[]): TreeNode[] =>
    nodes
      .filter(({ DeviceCount }) => DeviceCount > 0)
      .map(({ GID, GroupName, DeviceCount, Childs }) => ({
        key: `${REGION}${GID}`,
        label: GroupName,
        note: DeviceCount,
        children: [
          ...nodesOf(Childs),
          ...(byRegion.get(GID) ?? []).map(({ DID, DevName, Alias, DevType }) => ({
            key: DID,
            label: Alias || DevName,
            picture: <CameraThumbnail did={DID} devType={DevType} />,
            children: [],
          })),
        ],
      }))
  return nodesOf(forest)
}

function nameOf(forest: readonly GroupNode[], gid: string | undefined): string {
  for (const { GID, GroupName, Childs } of forest) {
    const found = GID === gid ? GroupName : nameOf(Childs, gid)
    if (found) return found
  }
  return ''
}
