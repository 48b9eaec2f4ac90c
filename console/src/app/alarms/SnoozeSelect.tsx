import { type ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { say } from '../../ui/toasts.ts'
import { useCompanyTime } from '../company-time.ts'
import type { AlarmNotice } from './alarm-store.ts'
import { eventWordOf } from './event-words.ts'
import { tellTabs } from './hear-alarms.ts'
import { snooze, typeOf } from './notice-rules.ts'

const MINUTES = [15, 60, 480] as const
const MINUTE_MS = 60_000

/** No more of these for a while: of this type at this device, or of the device at all. */
export function SnoozeSelect({ notice }: { notice: AlarmNotice }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const word = t(eventWordOf(notice.notTitle))
  const { name, did } = notice
  const choose = async (value: string): Promise<void> => {
    const [of, minutes = '0'] = value.split(' ')
    const type = of === 'all' ? null : typeOf(notice)
    if (!(await snooze(did, type, Number(minutes)))) return
    tellTabs({ rules: true })
    const until = time.since(Date.now() + Number(minutes) * MINUTE_MS)
    say('success', t('alarms.snoozedUntil', { name, until }))
  }
  const choices = (of: 'type' | 'all') =>
    MINUTES.map((minutes) => (
      <option key={minutes} value={`${of} ${minutes}`}>
        {minutes < 60
          ? t('alarms.minutes', { count: minutes })
          : t('alarms.hoursLong', { count: minutes / 60 })}
      </option>
    ))
  return (
    <select
      className="input alarm-snooze"
      aria-label={t('alarms.snoozeOf', { type: word, name })}
      value=""
      onChange={({ currentTarget }) => void choose(currentTarget.value)}
    >
      <option value="" hidden>
        {t('alarms.snooze')}
      </option>
      <optgroup label={t('alarms.alarm', { type: word, name })}>{choices('type')}</optgroup>
      <optgroup label={t('alarms.allOf', { name })}>{choices('all')}</optgroup>
    </select>
  )
}
