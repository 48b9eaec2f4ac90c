import { type ReactNode, useRef, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { IconBell } from '../header-icons.tsx'
import { AlarmRows } from './AlarmRows.tsx'
import type { ViewedAlarm } from './viewed-alarm.ts'
import { OneAlarm } from './OneAlarm.tsx'
import { markReviewed, useUnseenAlarms } from './queries.ts'
import { Silences } from './Silences.tsx'
import { UnseenCount } from './UnseenCount.tsx'

/** The alarms that wait to be looked at, from every page. */
export function AlarmBell(): ReactNode {
  const t = useT()
  const { data, isError, refetch } = useUnseenAlarms()
  const [isOpen, setIsOpen] = useState(false)
  const [viewed, setViewed] = useState<ViewedAlarm>()
  const list = useRef<HTMLDivElement>(null)
  const view = (alarm: ViewedAlarm): void => {
    // What is behind a layer that closes would close with it.
    list.current?.hidePopover()
    setViewed(alarm)
    void markReviewed(alarm.eid)
  }
  const label = t('alarms.latest')
  return (
    <>
      <button
        type="button"
        className="icon-button alarm-bell"
        popoverTarget="alarm-bell"
        aria-label={
          data && data.total > 0 ? `${label}, ${t('alarms.toReview', { count: data.total })}` : label
        }
        title={label}
      >
        <IconBell isOn />
        <UnseenCount />
      </button>
      <div
        ref={list}
        id="alarm-bell"
        popover="auto"
        className="popover popover-end alarm-bell-list"
        role="group"
        aria-label={label}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        <p className="alarm-bell-head">
          <b>{label}</b>
          <a href="#/alarmManger" onClick={() => list.current?.hidePopover()}>
            {t('alarms.showAll')}
          </a>
        </p>
        {isError ? (
          <button type="button" className="button" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </button>
        ) : data?.list.length === 0 ? (
          <p className="alarm-quiet">{t('alarms.nothingNew')}</p>
        ) : (
          <AlarmRows alarms={isOpen ? (data?.list ?? []) : []} onView={view} />
        )}
        {isOpen && <Silences />}
      </div>
      {viewed && <OneAlarm alarm={viewed} onClose={() => setViewed(undefined)} />}
    </>
  )
}
