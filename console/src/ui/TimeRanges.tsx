import './time-ranges.css'

import type { TimeRange } from '@vedette/contract/alarm-settings'
import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { TimeField } from './date/TimeField.tsx'

/** 0: every day. */
const DAYS = [0, 1, 2, 3, 4, 5, 6, 7] as const
const MOST_RANGES = 56

interface Props {
  ranges: readonly TimeRange[]
  fault: { at: number; text: string } | undefined
  onChange: (ranges: TimeRange[]) => void
  onAdd: () => void
  /** What it means that there are none. */
  emptyText?: string
}

/** Times of the week, day by day; ranges of a day that overlap are told at once. */
export function TimeRanges({ ranges, fault, onChange, onAdd, emptyText }: Props): ReactNode {
  const t = useT()
  const replace = (at: number, by: TimeRange): void =>
    onChange(ranges.map((range, place) => (place === at ? by : range)))
  return (
    <fieldset className="time-ranges">
      <legend>{t('deviceConf.ranges')}</legend>
      {ranges.length === 0 && <p>{emptyText ?? t('deviceConf.rangesNone')}</p>}
      {ranges.map((range, at) => (
        <div key={at} className="time-range" data-wrong={fault?.at === at}>
          <select
            className="input"
            aria-label={t('deviceConf.day')}
            value={range.Day ?? 0}
            onChange={({ currentTarget }) => replace(at, onDay(range, currentTarget.selectedIndex))}
          >
            {DAYS.map((day) => (
              <option key={day} value={day}>
                {t(`deviceConf.day${day}`)}
              </option>
            ))}
          </select>
          {(['startTime', 'endTime'] as const).map((name) => (
            <TimeField
              key={name}
              label={t(name === 'startTime' ? 'deviceConf.from' : 'deviceConf.to')}
              isBare
              value={range[name] === '24:00:00' ? '23:59:59' : range[name]}
              onChange={(clock) => clock && replace(at, { ...range, [name]: clock })}
            />
          ))}
          <button
            type="button"
            className="icon-button"
            aria-label={t('deviceConf.removeRange', { number: at + 1 })}
            onClick={() => onChange(ranges.filter((_it, place) => place !== at))}
          >
            ×
          </button>
        </div>
      ))}
      <p className="fault" role="alert">
        {fault?.text}
      </p>
      {ranges.length < MOST_RANGES && (
        <button type="button" className="button" onClick={onAdd}>
          {t('deviceConf.addRange')}
        </button>
      )}
    </fieldset>
  )
}

function onDay({ startTime, endTime }: TimeRange, day: number): TimeRange {
  return day === 0 ? { startTime, endTime } : { Day: day, startTime, endTime }
}
