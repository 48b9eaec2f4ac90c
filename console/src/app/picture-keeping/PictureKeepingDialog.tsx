import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { NotYet } from '../../ui/NotYet.tsx'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { usePictureKeeping, useSetPictureKeeping } from './use-picture-keeping.ts'

const MOST = { days: 3650, gigabytes: 10_000 }

/** Whole numbers from 1. */
function wholeOf(typed: string, most: number): number | undefined {
  const value = Number(typed)
  return /^\d+$/.test(typed.trim()) && value >= 1 && value <= most ? value : undefined
}

export function PictureKeepingDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const { keeping, isError, again } = usePictureKeeping()
  return (
    <Dialog title={t('album.keeping')} onClose={onClose}>
      {(close) =>
        keeping ? (
          <KeepingForm keeping={keeping} onDone={close} />
        ) : (
          <NotYet isFailed={isError} onRetry={again} shape="form" count={2} />
        )
      }
    </Dialog>
  )
}

interface FormProps {
  keeping: NonNullable<ReturnType<typeof usePictureKeeping>['keeping']>
  onDone: () => void
}

function KeepingForm({ keeping, onDone }: FormProps): ReactNode {
  const t = useT()
  const set = useSetPictureKeeping()
  const [days, setDays] = useState(`${keeping.Days}`)
  const [gigabytes, setGigabytes] = useState(`${keeping.Gigabytes}`)
  const [isBusy, setBusy] = useState(false)
  const [isTried, setTried] = useState(false)
  const [Days, Gigabytes] = [wholeOf(days, MOST.days), wholeOf(gigabytes, MOST.gigabytes)]
  const faultOf = (value: number | undefined, most: number): string | undefined =>
    isTried && value === undefined ? t('album.keepingRange', { most }) : undefined
  const shrinks =
    Gigabytes !== undefined &&
    Days !== undefined &&
    (Gigabytes * 1024 ** 3 < keeping.UsedBytes || Days < keeping.Days)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (Days === undefined || Gigabytes === undefined) return
    setBusy(true)
    const isSaved = await succeeds(async () => {
      await set({ Days, Gigabytes })
      say('success', t('album.keepingSaved'))
    })
    if (isSaved) onDone()
    else setBusy(false)
  }
  return (
    <form className="dialog-form" noValidate aria-busy={isBusy} onSubmit={(event) => void save(event)}>
      <p>{t('album.keepingText')}</p>
      <TextField
        label={t('album.keepDays')}
        inputMode="numeric"
        isRequired
        value={days}
        onType={setDays}
        fault={faultOf(Days, MOST.days)}
      />
      <TextField
        label={t('album.keepGigabytes')}
        inputMode="numeric"
        isRequired
        value={gigabytes}
        onType={setGigabytes}
        fault={faultOf(Gigabytes, MOST.gigabytes)}
        hint={t('album.keepingUsed', { used: keeping.used, count: keeping.Pictures })}
      />
      {shrinks && <p role="status">{t('album.keepingShrinks')}</p>}
      <FormEnd isBusy={isBusy} submit={t('ui.save')} onCancel={onDone} />
    </form>
  )
}
