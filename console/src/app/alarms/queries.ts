/** The last alarms and how many nobody here has looked at, for the frame of every page. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type EventItem, getEventListV2, reviewEvents } from '@vedette/contract/calls/event'

import { queries } from '../query-client.ts'
import { useSession } from '../session.ts'
import { isPermitted } from '../session-store.ts'
import { CallFailure } from '../../wire/failure.ts'
import { ask, send } from '../../wire/send.ts'

const SHOWN = 8

/** Asked anew with every alarm (hear-alarms.ts), as the lists of the pages are. */
export function useUnseenAlarms(): UseQueryResult<{ total: number; list: readonly EventItem[] }> {
  const may = useSession(({ user }) => isPermitted(user, 'alarmManger'))
  const asked = { Reviewed: false, PageSize: SHOWN }
  return useQuery({
    queryKey: [getEventListV2.path, 'unseen'],
    queryFn: async ({ signal }) => {
      const { Total, List } = await send(getEventListV2, asked, { signal })
      return { total: Total, list: List }
    },
    enabled: may,
  })
}

/** Somebody looks at it: that it could not be noted is nothing to disturb him with. */
export async function markReviewed(eid: string): Promise<void> {
  try {
    await ask(reviewEvents, { CloudEids: [eid] })
    await queries.invalidateQueries({ queryKey: [getEventListV2.path] })
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
  }
}
