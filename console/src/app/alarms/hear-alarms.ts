/** What comes over the socket about alarms, and what it does to this page and the person's other tabs. */
import { AlarmBody, AlarmCountBody, AlarmUpdateBody, METHOD } from '@vedette/contract/push'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { z } from 'zod'

import { currentT } from '../../i18n/language.ts'
import { pathInAddress } from '../../ui/path-in-address.ts'
import { currentCompanyTime } from '../company-time.ts'
import { eventTypeOf } from '@vedette/contract/events'
import { serverNow } from '../../wire/server-clock.ts'
import { push } from '../push.ts'
import { queries } from '../query-client.ts'
import { accountOf, session } from '../session.ts'
import { isPermitted } from '../session-store.ts'
import { useSetting } from '../settings.ts'
import { startRinging } from './ring-store.ts'
import {
  addNotice,
  type AlarmNotice,
  clearNotices,
  countWaiting,
  dropNotices,
  isFirstTold,
  pictured,
  restoreNotices,
  showLatest,
} from './alarm-store.ts'
import { claimSound, soundAlarm } from './alarm-sound.ts'
import { showDeskNotice, tellWhenInSight } from './desk-notice.ts'
import { renewPush } from './push-device.ts'
import { eventWordOf, sourceWordOf } from './event-words.ts'
import { isSilencedNow, rereadNoticeRules } from './notice-rules.ts'

const LIVE_PAGE = /^[#/]*realTimeVideo/
const TabWord = z.union([z.object({ closed: z.boolean() }), z.object({ rules: z.literal(true) })])
/** So long somebody stands at a door. */
const STANDS_MS = 45_000

let tabs: BroadcastChannel | undefined

/** Starts to listen; returns how to stop. Tabs may hold several companies: those of other accounts are none of this one's. */
export function hearAlarms(account: string): () => void {
  const leaveSound = claimSound(account)
  tabs = new BroadcastChannel(`vedette-alarms ${account}`)
  tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const word = TabWord.safeParse(data)
    if (!word.success) return
    if ('rules' in word.data) rereadNoticeRules()
    else if (word.data.closed) clearNotices()
    else restoreNotices()
  })
  const leaveSight = tellWhenInSight(account)
  renewPush()
  const stops = [
    push.on(METHOD.alarm, told),
    push.on(METHOD.alarmUpdate, updated),
    push.on(METHOD.alarmCount, (body) => {
      const count = AlarmCountBody.safeParse(body)
      if (count.success) countWaiting(count.data.Waiting)
    }),
  ]
  return () => {
    leaveSound()
    leaveSight()
    for (const stop of stops) stop()
    tabs?.close()
    tabs = undefined
  }
}

/** Closes them in this tab and the person's others. */
export function closeNotices(): void {
  clearNotices()
  tellTabs({ closed: true })
}

/** The person's other tabs. */
export function tellTabs(word: z.infer<typeof TabWord>): void {
  tabs?.postMessage(word)
}

/** The same tabs show them again. */
export function reopenNotices(): void {
  restoreNotices()
  tellTabs({ closed: false })
}

function told(body: unknown, seqid: string): void {
  const alarm = AlarmBody.safeParse(body)
  // Acknowledged whatever it is: what cannot be read now cannot be read later.
  push.say(
    METHOD.alarmAck,
    alarm.success ? { CloudEid: alarm.data.EventInfo.CloudEid } : {},
    alarm.success ? undefined : seqid,
  )
  if (!alarm.success) {
    console.error('internal error: an alarm without what it needs', alarm.error.issues)
    return
  }
  const { DID, EventInfo, channelNum, HasImage, DevName, Alias } = alarm.data
  if (!isFirstTold(EventInfo.CloudEid)) return
  const notice: AlarmNotice = {
    notTitle: EventInfo.EventID,
    time: EventInfo.Time,
    did: DID,
    img: HasImage === 1,
    eid: EventInfo.CloudEid,
    channel: channelNum,
    name: Alias || DevName || DID,
  }
  refreshLists()
  if (isSilencedNow(notice)) return
  const { notification, notificationAudio, deskNotices } = useSetting.getState()
  if (LIVE_PAGE.test(pathInAddress())) showLatest(notice)
  else if (notification) addNotice(notice)
  if (notificationAudio) soundAlarm()
  if (deskNotices) void showOnDesk(notice)
  if (notification && isRing(EventInfo)) startRinging(notice, notificationAudio)
}

function showOnDesk(notice: AlarmNotice): Promise<void> {
  const t = currentT()
  const title = t('alarms.alarm', { type: t(eventWordOf(notice.notTitle)), name: sourceWordOf(t, notice) })
  const detail = currentCompanyTime().clock(notice.time)
  return showDeskNotice(accountOf(session.getState()), notice, { title, detail })
}

/** What is told again after a while is no visitor any more. */
function isRing({ EventID, Time }: { EventID: number; Time: number }): boolean {
  const may = isPermitted(session.getState().user, 'realTimeVideo')
  return may && eventTypeOf(EventID) === 'ring' && serverNow() - Time < STANDS_MS
}

function updated(body: unknown): void {
  const update = AlarmUpdateBody.safeParse(body)
  if (!update.success) return
  const { Kind, CloudEids } = update.data
  if (Kind === 'picture') pictured(CloudEids)
  if (Kind === 'deleted') dropNotices(CloudEids)
  refreshLists()
}

const REFRESH_MS = 1000
let isRefreshDue = false

/** Lists that are shown are asked for anew, at most once a second. */
function refreshLists(): void {
  if (isRefreshDue) return
  isRefreshDue = true
  setTimeout(() => {
    isRefreshDue = false
    void queries.invalidateQueries({ queryKey: [getEventListV2.path] })
  }, REFRESH_MS)
}
