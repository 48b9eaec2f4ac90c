import { peopleOn } from '@vedette/contract/calls/company'
import {
  endOtherSessions,
  endSession,
  sessionList,
  uploadImage,
  uploadInfo,
} from '@vedette/contract/calls/own-account'
import { Refusal } from '@vedette/contract/codes'

import type { Authority } from '../../authority/authority.ts'
import { IDLE_MS } from '../../authority/token.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve, serveUpload } from '../../http/route.ts'
import type { KeptPictures } from '../picture/index.ts'
import { profileStore } from './store.ts'

interface Needs {
  storage: Storage
  authority: Authority
  clock: Clock
  keptPictures: KeptPictures
}

const LONGEST_SIDE = 512
/** Who was seen within it is on: a console that is open asks for something at least as often. */
const ON_MS = 15 * 60_000
const MOST_ON = 1000

/** What everybody may do about the own account. */
export function profileModule({ storage, authority, clock, keptPictures }: Needs): Route[] {
  const store = profileStore(storage)
  const sessionsOf = (companyId: string, accountId: string) =>
    store.sessions(companyId, accountId, clock.now(), clock.now() - IDLE_MS)
  return [
    serve(uploadInfo, async (body, { companyId, accountId }) => {
      const { Name = body.name, Icon = body.icon } = body
      const icon = Icon && keptPictures.idOf(companyId, Icon)
      if (Name !== undefined) await store.setName(companyId, accountId, Name)
      if (icon === undefined) return {}
      const before = await store.setIcon(companyId, accountId, icon === '' ? null : icon)
      if (before && before !== icon) await keptPictures.delete(companyId, [before])
      return {}
    }),

    serveUpload(uploadImage, async (files, session) => {
      const { url: Url } = await keptPictures.keep(session, files, LONGEST_SIDE)
      return { Url }
    }),

    serve(sessionList, async (_body, { companyId, accountId, sessionId }) => {
      const List = (await sessionsOf(companyId, accountId)).map((row) => ({
        SessionID: row.id,
        Address: row.address,
        UserAgent: row.user_agent,
        CreatedAt: row.created_at,
        LastSeenAt: row.last_seen_at,
        IsCurrent: row.id === sessionId,
      }))
      return { Total: List.length, List }
    }),

    serve(endSession, async ({ SessionID }, { companyId, accountId }) => {
      const own = await sessionsOf(companyId, accountId)
      if (!own.some(({ id }) => id === SessionID)) throw new Refusal('noDataAuthority')
      await authority.revokeSession(companyId, SessionID)
      return {}
    }),

    serve(endOtherSessions, async (_body, { companyId, accountId, sessionId }) => {
      const others = (await sessionsOf(companyId, accountId)).filter(({ id }) => id !== sessionId)
      for (const { id } of others) await authority.revokeSession(companyId, id)
      return { Ended: others.length }
    }),

    serve(peopleOn, async (_body, { companyId }) => {
      const sessions = await store.peopleOn(companyId, clock.now(), clock.now() - ON_MS, MOST_ON)
      const byAccount = Map.groupBy(sessions, ({ id }) => id)
      const List = [...byAccount].map(([AccountID, [last, ...more]]) => ({
        AccountID,
        Account: `${last?.code}_${last?.name}`,
        Name: last?.display_name ?? '',
        Address: last?.address ?? '',
        UserAgent: last?.user_agent ?? '',
        LastSeenAt: last?.last_seen_at ?? 0,
        Sessions: more.length + 1,
      }))
      return { Total: List.length, List }
    }),
  ]
}
