/** What is recorded of a device, how long it is kept, and what was deleted. */
import { useQuery } from '@tanstack/react-query'
import type { DeviceInfo } from '@vedette/contract/calls/device-config'
import { recordLocks } from '@vedette/contract/calls/record'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { replayAddress } from '../../app/replay-address.ts'
import { useT } from '../../i18n/language.ts'
import { DeletedRecordings } from '../../ui/record-policy/DeletedRecordings.tsx'
import { RecordPolicyForm } from '../../ui/record-policy/RecordPolicyForm.tsx'
import { type Lock, lockOf } from '../../ui/lock.ts'
import { UnlockQuestion } from '../../ui/UnlockQuestion.tsx'
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
  const [unlocking, setUnlocking] = useState<Lock>()
  const { data } = useQuery({
    queryKey: [recordLocks.path, did],
    queryFn: ({ signal }) => send(recordLocks, { DIDs: [did] }, { signal }),
  })
  return (
    <section className="conf-card" aria-label={t('recording.locks')}>
      <h3>{t('recording.locks')}</h3>
      {data?.List.length === 0 && <p>{t('recording.noLocks')}</p>}
      <ul className="conf-list">
        {data?.List.map(lockOf).map((lock) => (
          <li key={lock.id}>
            <a href={replayAddress({ dids: [did], at: lock.fromMs })}>
              {time.since(lock.fromMs, 0)} – {time.since(lock.toMs, lock.fromMs)}
            </a>{' '}
            {lock.reason} ({lock.account}
            {lock.untilMs !== null &&
              `, ${t('recording.lockedUntil', { time: time.since(lock.untilMs, 0) })}`}
            ){' '}
            <button type="button" className="button" onClick={() => setUnlocking(lock)}>
              {t('recording.unlock')}
            </button>
          </li>
        ))}
      </ul>
      {unlocking && <UnlockQuestion did={did} locks={[unlocking]} onClose={() => setUnlocking(undefined)} />}
    </section>
  )
}
