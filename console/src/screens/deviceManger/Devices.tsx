import './devices.css'

import { useQueryClient } from '@tanstack/react-query'
import { type DeviceItem, deviceList, exportDevices } from '@vedette/contract/calls/device'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { usePhone } from '../../app/use-phone.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { ownLanguageFor } from '../../i18n/packs.ts'
import { ContextMenu, type MenuPoint } from '../../ui/aria/Menu.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { KeptFootage } from '../../ui/KeptFootage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { listed } from '../../ui/listed.ts'
import { offered, useShortcuts } from '../../ui/shortcuts/shortcuts.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { BulkBar } from '../../ui/table/BulkBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { say } from '../../ui/toasts.ts'
import { useThumbnails } from '../../ui/thumbnails.ts'
import { send } from '../../wire/send.ts'
import { PresenceHistory } from '../presence/index.ts'
import { AddDevice } from './AddDevice.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { besidePanel, columnOfSort, sortOfColumn, useColumns, useShownColumns } from './columns.tsx'
import { ADD, deviceCommands } from './device-commands.ts'
import { DevicePanel } from './DevicePanel.tsx'
import { EditDevice } from './EditDevice.tsx'
import { FilterBar } from './FilterBar.tsx'
import { SavedFilters } from './filters/SavedFilters.tsx'
import { MoveDevices } from './MoveDevices.tsx'
import { AddGateway } from './gateways/AddGateway.tsx'
import { filterOf } from './place-filter.ts'
import { isFiltered, isOpenedToAdd, UNFILTERED, usePlace } from './place.ts'
import { refreshDevices, useDevices, usePushedPresence, useToldDevices } from './queries.ts'
import { useRegions } from './regions/queries.ts'
import { RegionPane } from './regions/RegionPane.tsx'
import { type RowAsk, rowActions, RowMenu, transferOf, wallOf } from './RowMenu.tsx'
import { StateCounts } from './StateCounts.tsx'
import { UpgradeQuestion } from './upgrades/UpgradeQuestion.tsx'
import { Upgrades } from './upgrades/Upgrades.tsx'
import { useRunningUpgrades } from './upgrades/use-running-upgrades.ts'

type Open = { kind: 'add' } | RowAsk | { kind: 'move' } | { kind: 'upgrades' } | { kind: 'gateway' }

/** Devices that one call changes. */
const MOST_CHOSEN = 9999

export function Devices(): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const client = useQueryClient()
  const [place, go] = usePlace()
  const isPhone = usePhone()
  const devices = useDevices(place)
  const forest = useRegions()
  usePushedPresence(place.status !== '')
  useToldDevices()
  const { shown, show, showOnly } = useShownColumns()
  const [chosen, setChosen] = useState<ReadonlyMap<string, DeviceItem>>(new Map())
  const [open, setOpen] = useState<Open | undefined>(() => (isOpenedToAdd() ? { kind: 'add' } : undefined))
  const [shownDid, setShownDid] = useState('')
  const [menu, setMenu] = useState<{ row: DeviceItem; point: MenuPoint }>()
  const rows = devices.data?.List ?? []
  const upgrades = useRunningUpgrades(rows.some(({ Status }) => Status === 'upgrading'))
  const at = rows.findIndex(({ DID }) => DID === shownDid)
  const inPanel = rows[at]
  const thumbnails = useThumbnails(rows.map(({ DID }) => DID))
  const columns = useColumns(inPanel || isPhone ? besidePanel(shown) : shown, {
    onHistory: (device) => setOpen({ kind: 'history', device }),
    onDetails: ({ DID }) => setShownDid(DID === shownDid ? '' : DID),
    upgrades,
    thumbnails,
  })
  const can = {
    add: useCan('deviceManger', 'add'),
    edit: useCan('deviceManger', 'edit'),
    remove: useCan('deviceManger', 'delete'),
    removeMany: useCan('deviceManger', 'deleteAll'),
    watch: useCan('realTimeVideo'),
    configure: useCan('deviceManger', 'deviceConf'),
    upgrade: useCan('deviceManger', 'update'),
    upgradeMany: useCan('deviceManger', 'batchUpdate'),
    transfer: useCan('deviceTransfer'),
  }
  const tools = deviceCommands(t, can, (kind) => setOpen({ kind }))
  useShortcuts(offered(tools))
  const regions = forest.data ?? []
  const nameOf = (did: string): string =>
    chosen.get(did)?.DevName ?? rows.find(({ DID }) => DID === did)?.DevName ?? did

  const choose = (keys: ReadonlySet<string>): void => {
    const known = new Map([...chosen, ...rows.map((row) => [row.DID, row] as const)])
    setChosen(new Map([...known].filter(([did]) => keys.has(did))))
  }

  const chooseAll = async (): Promise<void> => {
    const all = await send(deviceList, { ...filterOf(place), Page: 1, PageSize: MOST_CHOSEN })
    setChosen(new Map(all.List.map((row) => [row.DID, row])))
  }

  const remove = async (DIDs: readonly string[]): Promise<void> => {
    const { Changed } = await send(batchExitGroup, { DIDs: [...DIDs] })
    say('success', t('devices.removed', { count: Changed }))
    setChosen(new Map())
    await refreshDevices(client)
  }

  /** Then the list itself offers to add one. */
  const isEmpty = devices.data?.Total === 0 && !isFiltered(place)
  const toolButtons = tools.map(({ command, label, run }) => (
    <button
      key={command}
      type="button"
      className={command === ADD ? 'button button-primary' : 'button'}
      onClick={run}
    >
      {label}
    </button>
  ))

  return (
    <div className="devices" data-panel={inPanel !== undefined}>
      <RegionPane chosen={place.gid || undefined} onChoose={(gid) => go({ gid: gid ?? '' })} />
      <section className="devices-main" aria-label={t('devices.table')}>
        <PageHead count={devices.data?.Total}>
          <SavedFilters place={place} go={go} columns={[...shown]} onColumns={showOnly} />
          {!isPhone && <ColumnChoice shown={shown} onShow={show} />}
          <ExportMenu
            fetchFile={(Format) =>
              send(exportDevices, { ...filterOf(place), Format, Language: ownLanguageFor(language) })
            }
          />
          {can.transfer && (
            <a className="button" href="#/deviceTransfer">
              {t('page.deviceTransfer')}
            </a>
          )}
          {isEmpty ? toolButtons.filter(({ key }) => key !== ADD) : toolButtons}
        </PageHead>
        <div className="devices-tools">
          <FilterBar place={place} go={go} />
        </div>
        <StateCounts place={place} go={go} />
        <DataTable
          label={t('devices.table')}
          widthsOf="devices"
          columns={columns}
          rows={rows}
          keyOf={({ DID }) => DID}
          nameOf={({ DevName }) => DevName}
          isLoading={devices.isFetching && rows.length === 0}
          empty={
            devices.isError ? (
              <LoadFailed title={t('devices.loadFailed')} onRetry={() => void devices.refetch()} />
            ) : isFiltered(place) ? (
              <EmptyState drawing="search" title={t('devices.noHits')} text={t('devices.noHitsText')}>
                <button type="button" className="button button-primary" onClick={() => go(UNFILTERED)}>
                  {t('devices.clearFilters')}
                </button>
              </EmptyState>
            ) : (
              <EmptyState title={t('devices.empty')} text={t('devices.emptyText')} drawing="camera">
                {toolButtons.filter(({ key }) => key === ADD)}
              </EmptyState>
            )
          }
          sort={{ key: columnOfSort(place.sort), isDescending: place.isDescending }}
          onSort={({ key, isDescending }) => {
            const sort = sortOfColumn(key)
            if (sort) go({ sort, isDescending })
          }}
          chosen={new Set(chosen.keys())}
          {...(can.edit || can.removeMany || can.upgradeMany || can.transfer ? { onChoose: choose } : {})}
          unfolded={(row) => (row.Channels > 1 ? <Channels device={row} canWatch={can.watch} /> : undefined)}
          onMenu={(row, point) => setMenu({ row, point })}
          onOpen={({ DID }) => setShownDid(DID)}
          current={inPanel?.DID}
          actions={(row) => (
            <RowMenu device={row} canWatch={can.watch} actions={rowActions(t, can, row, setOpen)} />
          )}
        />
        <Pager
          total={devices.data?.Total ?? 0}
          page={place.page}
          pageSize={place.pageSize}
          isFetching={devices.isFetching}
          onTurn={go}
        />
        <ContextMenu
          label={t('ui.moreFor', { name: menu?.row.DevName ?? '' })}
          actions={menu ? rowActions(t, can, menu.row, setOpen) : []}
          at={menu?.point}
          onClose={() => setMenu(undefined)}
        />
        <BulkBar
          count={chosen.size}
          rest={
            rows.every(({ DID }) => chosen.has(DID))
              ? { total: devices.data?.Total ?? 0, most: MOST_CHOSEN, onChooseAll: chooseAll }
              : undefined
          }
          onClear={() => setChosen(new Map())}
        >
          {can.edit && (
            <button type="button" className="button" onClick={() => setOpen({ kind: 'move' })}>
              {t('devices.move')}
            </button>
          )}
          {can.transfer && (
            <a className="button" href={transferOf([...chosen.keys()])}>
              {t('devices.transfer')}
            </a>
          )}
          {can.upgradeMany && (
            <button
              type="button"
              className="button"
              onClick={() => setOpen({ kind: 'upgrade', dids: [...chosen.keys()] })}
            >
              {t('upgrades.upgrade')}
            </button>
          )}
          {can.removeMany && (
            <button
              type="button"
              className="button button-danger"
              onClick={() => setOpen({ kind: 'remove', dids: [...chosen.keys()] })}
            >
              {t('devices.remove')}
            </button>
          )}
        </BulkBar>
      </section>
      {inPanel && (
        <DevicePanel
          device={inPanel}
          canWatch={can.watch}
          canConfigure={can.configure}
          actions={rowActions(t, can, inPanel, setOpen)}
          onHistory={() => setOpen({ kind: 'history', device: inPanel })}
          onStep={(by) => setShownDid(rows[at + by]?.DID ?? shownDid)}
          hasPrevious={at > 0}
          hasNext={at + 1 < rows.length}
          onClose={() => setShownDid('')}
        />
      )}
      {open?.kind === 'add' && can.add && !forest.isPending && (
        <AddDevice forest={regions} gid={place.gid} onClose={() => setOpen(undefined)} />
      )}
      {open?.kind === 'edit' && (
        <EditDevice device={open.device} forest={regions} onClose={() => setOpen(undefined)} />
      )}
      {open?.kind === 'history' && (
        <PresenceHistory device={open.device} onClose={() => setOpen(undefined)} />
      )}
      {open?.kind === 'move' && (
        <MoveDevices
          devices={[...chosen.values()]}
          forest={regions}
          onMoved={() => setChosen(new Map())}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.kind === 'gateway' && (
        <AddGateway forest={regions} gid={place.gid} onClose={() => setOpen(undefined)} />
      )}
      {open?.kind === 'upgrades' && <Upgrades onClose={() => setOpen(undefined)} />}
      {open?.kind === 'upgrade' && (
        <UpgradeQuestion
          dids={open.dids}
          names={open.dids.map(nameOf)}
          onBegun={() => setChosen(new Map())}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.kind === 'remove' && (
        <Confirm
          title={t('devices.removeTitle')}
          confirmLabel={t('devices.remove')}
          isDestructive
          onConfirm={() => remove(open.dids)}
          onClose={() => setOpen(undefined)}
        >
          {open.dids.length === 1
            ? t('devices.removeOneQuestion', { name: nameOf(open.dids[0] ?? ''), did: open.dids[0] ?? '' })
            : t('devices.removeQuestion', {
                count: open.dids.length,
                names: listed(t, open.dids.map(nameOf)),
              })}
          <KeptFootage dids={open.dids} />
        </Confirm>
      )}
    </div>
  )
}

/** The channels of an NVR, each to be watched. */
function Channels({ device, canWatch }: { device: DeviceItem; canWatch: boolean }): ReactNode {
  const t = useT()
  return (
    <ul className="device-channels" aria-label={t('devices.channelsOf', { name: device.DevName })}>
      {Array.from({ length: device.Channels }, (_, channel) => {
        const name = t('devices.channel', { number: channel + 1 })
        return (
          <li key={channel}>
            {canWatch ? (
              <a href={wallOf(channel === 0 ? device.DID : `${device.DID}~${channel}`)}>{name}</a>
            ) : (
              name
            )}
          </li>
        )
      })}
    </ul>
  )
}
