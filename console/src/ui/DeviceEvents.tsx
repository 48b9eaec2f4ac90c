import type { UseQueryResult } from '@tanstack/react-query'
import type { DeviceEvent } from '@vedette/contract/calls/gateway'
import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { EmptyState } from './EmptyState.tsx'
import { DataTable } from './table/DataTable.tsx'

interface Props {
  events: readonly DeviceEvent[]
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'refetch'>
  /** How a time is said. */
  at: (ms: number) => string
}

/** What a gateway or scanning gun told of. */
export function DeviceEvents({ events, query, at }: Props): ReactNode {
  const t = useT()
  const said = useSaid()
  return (
    <DataTable
      label={t('deviceConf.events')}
      rows={events}
      isLoading={query.isPending}
      query={query}
      keyOf={({ ID }) => ID}
      nameOf={({ Name }) => Name}
      empty={
        <EmptyState title={t('deviceConf.noEvents')} drawing="log" text={t('deviceConf.noEventsText')} />
      }
      columns={[
        { key: 'at', head: t('deviceConf.at'), cell: ({ Time }) => at(Time) },
        { key: 'event', head: t('deviceConf.event'), cell: ({ Kind }) => t(`deviceConf.event${Kind}`) },
        {
          key: 'what',
          head: t('deviceConf.what'),
          cell: ({ Name, Value, Unit }) => [Name, said(Value, Unit)].filter(Boolean).join(': '),
        },
      ]}
    />
  )
}

/** A sensor's value in words. */
export function useSaid() {
  const t = useT()
  return (value: DeviceEvent['Value'], unit: string): string =>
    typeof value === 'boolean' ? t(value ? 'deviceConf.yes' : 'deviceConf.no') : `${value} ${unit}`.trim()
}
