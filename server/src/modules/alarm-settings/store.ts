import { EVENT_TYPES } from '@vedette/contract/events'
import { sql } from 'kysely'

import { listed } from '../../engines/storage/listed.ts'
import type { Storage } from '../../engines/storage/storage.ts'

export type TargetKind = 'webhook' | 'mqtt'

export interface TargetRow {
  kind: TargetKind
  url: string
  user_name: string
  topic: string
  secret_box: string
  type_bits: number
  is_on: 0 | 1
}

export const allTypes = (1 << EVENT_TYPES.length) - 1

const count = sql<number>`cast(count(*) as integer)`

export function alarmSettingsStore(storage: Storage) {
  const { db } = storage
  const deadOf = (companyId: string, id: string) =>
    db
      .selectFrom('alarm_dispatch')
      .where('alarm_dispatch.company_id', '=', companyId)
      .where('alarm_dispatch.target_id', '=', id)
      .where('alarm_dispatch.is_dead', '=', 1)
  return {
    async targets(companyId: string) {
      return storage.read(
        db
          .selectFrom('alarm_target')
          .where('company_id', '=', companyId)
          .selectAll()
          .select((row) => [
            row
              .selectFrom('alarm_dispatch')
              .whereRef('alarm_dispatch.company_id', '=', 'alarm_target.company_id')
              .whereRef('alarm_dispatch.target_id', '=', 'alarm_target.id')
              .where('is_dead', '=', 0)
              .select(count.as('count'))
              .as('waiting'),
            row
              .selectFrom('alarm_dispatch')
              .whereRef('alarm_dispatch.company_id', '=', 'alarm_target.company_id')
              .whereRef('alarm_dispatch.target_id', '=', 'alarm_target.id')
              .where('is_dead', '=', 1)
              .select(count.as('count'))
              .as('dead'),
          ])
          .orderBy('id'),
      )
    },

    async target(companyId: string, id: string) {
      const [row] = await storage.read(
        db.selectFrom('alarm_target').where('company_id', '=', companyId).where('id', '=', id).selectAll(),
      )
      return row
    },

    async add(companyId: string, id: string, row: TargetRow): Promise<void> {
      await storage.write([
        db
          .insertInto('alarm_target')
          .values({ company_id: companyId, id, ...row, last_ok_at: null, last_fault: '' }),
      ])
    },

    async set(companyId: string, id: string, row: Partial<TargetRow>): Promise<void> {
      await storage.write([
        db.updateTable('alarm_target').set(row).where('company_id', '=', companyId).where('id', '=', id),
      ])
    },

    async remove(companyId: string, id: string): Promise<void> {
      await storage.write([
        db.deleteFrom('alarm_target').where('company_id', '=', companyId).where('id', '=', id),
      ])
    },

    async dead(companyId: string, id: string, { offset, limit }: { offset: number; limit: number }) {
      return storage.read(
        deadOf(companyId, id)
          .innerJoin('event', (join) =>
            join
              .onRef('event.company_id', '=', 'alarm_dispatch.company_id')
              .onRef('event.id', '=', 'alarm_dispatch.event_id'),
          )
          .select(['event.id', 'event.at', 'alarm_dispatch.tries', 'alarm_dispatch.fault'])
          .orderBy('event.id', 'desc')
          .limit(limit)
          .offset(offset),
      )
    },

    async deadCount(companyId: string, id: string): Promise<number> {
      const [row] = await storage.read(deadOf(companyId, id).select(count.as('count')))
      return row?.count ?? 0
    },

    async retry(companyId: string, id: string, nowMs: number): Promise<void> {
      await storage.write([
        db
          .updateTable('alarm_dispatch')
          .set({ is_dead: 0, tries: 0, next_at: nowMs })
          .where('company_id', '=', companyId)
          .where('target_id', '=', id)
          .where('is_dead', '=', 1),
      ])
    },

    async drop(companyId: string, id: string): Promise<void> {
      await storage.write([
        db
          .deleteFrom('alarm_dispatch')
          .where('company_id', '=', companyId)
          .where('target_id', '=', id)
          .where('is_dead', '=', 1),
      ])
    },

    /** The oldest that are due, of every company, but for these targets: `<company> <target>`. */
    async due(nowMs: number, most: number, butFor: readonly string[]) {
      // This runs every second: while nothing waits, the database is not asked.
      const nextAt = await storage.remember('all companies next forwarded', async () => {
        const [next] = await storage.read(
          db
            .selectFrom('alarm_dispatch')
            .where('is_dead', '=', 0)
            .select('next_at')
            .orderBy('next_at')
            .limit(1),
        )
        return next?.next_at
      })
      if (nextAt === undefined || nextAt > nowMs) return []
      return storage.read(
        db
          .selectFrom('alarm_dispatch as dispatch')
          .innerJoin('alarm_target as target', (join) =>
            join
              .onRef('target.company_id', '=', 'dispatch.company_id')
              .onRef('target.id', '=', 'dispatch.target_id'),
          )
          .innerJoin('event', (join) =>
            join
              .onRef('event.company_id', '=', 'dispatch.company_id')
              .onRef('event.id', '=', 'dispatch.event_id'),
          )
          .where('dispatch.company_id', 'in', db.selectFrom('company').select('id'))
          .where('dispatch.is_dead', '=', 0)
          .where('dispatch.next_at', '<=', nowMs)
          .where('target.is_on', '=', 1)
          .where(sql`dispatch.company_id || ' ' || dispatch.target_id`, 'not in', listed(storage, butFor))
          .select([
            'dispatch.company_id',
            'dispatch.target_id',
            'dispatch.event_id',
            'dispatch.tries',
            'target.kind',
            'target.url',
            'target.user_name',
            'target.topic',
            'target.secret_box',
            'event.did',
            'event.channel',
            'event.type',
            'event.origin',
            'event.at',
            'event.dev_name',
            'event.ident_name',
          ])
          .orderBy('dispatch.next_at')
          .orderBy('dispatch.event_id')
          .limit(most),
      )
    },

    async sent(companyId: string, targetId: string, eventIds: readonly string[], nowMs: number) {
      await storage.write([
        db
          .deleteFrom('alarm_dispatch')
          .where('company_id', '=', companyId)
          .where('target_id', '=', targetId)
          .where('event_id', 'in', [...eventIds]),
        db
          .updateTable('alarm_target')
          .set({ last_ok_at: nowMs, last_fault: '' })
          .where('company_id', '=', companyId)
          .where('id', '=', targetId),
      ])
    },

    /** What else was due at the target then waits too. */
    async failed(
      companyId: string,
      targetId: string,
      failures: readonly { eventId: string; tries: number; nextAt: number; isDead: boolean }[],
      others: { dueAt: number; nextAt: number },
      fault: string,
    ) {
      const ofTarget = db
        .updateTable('alarm_dispatch')
        .where('company_id', '=', companyId)
        .where('target_id', '=', targetId)
      await storage.write([
        ...failures.map(({ eventId, tries, nextAt, isDead }) =>
          ofTarget
            .set({ tries, next_at: nextAt, is_dead: isDead ? 1 : 0, fault })
            .where('event_id', '=', eventId),
        ),
        ofTarget
          .set({ next_at: others.nextAt })
          .where('is_dead', '=', 0)
          .where('next_at', '<=', others.dueAt),
        db
          .updateTable('alarm_target')
          .set({ last_fault: fault })
          .where('company_id', '=', companyId)
          .where('id', '=', targetId),
      ])
    },

    async policy(companyId: string): Promise<{ days: number; most: number } | undefined> {
      const [row] = await storage.read(
        db.selectFrom('alarm_policy').where('company_id', '=', companyId).select(['days', 'most']),
      )
      return row
    },

    async setPolicy(companyId: string, policy: { days: number; most: number }): Promise<void> {
      await storage.write([
        db
          .insertInto('alarm_policy')
          .values({ company_id: companyId, ...policy })
          .onConflict((conflict) => conflict.column('company_id').doUpdateSet(policy)),
      ])
    },

    async companies(): Promise<string[]> {
      const rows = await storage.read(db.selectFrom('company').select('id').orderBy('id'))
      return rows.map(({ id }) => id)
    },

    /** From the roll-up by the hour: to count ten million takes seconds. */
    async alarms(companyId: string): Promise<number> {
      const [row] = await storage.readHeavy(
        db
          .selectFrom('event_hour')
          .where('company_id', '=', companyId)
          .select((it) => it.fn.sum<number>('count').as('count')),
      )
      return Number(row?.count ?? 0)
    },

    /** The oldest, of before a time. */
    async olderThan(companyId: string, atMs: number, most: number): Promise<string[]> {
      const rows = await storage.readHeavy(
        db
          .selectFrom('event')
          .where('company_id', '=', companyId)
          .where('at', '<', atMs)
          .select('id')
          .orderBy('at')
          .orderBy('id')
          .limit(most),
      )
      return rows.map(({ id }) => id)
    },
  }
}

export type AlarmSettingsStore = ReturnType<typeof alarmSettingsStore>
