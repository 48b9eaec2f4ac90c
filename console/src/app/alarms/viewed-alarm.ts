/** An alarm as its viewer shows it. */
import type { EventItem } from '@vedette/contract/calls/event'
import type { EventBox } from '@vedette/contract/events'

import type { Translate } from '../../i18n/language.ts'
import type { PlainTextKey } from '../../i18n/translate.ts'
import { idLabel, shownId } from '../../ui/device-id.ts'
import { awaitedOf, type PictureAwaited } from './cloud-picture.ts'
import { sourceOf, typeWordOf } from './event-words.ts'
import { identText } from './ident-text.ts'

export interface ViewedAlarm {
  did: string
  eid: string
  channel: number
  name: string
  word: PlainTextKey
  time: number
  awaited: PictureAwaited
  box?: EventBox | null
  /** Further lines of the list of facts. */
  facts?: readonly (readonly [name: string, value: string])[]
}

export function viewedOf(t: Translate, alarm: EventItem): ViewedAlarm {
  const { DID, CloudEid, channelNum, Type, Time, EndTime, HasImage, Box } = alarm
  const seconds = EndTime === null ? undefined : Math.round((EndTime - Time) / 1000)
  return {
    did: DID,
    eid: CloudEid,
    channel: channelNum,
    name: sourceOf(t, alarm),
    word: typeWordOf(Type),
    time: Time,
    awaited: awaitedOf(Type, HasImage === 1),
    box: Box,
    facts: [
      [
        t('alarms.lasts'),
        seconds === undefined ? t('alarms.goesOn') : t('alarms.seconds', { count: seconds }),
      ],
      [t('alarms.identName'), identText(t, alarm)],
      [t(idLabel('alarms.deviceId')), shownId(alarm)],
      [t('alarms.alias'), alarm.Alias || '-'],
      [t('alarms.group'), alarm.GroupName || '-'],
      [t('alarms.raisedBy'), t(`alarms.${alarm.Origin}`)],
    ],
  }
}
