import type { Selectable } from 'kysely'
import { z } from 'zod'

import type { Tables } from '../../engines/storage/schema.ts'
import type { Storage, Transaction } from '../../engines/storage/storage.ts'

const Devices = z.array(z.object({ did: z.string(), name: z.string() }))
export type OfferedDevice = z.infer<typeof Devices>[number]

export interface Offer {
  companyId: string
  id: string
  devices: OfferedDevice[]
  expiresAt: number
}

/** The newest of each side. */
const MOST_LISTED = 200

export function transferStore(storage: Storage) {
  const { db } = storage
  const byHash = (codeHash: string, nowMs: number) =>
    db
      .selectFrom('device_transfer')
      .where('code_hash', '=', codeHash)
      .where('state', '=', 'offered')
      .where('expires_at', '>', nowMs)
      .select(['company_id', 'id', 'devices', 'expires_at'])
  const offerOf = (row: { company_id: string; id: string; devices: string; expires_at: number }): Offer => ({
    companyId: row.company_id,
    id: row.id,
    devices: Devices.parse(JSON.parse(row.devices)),
    expiresAt: row.expires_at,
  })

  return {
    async names(companyId: string, dids: readonly string[]): Promise<OfferedDevice[]> {
      return storage.read(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where('did', 'in', [...dids])
          .select(['did', 'name'])
          .orderBy('name_search'),
      )
    },

    /** The DIDs that are offered now. */
    async offered(companyId: string, nowMs: number): Promise<Set<string>> {
      const rows = await storage.read(
        db
          .selectFrom('device_transfer')
          .where('company_id', '=', companyId)
          .where('state', '=', 'offered')
          .where('expires_at', '>', nowMs)
          .select('devices'),
      )
      return new Set(rows.flatMap((row) => Devices.parse(JSON.parse(row.devices)).map(({ did }) => did)))
    },

    offer: ({ companyId, id, devices, expiresAt }: Offer, codeHash: string, nowMs: number) =>
      storage.write([
        db.insertInto('device_transfer').values({
          company_id: companyId,
          id,
          code_hash: codeHash,
          state: 'offered',
          to_company_id: null,
          devices: JSON.stringify(devices),
          created_at: nowMs,
          expires_at: expiresAt,
          ended_at: null,
        }),
      ]),

    /** By its code alone: whoever has it may see what it stands for. */
    async byCode(codeHash: string, nowMs: number): Promise<Offer | undefined> {
      const [row] = await storage.read(byHash(codeHash, nowMs))
      return row && offerOf(row)
    },

    async byCodeIn(codeHash: string, nowMs: number, transaction: Transaction): Promise<Offer | undefined> {
      const { rows } = await transaction.run(byHash(codeHash, nowMs))
      return rows[0] && offerOf(rows[0])
    },

    async companyName(companyId: string): Promise<string> {
      const [row] = await storage.read(db.selectFrom('company').where('id', '=', companyId).select('name'))
      return row?.name ?? ''
    },

    async described(companyId: string, dids: readonly string[]) {
      return storage.read(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where('did', 'in', [...dids])
          .select(['did', 'name', 'dev_type', 'model'])
          .orderBy('name_search'),
      )
    },

    end: (
      companyId: string,
      id: string,
      said: { state: 'accepted' | 'cancelled'; to: string | null },
      nowMs: number,
    ) =>
      db
        .updateTable('device_transfer')
        .set({ state: said.state, to_company_id: said.to, ended_at: nowMs })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('state', '=', 'offered'),

    async list(companyId: string) {
      const rows = await storage.read(
        db
          .selectFrom('device_transfer as transfer')
          .innerJoin('company as giver', 'giver.id', 'transfer.company_id')
          .leftJoin('company as taker', 'taker.id', 'transfer.to_company_id')
          .where((row) =>
            row.or([
              row('transfer.company_id', '=', companyId),
              row('transfer.to_company_id', '=', companyId),
            ]),
          )
          .select([
            'transfer.company_id',
            'transfer.id',
            'transfer.state',
            'transfer.devices',
            'transfer.created_at',
            'transfer.expires_at',
            'transfer.ended_at',
            'giver.name as giver',
            'taker.name as taker',
          ])
          .orderBy('transfer.id', 'desc')
          .limit(MOST_LISTED),
      )
      return rows.map(({ devices, ...row }) => ({
        ...row,
        names: Devices.parse(JSON.parse(devices)).map(({ name }) => name),
      }))
    },

    /** What goes with a device: its streams, channels and login. All else stays with the old company and ends with the row. */
    async luggage(companyId: string, did: string, transaction: Transaction): Promise<Luggage> {
      const [device, streams, channels, onvif, credential] = [
        await transaction.run(
          db.selectFrom('device').where('company_id', '=', companyId).where('did', '=', did).selectAll(),
        ),
        await transaction.run(
          db
            .selectFrom('device_stream')
            .where('company_id', '=', companyId)
            .where('did', '=', did)
            .selectAll(),
        ),
        await transaction.run(
          db
            .selectFrom('device_channel')
            .where('company_id', '=', companyId)
            .where('did', '=', did)
            .selectAll(),
        ),
        await transaction.run(
          db
            .selectFrom('device_onvif')
            .where('company_id', '=', companyId)
            .where('did', '=', did)
            .selectAll(),
        ),
        await transaction.run(
          db
            .selectFrom('device_credential')
            .where('company_id', '=', companyId)
            .where('did', '=', did)
            .selectAll(),
        ),
      ]
      return {
        device: device.rows[0],
        streams: streams.rows,
        channels: channels.rows,
        onvif: onvif.rows,
        credentials: credential.rows,
      }
    },

    async move(
      from: string,
      to: { companyId: string; regionId: string; createdAt: number },
      did: string,
      luggage: Luggage,
      transaction: Transaction,
    ): Promise<void> {
      const { device, streams, channels, onvif, credentials } = luggage
      if (!device) return
      await transaction.run(db.deleteFrom('device').where('company_id', '=', from).where('did', '=', did))
      const company_id = to.companyId
      const own = {
        company_id,
        region_id: to.regionId,
        created_at: to.createdAt,
        alias: '',
        alias_search: '',
      }
      await transaction.run(db.insertInto('device').values({ ...device, ...own }))
      for (const row of streams)
        await transaction.run(db.insertInto('device_stream').values({ ...row, company_id }))
      for (const row of channels)
        await transaction.run(db.insertInto('device_channel').values({ ...row, company_id }))
      for (const row of onvif)
        await transaction.run(db.insertInto('device_onvif').values({ ...row, company_id }))
      for (const row of credentials)
        await transaction.run(db.insertInto('device_credential').values({ ...row, company_id }))
    },
  }
}

export type TransferStore = ReturnType<typeof transferStore>

export interface Luggage {
  device: Selectable<Tables['device']> | undefined
  streams: Selectable<Tables['device_stream']>[]
  channels: Selectable<Tables['device_channel']>[]
  onvif: Selectable<Tables['device_onvif']>[]
  credentials: Selectable<Tables['device_credential']>[]
}
