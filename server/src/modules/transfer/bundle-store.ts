import type { Selectable } from 'kysely'

import type { Tables } from '../../engines/storage/schema.ts'
import type { Query, Storage, Transaction } from '../../engines/storage/storage.ts'
import { isOneOf } from '../device/index.ts'

type Rows<Table extends keyof Tables> = Selectable<Tables[Table]>[]

/** What goes with devices: their streams, channels and logins. All else stays with the old company, or ends with the row. */
export interface TransferBundle {
  devices: Rows<'device'>
  streams: Rows<'device_stream'>
  channels: Rows<'device_channel'>
  onvif: Rows<'device_onvif'>
  credentials: Rows<'device_credential'>
}

/** No engine takes any number of parameters. */
const ROWS_PER_STATEMENT = 200

export function bundleStore(storage: Storage) {
  const { db } = storage
  return {
    /** Reads the bundle of those devices that the company still has. */
    async of(companyId: string, dids: readonly string[], transaction: Transaction): Promise<TransferBundle> {
      const devices = db
        .selectFrom('device')
        .where('company_id', '=', companyId)
        .where((row) => isOneOf(storage, row.ref('did'), dids))
        .selectAll()
      const streams = db
        .selectFrom('device_stream')
        .where('company_id', '=', companyId)
        .where((row) => isOneOf(storage, row.ref('did'), dids))
        .selectAll()
      const channels = db
        .selectFrom('device_channel')
        .where('company_id', '=', companyId)
        .where((row) => isOneOf(storage, row.ref('did'), dids))
        .selectAll()
      const onvif = db
        .selectFrom('device_onvif')
        .where('company_id', '=', companyId)
        .where((row) => isOneOf(storage, row.ref('did'), dids))
        .selectAll()
      const credentials = db
        .selectFrom('device_credential')
        .where('company_id', '=', companyId)
        .where((row) => isOneOf(storage, row.ref('did'), dids))
        .selectAll()
      return {
        devices: (await transaction.run(devices)).rows,
        streams: (await transaction.run(streams)).rows,
        channels: (await transaction.run(channels)).rows,
        onvif: (await transaction.run(onvif)).rows,
        credentials: (await transaction.run(credentials)).rows,
      }
    },

    /** The rows go from one company, and come to the other as if they had just been added there. */
    async move(
      from: string,
      to: { companyId: string; regionId: string; createdAt: number },
      { devices, streams, channels, onvif, credentials }: TransferBundle,
      transaction: Transaction,
    ): Promise<void> {
      const dids = devices.map(({ did }) => did)
      const company_id = to.companyId
      const ours = {
        company_id,
        region_id: to.regionId,
        created_at: to.createdAt,
        alias: '',
        alias_search: '',
      }
      const statements: Query[] = [
        db
          .deleteFrom('device')
          .where('company_id', '=', from)
          .where((row) => isOneOf(storage, row.ref('did'), dids)),
        ...parts(devices, (rows) => db.insertInto('device').values(rows.map((row) => ({ ...row, ...ours })))),
        ...parts(streams, (rows) =>
          db.insertInto('device_stream').values(rows.map((row) => ({ ...row, company_id }))),
        ),
        ...parts(channels, (rows) =>
          db.insertInto('device_channel').values(rows.map((row) => ({ ...row, company_id }))),
        ),
        ...parts(onvif, (rows) =>
          db.insertInto('device_onvif').values(rows.map((row) => ({ ...row, company_id }))),
        ),
        ...parts(credentials, (rows) =>
          db.insertInto('device_credential').values(rows.map((row) => ({ ...row, company_id }))),
        ),
      ]
      for (const statement of statements) await transaction.run(statement)
    },
  }
}

function parts<Row>(rows: readonly Row[], insert: (rows: Row[]) => Query): Query[] {
  const statements: Query[] = []
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
    statements.push(insert(rows.slice(at, at + ROWS_PER_STATEMENT)))
  return statements
}

export type BundleStore = ReturnType<typeof bundleStore>
