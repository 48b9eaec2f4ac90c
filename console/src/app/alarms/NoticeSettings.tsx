import type { ReactNode } from 'react'
import type { QuietHours } from '@vedette/contract/calls/alarm-notice'

import { useT } from '../../i18n/language.ts'
import { Switch } from '../../ui/Switch.tsx'

const USUAL: QuietHours = { startTime: '22:00:00', endTime: '06:00:00' }

interface Props {
  hours: QuietHours | null
  onChange: (hours: QuietHours | null) => void
}

/** When nobody is called to the screen. */
export function QuietHoursFields({ hours, onChange }: Props): ReactNode {
  const t = useT()
  const field = (label: string, value: string, change: (clock: string) => QuietHours): ReactNode => (
    <label className="field">
      <span>{label}</span>
      <input
        type="time"
        className="input"
        required
        value={value.slice(0, 5)}
        onChange={({ currentTarget }) => currentTarget.value && onChange(change(`${currentTarget.value}:00`))}
      />
    </label>
  )
  return (
    <>
      <Switch
        label={t('alarms.quietHours')}
        isOn={hours !== null}
        onSwitch={(isOn) => onChange(isOn ? USUAL : null)}
      />
      {hours && (
        <div className="quiet-hours">
          {field(t('alarms.quietFrom'), hours.startTime, (startTime) => ({ ...hours, startTime }))}
          {field(t('alarms.quietTo'), hours.endTime, (endTime) => ({ ...hours, endTime }))}
          <p className="alarm-quiet">{t('alarms.quietHint')}</p>
        </div>
      )}
    </>
  )
}
