import './alarms.css'

import { type ReactNode, useEffect } from 'react'

import { useT } from '../../i18n/language.ts'
import { useCompanyTime } from '../company-time.ts'
import { useSetting } from '../settings.ts'
import { showLatest, useAlarms } from './alarm-store.ts'
import { eventWordOf, sourceWordOf } from './event-words.ts'

const SHOWN_MS = 10_000

/** On the live wall: what the newest alarm is and where (section 2). */
export function AlarmPopup(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const latest = useAlarms((state) => state.latest)
  const isOn = useSetting((state) => state.notification)
  const eid = latest?.eid
  useEffect(() => {
    if (eid === undefined) return undefined
    const timer = setTimeout(() => showLatest(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [eid])
  useEffect(() => () => showLatest(undefined), [])
  if (!latest || !isOn) return null
  return (
    <div className="alarm-popup" role="alert" data-eid={latest.eid} data-did={latest.did}>
      <b>{t(eventWordOf(latest.notTitle))}</b>
      <span>{sourceWordOf(t, latest)}</span>
      <span>{time.clock(latest.time)}</span>
    </div>
  )
}

/** Whether the window of this channel is to be outlined for the newest alarm. */
export function useIsAlarmed(did: string | undefined, channel: number | undefined): boolean {
  return useAlarms(
    ({ latest }) => did !== undefined && latest?.did === did && latest.channel === (channel ?? 0),
  )
}
