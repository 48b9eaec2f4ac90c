import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { upgradeList } from '@vedette/contract/calls/upgrade'
import { METHOD, ProgressBody } from '@vedette/contract/push'
import { type ReactNode, useEffect, useState } from 'react'

import { useCompanyTime } from '../../../app/company-time.ts'
import { push } from '../../../app/push.ts'
import { useCan } from '../../../app/session.ts'
import { useT } from '../../../i18n/language.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { send } from '../../../wire/send.ts'
import { FirmwareStore } from './FirmwareStore.tsx'
import { UpgradeState } from './UpgradeState.tsx'

const PAGE_SIZE = 20

/** How upgrades go, and the firmware that there is. */
export function Upgrades({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const mayStore = useCan('deviceManger', 'batchUpdate')
  const [tab, setTab] = useState<'details' | 'store'>('details')
  // An upload goes on while the other tab is looked at.
  const [wasStoreOpen, setStoreOpen] = useState(false)
  const tabs = (['details', ...(mayStore ? (['store'] as const) : [])] as const).map((key) => ({
    key,
    label: t(`upgrades.${key}`),
  }))
  const choose = (next: 'details' | 'store'): void => {
    setTab(next)
    if (next === 'store') setStoreOpen(true)
  }
  return (
    <Dialog title={t('upgrades.title')} kind="wide" onClose={onClose}>
      {() => (
        <Tabs label={t('upgrades.title')} tabs={tabs} chosen={tab} onChoose={choose}>
          {tab === 'details' && <Details />}
          {wasStoreOpen && (
            <div hidden={tab !== 'store'}>
              <FirmwareStore />
            </div>
          )}
        </Tabs>
      )}
    </Dialog>
  )
}

function Details(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const [{ page, pageSize }, setShown] = useState({ page: 1, pageSize: PAGE_SIZE })
  const upgrades = useQuery({
    queryKey: [upgradeList.path, page, pageSize],
    queryFn: ({ signal }) => send(upgradeList, { Page: page, PageSize: pageSize }, { signal }),
    placeholderData: keepPreviousData,
  })
  const { Total = 0, List = [] } = upgrades.data ?? {}
  useEffect(
    () =>
      push.on(METHOD.progress, (body) => {
        const progress = ProgressBody.safeParse(body).data
        if (progress?.Kind !== 'upgrade') return
        // When it is done the list of devices has another version too.
        if (progress.State === 'done') void queries.invalidateQueries()
        else void queries.invalidateQueries({ queryKey: [upgradeList.path] })
      }),
    [queries],
  )
  return (
    <div className="dialog-form">
      <DataTable
        label={t('upgrades.details')}
        rows={List}
        isLoading={upgrades.isPending}
        query={upgrades}
        keyOf={({ ID }) => ID}
        nameOf={({ DevName }) => DevName}
        empty={<EmptyState title={t('upgrades.none')} text={t('upgrades.noneText')} drawing="log" />}
        columns={[
          { key: 'device', head: t('upgrades.device'), cell: ({ DevName }) => DevName },
          { key: 'from', head: t('upgrades.from'), cell: ({ From }) => From },
          { key: 'to', head: t('upgrades.to'), cell: ({ To }) => To },
          { key: 'state', head: t('upgrades.state'), cell: (row) => <UpgradeState {...row} /> },
          { key: 'at', head: t('upgrades.at'), cell: ({ ChangedAt }) => time.since(ChangedAt) },
        ]}
      />
      {Total > PAGE_SIZE && (
        <Pager
          total={Total}
          page={page}
          pageSize={pageSize}
          isFetching={upgrades.isFetching}
          onTurn={setShown}
        />
      )}
    </div>
  )
}
