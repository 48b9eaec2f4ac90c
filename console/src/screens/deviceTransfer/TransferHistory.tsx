import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import type { GroupNode } from '@vedette/contract/calls/group'
import { cancelTransfer, transferList } from '@vedette/contract/calls/transfer'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { listed } from '../../ui/listed.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { send } from '../../wire/send.ts'
import { AcceptTransfer } from './AcceptTransfer.tsx'
import { PastOfDevices } from './PastOfDevices.tsx'

type Entry = ReplyOf<typeof transferList>['List'][number]

const namesOf = ({ Devices }: Entry): string[] => Devices.map(({ DevName }) => DevName)

const STATES = {
  offered: 'transfer.offeredState',
  accepted: 'transfer.accepted',
  cancelled: 'transfer.cancelled',
  expired: 'transfer.expired',
} as const

/** What was handed over and taken over; an open offer can be taken back, accepted or declined. */
export function TransferHistory({ forest }: { forest: readonly GroupNode[] }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const [cancelling, setCancelling] = useState<Entry>()
  const [taking, setTaking] = useState<Entry>()
  const [looking, setLooking] = useState<Entry>()
  const history = useQuery({
    queryKey: [transferList.path],
    queryFn: async ({ signal }) => (await send(transferList, {}, { signal })).List,
  })
  return (
    <section className="transfer-history" aria-label={t('transfer.history')}>
      <h2>{t('transfer.history')}</h2>
      <DataTable
        label={t('transfer.history')}
        rows={history.data ?? []}
        isLoading={history.isPending}
        query={history}
        keyOf={({ Offer }) => Offer}
        nameOf={(row) => listed(t, namesOf(row))}
        empty={
          <EmptyState drawing="transfer" title={t('transfer.noHistory')} text={t('transfer.noHistoryText')} />
        }
        columns={[
          { key: 'at', head: t('transfer.at'), cell: (row) => time.since(row.EndedAt ?? row.CreatedAt) },
          { key: 'direction', head: t('transfer.direction'), cell: (row) => t(`transfer.${row.Direction}`) },
          { key: 'devices', head: t('transfer.devices'), cell: (row) => listed(t, namesOf(row)) },
          { key: 'company', head: t('transfer.company'), cell: ({ CompanyName }) => CompanyName },
          { key: 'state', head: t('transfer.state'), cell: ({ State }) => t(STATES[State]) },
        ]}
        actions={(row) => {
          const isOut = row.Direction === 'out'
          if (isOut && row.State === 'accepted')
            return (
              <button type="button" className="button" onClick={() => setLooking(row)}>
                {t('transfer.past')}
              </button>
            )
          if (row.State !== 'offered') return null
          return (
            <>
              {!isOut && (
                <button type="button" className="button button-primary" onClick={() => setTaking(row)}>
                  {t('transfer.take')}
                </button>
              )}
              <button type="button" className="button" onClick={() => setCancelling(row)}>
                {t(isOut ? 'transfer.cancel' : 'transfer.decline')}
              </button>
            </>
          )
        }}
      />
      {taking && <AcceptTransfer offer={taking.Offer} forest={forest} onClose={() => setTaking(undefined)} />}
      {looking && (
        <PastOfDevices
          offer={looking.Offer}
          devices={looking.Devices}
          onClose={() => setLooking(undefined)}
        />
      )}
      {cancelling && (
        <Confirm
          title={t(cancelling.Direction === 'out' ? 'transfer.cancel' : 'transfer.decline')}
          confirmLabel={t(cancelling.Direction === 'out' ? 'transfer.cancel' : 'transfer.decline')}
          isDestructive
          onConfirm={async () => {
            await send(cancelTransfer, { Offer: cancelling.Offer })
            await queries.invalidateQueries({ queryKey: [transferList.path] })
          }}
          onClose={() => setCancelling(undefined)}
        >
          <p>
            {t(cancelling.Direction === 'out' ? 'transfer.cancelAsk' : 'transfer.declineAsk', {
              names: listed(t, namesOf(cancelling)),
            })}
          </p>
        </Confirm>
      )}
    </section>
  )
}
