import { useQueryClient } from '@tanstack/react-query'
import { recordLocks, removeRecordLock } from '@vedette/contract/calls/record'
import type { ReactNode } from 'react'

import { useCompanyTime } from '../app/company-time.ts'
import { useT } from '../i18n/language.ts'
import { send } from '../wire/send.ts'
import { Confirm } from './Confirm.tsx'
import type { Lock } from './lock.ts'

interface Props {
  did: string
  locks: readonly Lock[]
  onClose: () => void
}

/** Asked first: what is old enough may be deleted at once, and a lock that is set again does not bring it back. */
export function UnlockQuestion({ did, locks, onClose }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  return (
    <Confirm
      title={t('recording.unlockTitle')}
      confirmLabel={t('recording.unlock')}
      isDestructive
      onConfirm={async () => {
        for (const { id } of locks) await send(removeRecordLock, { DID: did, LockID: id })
        await queries.invalidateQueries({ queryKey: [recordLocks.path] })
      }}
      onClose={onClose}
    >
      {locks.map(({ id, fromMs, toMs, reason, account }) => (
        <p key={id}>
          {time.since(fromMs, 0)} – {time.since(toMs, fromMs)}: {reason} ({account})
        </p>
      ))}
      <p>{t('recording.unlockText')}</p>
    </Confirm>
  )
}
