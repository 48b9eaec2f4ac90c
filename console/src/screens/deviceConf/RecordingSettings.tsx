/** What is recorded of a device, how long it is kept, and what was deleted. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeviceInfo } from '@vedette/contract/calls/device-config'
import { recordLocks, removeRecordLock } from '@vedette/contract/calls/record'
import type { ReactNode } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { replayAddress } from '../../app/replay-address.ts'
import { useT } from '../../i18n/language.ts'
import { DeletedRecordings } from '../../ui/record-policy/DeletedRecordings.tsx'
import { RecordPolicyForm } from '../../ui/record-policy/RecordPolicyForm.tsx'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'

interface Props {
  device: DeviceInfo
  onUnsaved: (isUnsaved: boolean) => void
}

export function RecordingSettings({ device, onUnsaved }: Props): ReactNode {
  return (
    <div className="conf-parts">
      <RecordPolicyForm of={{ did: device.DID }} onUnsaved={onUnsaved} />
      <Locks did={device.DID} />
      <DeletedRecordings of={{ DID: device.DID }} />
    </div>
  )
}

function Locks({ did }: { did: string }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: [recordLocks.path, did],
    queryFn: ({ signal }) => send(recordLocks, { DIDs: [did] }, { signal }),
  })
  const remove = (LockID: string): Promise<boolean> =>
    succeeds(async () => {
      await send(removeRecordLock, { DID: did, LockID })
      await queries.invalidateQueries({ queryKey: [recordLocks.path, did] })
    })
  return (
    <section className="conf-card" aria-label={t('recording.locks')}>
      <h3>{t('recording.locks')}</h3>
      {data?.List.length === 0 && <p>{t('recording.noLocks')}</p>}
      <ul className="conf-list">
        {data?.List.map(({ LockID, From, To, Reason, Account, Until }) => (
          <li key={LockID}>
            <a href={replayAddress({ dids: [did], at: From })}>
              {time.since(From, 0)} – {time.since(To, From)}
            </a>{' '}
            {Reason} ({Account}
            {Until !== null && `, ${t('recording.lockedUntil', { time: time.since(Until, 0) })}`}){' '}
            <button type="button" className="button" onClick={() => void remove(LockID)}>
              {t('recording.unlock')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
