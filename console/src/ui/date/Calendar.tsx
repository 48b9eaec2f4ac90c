import type { ReactNode } from 'react'
import { Calendar as AriaCalendar } from 'react-aria-components/Calendar'

import { useT } from '../../i18n/language.ts'
import { Speaking } from '../aria/Speaking.tsx'
import { type DayMark, MonthGrid } from './CalendarGrid.tsx'
import { dateOf, type Day } from './day.ts'

interface Props {
  label: string
  value: Day
  onChoose: (day: Day) => void
  marks?: ReadonlyMap<Day, DayMark>
  /** Months whose days come into sight: YYYY-MM, to ask for their marks. */
  onMonth?: (month: string) => void
  min?: Day
  max?: Day
}

/** A month whose days can be chosen and tell what they hold. */
export function Calendar({ label, value, onChoose, marks, onMonth, min = '', max = '' }: Props): ReactNode {
  const t = useT()
  const marked = [...(marks?.values() ?? [])]
  return (
    <Speaking>
      <AriaCalendar
        className="calendar"
        aria-label={label}
        value={dateOf(value)}
        onChange={(date) => onChoose(date.toString())}
        onFocusChange={(date) => onMonth?.(date.toString().slice(0, 7))}
        minValue={dateOf(min)}
        maxValue={dateOf(max)}
        firstDayOfWeek="mon"
      >
        <MonthGrid marks={marks} />
        {marks && (
          <p className="calendar-legend">
            {marked.some((it) => it.hasFootage) && <span data-kind="footage">{t('ui.hasFootage')}</span>}
            {marked.some((it) => it.isNew) && <span data-kind="new">{t('ui.notReviewed')}</span>}
          </p>
        )}
      </AriaCalendar>
    </Speaking>
  )
}
