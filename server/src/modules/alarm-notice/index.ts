/** Which alarms call a person to the screen: what one account has set for itself, in every browser. */
import {
  getNoticeRules,
  MOST_SNOOZES,
  setQuietHours,
  snoozeAlarms,
} from '@vedette/contract/calls/alarm-notice'
import { Refusal } from '@vedette/contract/codes'

import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import { noticeStore } from './store.ts'

export { noticeStore } from './store.ts'

const MINUTE_MS = 60_000

export function alarmNoticeModule({ storage, clock }: { storage: Storage; clock: Clock }): Route[] {
  const store = noticeStore(storage)
  return [
    serve(getNoticeRules, (_body, { companyId, accountId }) =>
      store.rules(companyId, accountId, clock.now()),
    ),

    serve(setQuietHours, async ({ QuietHours }, { companyId, accountId }) => {
      await store.setQuiet(companyId, accountId, QuietHours)
      return {}
    }),

    serve(snoozeAlarms, async ({ DID, Type, Minutes }, { companyId, accountId }) => {
      const nowMs = clock.now()
      const { Snoozes: before } = await store.rules(companyId, accountId, nowMs)
      if (Minutes > 0 && before.length >= MOST_SNOOZES) throw new Refusal('tooLarge', { Limit: MOST_SNOOZES })
      await store.snooze(companyId, accountId, { DID, Type, Until: nowMs + Minutes * MINUTE_MS }, nowMs)
      const { Snoozes } = await store.rules(companyId, accountId, nowMs)
      return { Snoozes }
    }),
  ]
}
