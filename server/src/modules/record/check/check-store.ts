/** The SQL of what was found wrong with recordings, hour by hour. */
import { CHECK_FAULTS, type CheckFault } from '@vedette/contract/calls/record-check'
import { sql } from 'kysely'

import type { Query, Storage } from '../../../engines/storage/storage.ts'
import type { Light } from './verdict.ts'
import { packView, unpackView } from './views.ts'

export interface CameraKey {
  did: string
  channel: number
}

export interface CheckedHour extends CameraKey {
  hourMs: number
  expectedMs: number
  recordedMs: number
  /** Key frames that were looked at. */
  looks: number
  faults: CheckFault[]
}

export const HOUR_MS = 3_600_000

const maskOf = (faults: readonly CheckFault[]): number =>
  faults.reduce((mask, it) => mask | (1 << CHECK_FAULTS.indexOf(it)), 0)

export const faultsOf = (mask: number): CheckFault[] => CHECK_FAULTS.filter((_, i) => (mask & (1 << i)) !== 0)

export function checkStore(storage: Storage) {
  const { db } = storage
  const setView = (companyId: string, { did, channel }: CameraKey, light: Light, view: Uint8Array): Query =>
    db
      .insertInto('record_view')
      .values({ company_id: companyId, did, channel, light, view })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'did', 'channel', 'light']).doUpdateSet({ view }),
      )

  return {
    /** Adds slices of one time to their hours, with the references that were learned. */
    async add(
      companyId: string,
      slices: readonly (CheckedHour & { references: ReadonlyMap<Light, Float32Array> })[],
    ): Promise<void> {
      const work = slices.flatMap(
        ({ did, channel, hourMs, expectedMs, recordedMs, looks, faults, references }) => [
          db
            .insertInto('record_check')
            .values({
              company_id: companyId,
              did,
              channel,
              hour_ms: hourMs,
              expected_ms: expectedMs,
              recorded_ms: recordedMs,
              looks,
              faults: maskOf(faults),
            })
            .onConflict((conflict) =>
              conflict.columns(['company_id', 'did', 'channel', 'hour_ms']).doUpdateSet((was) => ({
                expected_ms: was('record_check.expected_ms', '+', expectedMs),
                recorded_ms: was('record_check.recorded_ms', '+', recordedMs),
                looks: was('record_check.looks', '+', looks),
                faults: sql<number>`record_check.faults | ${sql.lit(maskOf(faults))}`,
              })),
            ),
          ...[...references].map(([light, view]) =>
            setView(companyId, { did, channel }, light, packView(view)),
          ),
        ],
      )
      if (work.length > 0) await storage.write(work)
    },

    async references(companyId: string, { did, channel }: CameraKey): Promise<Map<Light, Float32Array>> {
      const rows = await storage.read(
        db
          .selectFrom('record_view')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('channel', '=', channel)
          .select(['light', 'view']),
      )
      return new Map(rows.map(({ light, view }) => [light, unpackView(view)]))
    },

    async forgetReferences(companyId: string, { did, channel }: CameraKey): Promise<void> {
      await storage.write([
        db
          .deleteFrom('record_view')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('channel', '=', channel),
      ])
    },

    /** Sorted by camera and hour. */
    async hours(
      companyId: string,
      dids: readonly string[],
      { fromMs, toMs }: { fromMs: number; toMs: number },
    ): Promise<CheckedHour[]> {
      const rows = await storage.readHeavy(
        db
          .selectFrom('record_check')
          .where('company_id', '=', companyId)
          .where('did', 'in', [...dids])
          .where('hour_ms', '>=', fromMs)
          .where('hour_ms', '<', toMs)
          .orderBy('did')
          .orderBy('channel')
          .orderBy('hour_ms')
          .select(['did', 'channel', 'hour_ms', 'expected_ms', 'recorded_ms', 'looks', 'faults']),
      )
      return rows.map(({ did, channel, ...row }) => ({
        did,
        channel,
        hourMs: row.hour_ms,
        expectedMs: row.expected_ms,
        recordedMs: row.recorded_ms,
        looks: row.looks,
        faults: faultsOf(row.faults),
      }))
    },

    /** The hour that was checked last, of any company. */
    async newestHour(): Promise<number | undefined> {
      const [row] = await storage.read(
        db.selectFrom('record_check').select((all) => all.fn.max('hour_ms').as('hour')),
      )
      return row?.hour ?? undefined
    },

    async forgetBefore(hourMs: number): Promise<void> {
      await storage.write([db.deleteFrom('record_check').where('hour_ms', '<', hourMs)])
    },

    async steerable(companyId: string): Promise<Set<string>> {
      const rows = await storage.read(
        db
          .selectFrom('device_onvif')
          .where('company_id', '=', companyId)
          .where('has_ptz', '=', 1)
          .select('did'),
      )
      return new Set(rows.map(({ did }) => did))
    },
  }
}

export type CheckStore = ReturnType<typeof checkStore>
