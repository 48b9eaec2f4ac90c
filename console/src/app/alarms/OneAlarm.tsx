import { useQuery } from '@tanstack/react-query'
import { type EventItem, getEventListV2, setAlarmState } from '@vedette/contract/calls/event'
import type { ReactNode } from 'react'

import { type Translate, useT } from '../../i18n/language.ts'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { queries } from '../query-client.ts'
import { useCan } from '../session.ts'
import type { Handling } from './AlarmHandling.tsx'
import { AlarmViewer } from './AlarmViewer.tsx'
import { type ViewedAlarm, viewedOf } from './viewed-alarm.ts'

interface Props {
  alarm: ViewedAlarm
  onClose: () => void
}

/** An alarm that is opened elsewhere than in the alarm center, with what is done about it. */
export function OneAlarm({ alarm, onClose }: Props): ReactNode {
  const t = useT()
  const event = useEvent(alarm)
  const known = event ? { ...viewedOf(t, event), name: alarm.name } : alarm
  return (
    <AlarmViewer
      alarm={{ ...known, awaited: alarm.awaited }}
      handling={event && handlingOf(t, event)}
      onClose={onClose}
    />
  )
}

/** Undefined until it is known, and for who handles no alarms. */
function useEvent({ did, eid, time }: ViewedAlarm): EventItem | undefined {
  const may = useCan('alarmManger')
  const { data } = useQuery({
    queryKey: [getEventListV2.path, 'one', eid],
    queryFn: async ({ signal }) => {
      // Alarms of one device at one moment are few.
      const asked = { From: time, To: time + 1, ...(did === '' ? {} : { DIDs: [did] }) }
      const { List } = await send(getEventListV2, asked, { signal })
      return List.find(({ CloudEid }) => CloudEid === eid) ?? null
    },
    enabled: may,
  })
  return data ?? undefined
}

function handlingOf(t: Translate, { CloudEid: eid, ...event }: EventItem): Handling {
  return {
    state: event.State,
    by: event.StateBy,
    time: event.StateTime,
    note: event.Note,
    set: (State, Note) =>
      void succeeds(async () => {
        const { Changed } = await send(setAlarmState, { CloudEids: [eid], State, Note })
        if (Changed === 0) say('warning', t('alarms.othersHave', { count: 1 }))
        await queries.invalidateQueries({ queryKey: [getEventListV2.path] })
      }),
  }
}
