import type { NoticeRules, QuietHours, Snooze } from '@vedette/contract/calls/alarm-notice'

import type { Storage } from '../../engines/storage/storage.ts'

const ANY_TYPE = -1

export type NoticeStore = ReturnType<typeof noticeStore>

export function noticeStore(storage: Storage) {
  const { db } = storage
  return {
    async rules(companyId: string, accountId: string, nowMs: number): Promise<NoticeRules> {
      const [[quiet], snoozes] = await Promise.all([
        storage.read(
          db
            .selectFrom('alarm_quiet')
            .where('company_id', '=', companyId)
            .where('account_id', '=', accountId)
            .select(['from_clock', 'to_clock']),
        ),
        storage.read(
          db
            .selectFrom('alarm_snooze as snooze')
            .leftJoin('device', (join) =>
              join
                .onRef('device.company_id', '=', 'snooze.company_id')
                .onRef('device.did', '=', 'snooze.did'),
            )
            .where('snooze.company_id', '=', companyId)
            .where('snooze.account_id', '=', accountId)
            .where('snooze.until', '>', nowMs)
            .select(['snooze.did', 'snooze.type', 'snooze.until', 'device.name'])
            .orderBy('snooze.until')
            .orderBy('snooze.did')
            .orderBy('snooze.type'),
        ),
      ])
      return {
        QuietHours: quiet ? { startTime: quiet.from_clock, endTime: quiet.to_clock } : null,
        Snoozes: snoozes.map(({ did, name, type, until }) => ({
          DID: did,
          DevName: name ?? '',
          Type: type === ANY_TYPE ? null : type,
          Until: until,
        })),
      }
    },

    async setQuiet(companyId: string, accountId: string, hours: QuietHours | null): Promise<void> {
      const ofAccount = { company_id: companyId, account_id: accountId }
      if (!hours) {
        await storage.write([
          db
            .deleteFrom('alarm_quiet')
            .where('company_id', '=', companyId)
            .where('account_id', '=', accountId),
        ])
        return
      }
      const clocks = { from_clock: hours.startTime, to_clock: hours.endTime }
      await storage.write([
        db
          .insertInto('alarm_quiet')
          .values({ ...ofAccount, ...clocks })
          .onConflict((conflict) => conflict.columns(['company_id', 'account_id']).doUpdateSet(clocks)),
      ])
    },

    /** Replaces the one before; those that are over go. */
    async snooze(
      companyId: string,
      accountId: string,
      { DID, Type, Until }: Omit<Snooze, 'DevName'>,
      nowMs: number,
    ): Promise<void> {
      const type = Type ?? ANY_TYPE
      await storage.write([
        db
          .deleteFrom('alarm_snooze')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where((row) => row.or([row('until', '<=', nowMs), row.and({ did: DID, type })])),
        ...(Until > nowMs
          ? [
              db
                .insertInto('alarm_snooze')
                .values({ company_id: companyId, account_id: accountId, did: DID, type, until: Until }),
            ]
          : []),
      ])
    },
  }
}
