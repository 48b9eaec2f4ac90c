import type { ReactNode } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'

const HOUR_MS = 3_600_000
const MOST_HOURS = 7 * 24

interface Props {
  fromMs: number
  toMs: number
  hours: ReadonlyMap<number, number>
}

/** How many alarms each hour had. */
export function HourBars({ fromMs, toMs, hours }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const first = fromMs - (fromMs % HOUR_MS)
  const count = Math.ceil((toMs - first) / HOUR_MS)
  if (count < 2 || count > MOST_HOURS) return null
  const bars = Array.from({ length: count }, (_, i) => first + i * HOUR_MS)
  const most = Math.max(1, ...hours.values())
  return (
    <ul className="alarm-hours" aria-label={t('alarms.hours')}>
      {bars.map((hour) => {
        const here = hours.get(hour) ?? 0
        const label = t('alarms.hour', { from: time.since(hour), count: here })
        return (
          <li key={hour} title={label} data-none={here === 0} style={{ height: `${(here / most) * 100}%` }}>
            <span className="unseen">{label}</span>
          </li>
        )
      })}
    </ul>
  )
}
