import { useQueryClient } from '@tanstack/react-query'
import { addRecordLock, recordLocks } from '@vedette/contract/calls/record'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'

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
  const lock = (close: () => void): Promise<boolean> =>
    succeeds(async () => {
      await send(addRecordLock, {
        DID: did,
        From: Math.floor(fromMs),
        To: Math.ceil(toMs),
        Reason: reason.trim(),
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
            if (reason.trim()) void lock(close)
          }}
        >
          <TextField
            label={t('replay.lockReason')}
            value={reason}
            maxLength={200}
            hint={t('replay.lockHint')}
            isRequired
            onType={setReason}
          />
          <button type="submit" className="button button-primary" disabled={!reason.trim()}>
            {t('replay.lock')}
          </button>
        </form>
      )}
    </Dialog>
  )
}
