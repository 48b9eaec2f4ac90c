/** 13436: what happened at a device on a day. */
import { dayEventsMethod } from '@vedette/contract/calls/device-message'
import { EVENT_TYPES, eventIdOf } from '@vedette/contract/events'
import { fault } from '@vedette/contract/reasons'

import { localDay } from '../../../engines/local-day.ts'
import type { Storage } from '../../../engines/storage/storage.ts'
import type { EventStore } from '../../event/index.ts'
import { type ServedMethod, serveMethod } from '../served.ts'

export function dayEventsMessage(storage: Storage, store: EventStore): ServedMethod {
  return serveMethod(dayEventsMethod, async ({ Date: day, PageSize, ChannelNum }, { who, did }) => {
    const [company] = await storage.read(
      storage.db.selectFrom('company').where('id', '=', who.companyId).select('time_zone'),
    )
    const range = localDay(day, company?.time_zone ?? 'UTC')
    if (!range) throw fault('badInput', 'ReqBody.Date', 'wrongForm')
    const filter = { dids: [did], ...range, channel: ChannelNum }
    const [Total, rows] = await Promise.all([
      store.total(who, filter),
      store.page(who, filter, { offset: 0, limit: PageSize }),
    ])
    const List = rows
      .map(({ id, type, origin, at, channel }) => ({
        CloudEid: id,
        EventID: eventIdOf(EVENT_TYPES[type] ?? 'motion', origin),
        Time: at,
        channelNum: channel,
      }))
      .toReversed()
    return { Total, List }
  })
}
