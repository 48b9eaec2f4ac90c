import { listed } from '../../engines/storage/listed.ts'
import type { Query, Storage } from '../../engines/storage/storage.ts'
import { sql } from 'kysely'

/** How far a session has come, and what it acknowledged beyond that. */
export interface SessionAcks {
  ackedTo: string
  acked: string[]
}

export interface AckChange {
  companyId: string
  sessionId: string
  ackedTo: string
  added: readonly string[]
  /** Some are stored that `ackedTo` covers now. */
  hasCovered: boolean
}

export function deliveryStore(storage: Storage) {
  const { db } = storage
  return {
    async acksOf(companyId: string, sessionId: string): Promise<SessionAcks | undefined> {
      const [session] = await storage.read(
        db
          .selectFrom('alarm_session')
          .where('company_id', '=', companyId)
          .where('session_id', '=', sessionId)
          .select('acked_to'),
      )
      if (!session) return undefined
      const rows = await storage.read(
        db
          .selectFrom('alarm_ack')
          .where('company_id', '=', companyId)
          .where('session_id', '=', sessionId)
          .select('event_id'),
      )
      return { ackedTo: session.acked_to, acked: rows.map((row) => row.event_id) }
    },

    /** The newest that was announced; empty where there is none. */
    async newest(companyId: string): Promise<string> {
      const [row] = await storage.read(
        db
          .selectFrom('alarm_outbox')
          .where('company_id', '=', companyId)
          .select('event_id')
          .orderBy('event_id', 'desc')
          .limit(1),
      )
      return row?.event_id ?? ''
    },

    async begin(companyId: string, sessionId: string, ackedTo: string): Promise<void> {
      await storage.write([
        db
          .insertInto('alarm_session')
          .values({ company_id: companyId, session_id: sessionId, acked_to: ackedTo })
          .onConflict((conflict) => conflict.doNothing()),
      ])
    },

    /** What was announced after that one, the oldest first. */
    async since(companyId: string, after: string) {
      return storage.read(
        db
          .selectFrom('alarm_outbox as outbox')
          .innerJoin('event', (join) =>
            join
              .onRef('event.company_id', '=', 'outbox.company_id')
              .onRef('event.id', '=', 'outbox.event_id'),
          )
          .leftJoin('device', (join) =>
            join.onRef('device.company_id', '=', 'event.company_id').onRef('device.did', '=', 'event.did'),
          )
          .where('outbox.company_id', '=', companyId)
          .where('outbox.event_id', '>', after)
          .select([
            'event.id',
            'event.did',
            'event.channel',
            'event.type',
            'event.origin',
            'event.at',
            'event.dev_name as deviceName',
            'event.ident_name as identName',
            'event.picture_id as pictureId',
            'device.alias',
          ])
          .select(
            sql<
              string | null
            >`case when device.did is null then event.region_id else device.region_id end`.as('regionId'),
          )
          .orderBy('outbox.event_id'),
      )
    },

    async acknowledge(changes: readonly AckChange[]): Promise<void> {
      const queries = changes.flatMap(({ companyId, sessionId, ackedTo, added, hasCovered }): Query[] => [
        db
          .updateTable('alarm_session')
          .set({ acked_to: ackedTo })
          .where('company_id', '=', companyId)
          .where('session_id', '=', sessionId),
        ...added.map((id) =>
          db
            .insertInto('alarm_ack')
            .columns(['company_id', 'session_id', 'event_id'])
            // Its session may have ended meanwhile.
            .expression(
              db
                .selectFrom('alarm_session')
                .where('company_id', '=', companyId)
                .where('session_id', '=', sessionId)
                .select((row) => [
                  row.ref('company_id').as('c'),
                  row.ref('session_id').as('s'),
                  row.val(id).as('e'),
                ]),
            )
            .onConflict((conflict) => conflict.doNothing()),
        ),
        ...(hasCovered
          ? [
              db
                .deleteFrom('alarm_ack')
                .where('company_id', '=', companyId)
                .where('session_id', '=', sessionId)
                .where('event_id', '<=', ackedTo),
            ]
          : []),
      ])
      await storage.write(queries)
    },

    async end(companyId: string, sessionIds: readonly string[]): Promise<void> {
      await storage.write([
        db
          .deleteFrom('alarm_session')
          .where('company_id', '=', companyId)
          .where('session_id', 'in', listed(storage, sessionIds)),
      ])
    },

    /** Deletes, in all companies, what belongs to sessions that are over, and what no session can wait for any more. */
    async sweep(nowMs: number, keptMs: number): Promise<void> {
      await storage.write([
        db
          .deleteFrom('alarm_session')
          .where('session_id', 'not in', (row) =>
            row
              .selectFrom('session')
              .where('session.revoked_at', 'is', null)
              .where('session.expires_at', '>', nowMs)
              .select('session.id'),
          ),
        db.deleteFrom('alarm_outbox').where('at', '<', nowMs - keptMs),
      ])
    },
  }
}

export type DeliveryStore = ReturnType<typeof deliveryStore>
