import { useQueryClient } from '@tanstack/react-query'
import { addRecordLock, recordLocks } from '@vedette/contract/calls/record'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { serverNow } from '../../wire/server-clock.ts'

const DAY_MS = 86_400_000
/** How many days a lock lasts; empty: until it is taken away. */
const LOCK_DAYS = ['', '7', '30', '90', '365'] as const
type LockDays = (typeof LOCK_DAYS)[number]

interface Props {
  did: string
  fromMs: number
  toMs: number
  onClose: () => void
}

/** Keeps the marked time of a camera from being deleted. */
export function LockDialog({ did, fromMs, toMs, onClose }: Props): ReactNode {
  const t = useT()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [wasSent, setSent] = useState(false)
  const [days, setDays] = useState<LockDays>('')
  const lock = (close: () => void): Promise<boolean> =>
    succeeds(async () => {
      await send(addRecordLock, {
        DID: did,
        From: Math.floor(fromMs),
        To: Math.ceil(toMs),
        Reason: reason.trim(),
        Until: days === '' ? null : Math.round(serverNow()) + Number(days) * DAY_MS,
      })
      await queries.invalidateQueries({ queryKey: [recordLocks.path] })
      say('success', t('replay.locked'))
      close()
    })
  return (
    <Dialog title={t('replay.lock')} onClose={onClose}>
      {(close) => (
        <form
          className="replay-go"
          onSubmit={(event) => {
            event.preventDefault()
            setSent(true)
            if (reason.trim()) void lock(close)
          }}
        >
          <TextField
            label={t('replay.lockReason')}
            value={reason}
            maxLength={200}
            hint={t('replay.lockHint')}
            fault={wasSent && !reason.trim() ? t('replay.reasonMissing') : undefined}
            isRequired
            onType={setReason}
          />
          <SelectField
            label={t('replay.lockUntil')}
            value={days}
            options={LOCK_DAYS.map((value) => ({
              value,
              label: value === '' ? t('replay.lockForever') : t('replay.lockDays', { count: Number(value) }),
            }))}
            onChoose={setDays}
          />
          <button type="submit" className="button button-primary">
            {t('replay.lock')}
          </button>
        </form>
      )}
    </Dialog>
  )
}
