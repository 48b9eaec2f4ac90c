import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { recordJournal } from '@vedette/contract/calls/record'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { send } from '../../wire/send.ts'
import { NotYet } from '../NotYet.tsx'
import { Pager } from '../table/Pager.tsx'

const SIZES = [10, 50, 200]
const WHY = {
  days: 'recording.whyDays',
  noAlarm: 'recording.whyNoAlarm',
  deviceSize: 'recording.whyDeviceSize',
  regionSize: 'recording.whyRegionSize',
  archiveSize: 'recording.whyArchiveSize',
  diskFull: 'recording.whyDiskFull',
} as const

/** The journal of what was deleted of a device, or of the devices of a region, and why. */
export function DeletedRecordings({ of }: { of: { DID: string } | { GID: string } }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const [place, turn] = useState({ page: 1, pageSize: SIZES[0] ?? 10 })
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [recordJournal.path, of, place],
    queryFn: ({ signal }) =>
      send(recordJournal, { ...of, Page: place.page, PageSize: place.pageSize }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="conf-card" aria-label={t('recording.journal')}>
      <h3>{t('recording.journal')}</h3>
      {!data && <NotYet isFailed={isError} onRetry={() => void refetch()} shape="rows" count={3} />}
      {data?.List.length === 0 && <p>{t('recording.nothingDeleted')}</p>}
      <ul className="conf-list">
        {data?.List.map(({ DID, DevName, At, Reason, From, To }) => {
          const deleted = t('recording.deleted', {
            at: time.since(At, 0),
            from: time.since(From, 0),
            to: time.since(To, From),
            why: t(WHY[Reason]),
          })
          return (
            <li key={`${DID} ${At} ${From}`}>
              {'GID' in of ? t('recording.deletedOf', { name: DevName || DID, deleted }) : deleted}
            </li>
          )
        })}
      </ul>
      {data && data.Total > (SIZES[0] ?? 10) && (
        <Pager total={data.Total} {...place} isFetching={isFetching} sizes={SIZES} onTurn={turn} />
      )}
    </section>
  )
}
