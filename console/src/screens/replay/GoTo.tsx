import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useSession } from '../../app/session.ts'
import { momentOf } from '../../app/zoned-time.ts'
import { useT } from '../../i18n/language.ts'
import { DatePicker } from '../../ui/date/DatePicker.tsx'
import { TimeField } from '../../ui/date/TimeField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface Props {
  atMs: number
  onGo: (atMs: number) => void
  onClose: () => void
}

/** A typed date and time. */
export function GoTo({ atMs, onGo, onClose }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const zone = useSession(({ user }) => user?.currentCompany.TimeZone ?? '')
  const [day, setDay] = useState(() => time.day(atMs))
  const [clock, setClock] = useState(() => time.clock(atMs))
  const [wasSent, setSent] = useState(false)
  return (
    <Dialog title={t('replay.goTo')} onClose={onClose}>
      {(close) => (
        <form
          className="replay-go"
          onSubmit={(event) => {
            event.preventDefault()
            setSent(true)
            if (!day || !clock) return
            onGo(momentOf(zone, day, clock))
            close()
          }}
        >
          <DatePicker
            label={t('replay.day')}
            value={day}
            onChange={setDay}
            fault={wasSent && !day ? t('replay.dayMissing') : undefined}
          />
          <TimeField
            label={t('replay.goToTime')}
            value={clock}
            onChange={setClock}
            fault={wasSent && !clock ? t('replay.timeMissing') : undefined}
          />
          <button type="submit" className="button button-primary">
            {t('replay.goToDo')}
          </button>
        </form>
      )}
    </Dialog>
  )
}
