import './alarms.css'

import type { EventItem } from '@vedette/contract/calls/event'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { requestBase } from '../../wire/settings.ts'
import { useCompanyTime } from '../company-time.ts'
import { sourceOf, typeWordOf } from './event-words.ts'
import { type ViewedAlarm, viewedOf } from './viewed-alarm.ts'

interface Props {
  alarms: readonly EventItem[]
  onView: (alarm: ViewedAlarm) => void
}

/** A few alarms, each with its picture, kind, camera and time. */
export function AlarmRows({ alarms, onView }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  return (
    <ul className="alarm-rows">
      {alarms.map((alarm) => (
        <li key={alarm.CloudEid}>
          <button
            type="button"
            className="alarm-row"
            data-eid={alarm.CloudEid}
            onClick={() => onView(viewedOf(t, alarm))}
          >
            {alarm.Url ? (
              <img src={requestBase + alarm.Url} alt="" loading="lazy" />
            ) : (
              <span className="alarm-row-empty" />
            )}
            <span className="alarm-row-text">
              <b>{t(typeWordOf(alarm.Type))}</b>
              <span>{alarm.Alias || sourceOf(t, alarm)}</span>
            </span>
            <span className="alarm-quiet">{time.since(alarm.Time)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
