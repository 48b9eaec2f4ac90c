/** What an event is called. */
import type { EventItem } from '@vedette/contract/calls/event'
import { type AlarmState, EVENT_TYPES, eventTypeOf } from '@vedette/contract/events'

import type { Translate } from '../../i18n/language.ts'
import type { PlainTextKey } from '../../i18n/translate.ts'

/** The word for the EventID of a push; one of a later version is shown as motion is. */
export function eventWordOf(eventId: number): PlainTextKey {
  return `alarms.${eventTypeOf(eventId) ?? 'motion'}`
}

/** The word for the number of a type. */
export function typeWordOf(type: number): PlainTextKey {
  return `alarms.${EVENT_TYPES[type] ?? 'motion'}`
}

/** Whose alarm it is: the platform's own are of no device. */
export function sourceWordOf(t: Translate, { did, name }: { did: string; name: string }): string {
  return did === '' ? t('alarms.server') : name
}

/** The same of an alarm as it is listed. */
export function sourceOf(t: Translate, { DID, DevName }: Pick<EventItem, 'DID' | 'DevName'>): string {
  return sourceWordOf(t, { did: DID, name: DevName })
}

const STATES = {
  new: 'alarms.stateNew',
  claimed: 'alarms.stateClaimed',
  resolved: 'alarms.stateResolved',
  false: 'alarms.stateFalse',
} as const

export function stateWordOf(state: AlarmState): (typeof STATES)[AlarmState] {
  return STATES[state]
}
