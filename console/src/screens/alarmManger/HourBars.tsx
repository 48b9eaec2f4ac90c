import { type KeyboardEvent, type ReactNode, useRef } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import type { Hours } from './Filters.tsx'

const HOUR_MS = 3_600_000
const MOST_HOURS = 7 * 24

interface Props {
  fromMs: number
  toMs: number
  hours: ReadonlyMap<number, number>
  chosen: Hours | undefined
  onChoose: (hours: Hours | undefined) => void
}

/** How many alarms each hour had; an hour that is pressed, or hours that are drawn over, filter the list. */
export function HourBars({ fromMs, toMs, hours, chosen, onChoose }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  /** Where a press or a drag began, and whether it has left that hour. */
  const begun = useRef<{ hour: number; isDrag: boolean }>(undefined)
  const first = fromMs - (fromMs % HOUR_MS)
  const count = Math.ceil((toMs - first) / HOUR_MS)
  if (count < 2 || count > MOST_HOURS) return null
  const bars = Array.from({ length: count }, (_, i) => first + i * HOUR_MS)
  const most = Math.max(1, ...hours.values())
  const isChosen = (hour: number): boolean =>
    chosen !== undefined && chosen.fromMs <= hour && hour < chosen.toMs
  const choose = (a: number, b: number): void =>
    onChoose({ fromMs: Math.min(a, b), toMs: Math.max(a, b) + HOUR_MS })
  const press = (hour: number, isRange: boolean): void => {
    const isOnly = chosen?.fromMs === hour && chosen.toMs === hour + HOUR_MS
    if (isRange && chosen) choose(hour < chosen.fromMs ? chosen.toMs - HOUR_MS : chosen.fromMs, hour)
    else if (isOnly) onChoose(undefined)
    else choose(hour, hour)
  }
  /** The bars are one stop of the Tab key: arrows go from hour to hour. */
  const step = (event: KeyboardEvent<HTMLUListElement>): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined || !(event.target instanceof HTMLElement)) return
    event.preventDefault()
    event.stopPropagation()
    const item = event.target.closest('li')
    const next = by < 0 ? item?.previousElementSibling : item?.nextElementSibling
    next?.querySelector('button')?.focus()
  }
  return (
    <div>
      <ul className="alarm-hours" aria-label={t('alarms.hours')} onKeyDown={step}>
        {bars.map((hour, at) => {
          const here = hours.get(hour) ?? 0
          const label = t('alarms.hour', { from: time.since(hour), count: here })
          return (
            <li key={hour}>
              <button
                type="button"
                title={label}
                aria-label={label}
                aria-pressed={isChosen(hour)}
                tabIndex={hour === chosen?.fromMs || (!chosen && at === bars.length - 1) ? 0 : -1}
                onPointerDown={({ button, currentTarget, pointerId }) => {
                  if (button !== 0) return
                  // A finger's pointer would stay with the hour where it came down.
                  if (currentTarget.hasPointerCapture(pointerId))
                    currentTarget.releasePointerCapture(pointerId)
                  begun.current = { hour, isDrag: false }
                }}
                onPointerEnter={({ buttons }) => {
                  if (!begun.current || (buttons & 1) === 0 || begun.current.hour === hour) return
                  begun.current.isDrag = true
                  choose(begun.current.hour, hour)
                }}
                onClick={({ shiftKey }) => {
                  if (begun.current?.isDrag !== true) press(hour, shiftKey)
                  begun.current = undefined
                }}
              >
                <span data-none={here === 0} style={{ height: `${(here / most) * 100}%` }} />
              </button>
            </li>
          )
        })}
      </ul>
      <div className="alarm-hours-ends" aria-hidden="true">
        <span>{time.sinceMinute(first)}</span>
        <span>{time.sinceMinute(bars.at(-1) ?? first)}</span>
      </div>
    </div>
  )
}
