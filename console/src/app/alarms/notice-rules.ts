/** Which alarms call this person to the screen: read once, and anew when another tab or this one changes it. */
import { useQuery } from '@tanstack/react-query'
import {
  getNoticeRules,
  isSilenced,
  type NoticeRules,
  type QuietHours,
  setQuietHours,
  snoozeAlarms,
} from '@vedette/contract/calls/alarm-notice'
import { eventTypeNumber, eventTypeOf } from '@vedette/contract/events'

import { CallFailure } from '../../wire/failure.ts'
import { ask, send } from '../../wire/send.ts'
import { currentCompanyTime } from '../company-time.ts'
import { queries } from '../query-client.ts'
import { useSession } from '../session.ts'
import { isPermitted } from '../session-store.ts'
import { type AlarmNotice, dropNoticesWhere } from './alarm-store.ts'

const KEY = [getNoticeRules.path]
const NONE: NoticeRules = { QuietHours: null, Snoozes: [] }

/** Undefined while they are not known, and for who hears of no alarms. */
export function useNoticeRules(): NoticeRules | undefined {
  const may = useSession(({ user }) => isPermitted(user, 'alarmManger') || isPermitted(user, 'realTimeVideo'))
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await ask(getNoticeRules, {}, { signal })) ?? NONE,
    enabled: may,
    staleTime: Infinity,
  }).data
}

/** Another tab has changed them. */
export function rereadNoticeRules(): void {
  void queries.invalidateQueries({ queryKey: KEY })
}

export function typeOf({ notTitle }: Pick<AlarmNotice, 'notTitle'>): number {
  return eventTypeNumber(eventTypeOf(notTitle) ?? 'motion')
}

/** Whether nobody is to be called for it; what is not known yet silences nothing. */
export function isSilencedNow(notice: AlarmNotice): boolean {
  const rules = queries.getQueryData<NoticeRules>(KEY)
  if (!rules) return false
  const nowMs = Date.now()
  const alarm = { did: notice.did, type: typeOf(notice) }
  return isSilenced(rules, alarm, nowMs, currentCompanyTime().clock(nowMs))
}

/** `type` null: all of the device; 0 minutes end it. Shows what went wrong, and returns whether nothing did. */
export async function snooze(did: string, type: number | null, minutes: number): Promise<boolean> {
  try {
    const { Snoozes } = await send(snoozeAlarms, { DID: did, Type: type, Minutes: minutes })
    queries.setQueryData<NoticeRules>(KEY, (rules = NONE) => ({ ...rules, Snoozes }))
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
    return false
  }
  if (minutes > 0)
    dropNoticesWhere((notice) => notice.did === did && (type === null || typeOf(notice) === type))
  return true
}

export async function keepQuietHours(hours: QuietHours | null): Promise<void> {
  try {
    await send(setQuietHours, { QuietHours: hours })
    queries.setQueryData<NoticeRules>(KEY, (rules = NONE) => ({ ...rules, QuietHours: hours }))
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
  }
}
