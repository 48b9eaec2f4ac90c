import { useQuery } from '@tanstack/react-query'
import { transferredHistory } from '@vedette/contract/calls/transfer'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { DeviceEvents } from '../../ui/DeviceEvents.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { send } from '../../wire/send.ts'

interface Props {
  offer: string
  devices: readonly { DID: string; DevName: string }[]
  onClose: () => void
}

const PAGE_SIZE = 10

/** What devices did while they were this company's: it stays here when they go. */
export function PastOfDevices({ offer, devices, onClose }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const [device, setDevice] = useState(devices[0]?.DID ?? '')
  const [{ page, pageSize }, setShown] = useState({ page: 1, pageSize: PAGE_SIZE })
  const past = useQuery({
    queryKey: [transferredHistory.path, offer, device, page, pageSize],
    queryFn: ({ signal }) =>
      send(transferredHistory, { Offer: offer, Device: device, Page: page, PageSize: pageSize }, { signal }),
  })
  const at = (ms: number): string => `${time.day(ms)} ${time.clock(ms)}`
  return (
    <Dialog title={t('transfer.past')} kind="wide" onClose={onClose}>
      {() => (
        <div className="dialog-form">
          <SelectField
            label={t('transfer.pastOf')}
            value={device}
            options={devices.map(({ DID, DevName }) => ({ value: DID, label: DevName }))}
            onChoose={(did) => {
              setDevice(did)
              setShown({ page: 1, pageSize })
            }}
          />
          <h3>{t('deviceConf.events')}</h3>
          <DeviceEvents events={past.data?.List ?? []} query={past} at={at} />
          {(past.data?.Total ?? 0) > PAGE_SIZE && (
            <Pager
              total={past.data?.Total ?? 0}
              page={page}
              pageSize={pageSize}
              isFetching={past.isFetching}
              onTurn={setShown}
            />
          )}
          <h3>{t('transfer.pastUpgrades')}</h3>
          <DataTable
            label={t('transfer.pastUpgrades')}
            rows={past.data?.Upgrades ?? []}
            isLoading={past.isPending}
            query={past}
            keyOf={({ ID }) => ID}
            nameOf={({ To }) => To}
            empty={<EmptyState drawing="log" title={t('transfer.noUpgrades')} text="" />}
            columns={[
              { key: 'at', head: t('upgrades.at'), cell: (row) => at(row.ChangedAt) },
              { key: 'from', head: t('upgrades.from'), cell: ({ From }) => From },
              { key: 'to', head: t('upgrades.to'), cell: ({ To }) => To },
              { key: 'state', head: t('upgrades.state'), cell: (row) => t(`upgrades.${row.State}`) },
            ]}
          />
        </div>
      )}
    </Dialog>
  )
}
