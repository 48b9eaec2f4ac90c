import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import { cancelTransfer, transferList } from '@vedette/contract/calls/transfer'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { listed } from '../../ui/listed.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { send } from '../../wire/send.ts'

type Entry = ReplyOf<typeof transferList>['List'][number]

const STATES = {
  offered: 'transfer.offeredState',
  accepted: 'transfer.accepted',
  cancelled: 'transfer.cancelled',
  expired: 'transfer.expired',
} as const

/** What was handed over and taken over; an open offer can be taken back. */
export function TransferHistory(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const [cancelling, setCancelling] = useState<Entry>()
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
        keyOf={({ Offer }) => Offer}
        nameOf={({ Names }) => listed(t, Names)}
        empty={<EmptyState title={t('transfer.noHistory')} text="" />}
        columns={[
          { key: 'at', head: t('transfer.at'), cell: (row) => time.since(row.EndedAt ?? row.CreatedAt) },
          { key: 'direction', head: t('transfer.direction'), cell: (row) => t(`transfer.${row.Direction}`) },
          { key: 'devices', head: t('transfer.devices'), cell: ({ Names }) => listed(t, Names) },
          { key: 'company', head: t('transfer.company'), cell: ({ CompanyName }) => CompanyName },
          { key: 'state', head: t('transfer.state'), cell: ({ State }) => t(STATES[State]) },
        ]}
        actions={(row) =>
          row.Direction === 'out' &&
          row.State === 'offered' && (
            <button type="button" className="button" onClick={() => setCancelling(row)}>
              {t('transfer.cancel')}
            </button>
          )
        }
      />
      {cancelling && (
        <Confirm
          title={t('transfer.cancel')}
          confirmLabel={t('transfer.cancel')}
          isDestructive
          onConfirm={async () => {
            await send(cancelTransfer, { Offer: cancelling.Offer })
            await queries.invalidateQueries({ queryKey: [transferList.path] })
          }}
          onClose={() => setCancelling(undefined)}
        >
          <p>{t('transfer.cancelAsk', { names: listed(t, cancelling.Names) })}</p>
        </Confirm>
      )}
    </section>
  )
}
