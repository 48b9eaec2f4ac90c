import { z } from 'zod'

import type { Storage, Transaction } from '../../engines/storage/storage.ts'

const Devices = z.array(z.object({ did: z.string(), name: z.string(), region: z.string().optional() }))
export type OfferedDevice = z.infer<typeof Devices>[number]

export interface Offer {
  companyId: string
  id: string
  devices: OfferedDevice[]
  expiresAt: number
}

/** What an offer is taken up by: its code's hash, or its id by the company that it is addressed to. */
export type Claim = { codeHash: string } | { id: string; by: string }

/** The newest of each side. */
const MOST_LISTED = 200

export function transferStore(storage: Storage) {
  const { db } = storage
  const open = (claim: Claim, nowMs: number) => {
    const query = db
      .selectFrom('device_transfer')
      .where('state', '=', 'offered')
      .where('expires_at', '>', nowMs)
      .select(['company_id', 'id', 'devices', 'expires_at'])
    return 'codeHash' in claim
      ? query.where('code_hash', '=', claim.codeHash)
      : query.where('id', '=', claim.id).where('to_company_id', '=', claim.by)
  }
  const offerOf = (row: { company_id: string; id: string; devices: string; expires_at: number }): Offer => ({
    companyId: row.company_id,
    id: row.id,
    devices: Devices.parse(JSON.parse(row.devices)),
    expiresAt: row.expires_at,
  })

  return {
    async devices(companyId: string, dids: readonly string[]) {
      return storage.read(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where('did', 'in', [...dids])
          .select(['did', 'name', 'region_id', 'dev_type', 'model', 'license'])
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

    /** `to` is the company that alone may accept it; null: anyone who has the code. */
    offer: (
      { companyId, id, devices, expiresAt }: Offer,
      codeHash: string,
      to: string | null,
      nowMs: number,
    ) =>
      storage.write([
        db.insertInto('device_transfer').values({
          company_id: companyId,
          id,
          code_hash: codeHash,
          state: 'offered',
          to_company_id: to,
          devices: JSON.stringify(devices),
          created_at: nowMs,
          expires_at: expiresAt,
          ended_at: null,
        }),
      ]),

    /** Found by its code alone: anyone who has it may see what it stands for. */
    async claimed(claim: Claim, nowMs: number): Promise<Offer | undefined> {
      const [row] = await storage.read(open(claim, nowMs))
      return row && offerOf(row)
    },

    async claimedIn(claim: Claim, nowMs: number, transaction: Transaction): Promise<Offer | undefined> {
      const { rows } = await transaction.run(open(claim, nowMs))
      return rows[0] && offerOf(rows[0])
    },

    async companyName(companyId: string): Promise<string> {
      const [row] = await storage.read(db.selectFrom('company').where('id', '=', companyId).select('name'))
      return row?.name ?? ''
    },

    accept: (companyId: string, id: string, to: { companyId: string; regionId: string }, nowMs: number) =>
      db
        .updateTable('device_transfer')
        .set({ state: 'accepted', to_company_id: to.companyId, to_region_id: to.regionId, ended_at: nowMs })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('state', '=', 'offered'),

    /** Cancels an offer that the company made, or that is addressed to it. Returns whether it was open. */
    async cancel(companyId: string, id: string, nowMs: number): Promise<boolean> {
      const [ended] = await storage.write([
        db
          .updateTable('device_transfer')
          .set({ state: 'cancelled', ended_at: nowMs })
          .where('id', '=', id)
          .where('state', '=', 'offered')
          .where((row) => row.or([row('company_id', '=', companyId), row('to_company_id', '=', companyId)])),
      ])
      return ended.changes > 0
    },

    /** One, or all, that the company made, accepted or may accept. */
    async list(companyId: string, id?: string) {
      let query = db
        .selectFrom('device_transfer as transfer')
        .innerJoin('company as giver', 'giver.id', 'transfer.company_id')
        .leftJoin('company as taker', 'taker.id', 'transfer.to_company_id')
        .where((row) =>
          row.or([row('transfer.company_id', '=', companyId), row('transfer.to_company_id', '=', companyId)]),
        )
      if (id !== undefined) query = query.where('transfer.id', '=', id)
      const rows = await storage.read(
        query
          .select([
            'transfer.company_id',
            'transfer.id',
            'transfer.state',
            'transfer.devices',
            'transfer.to_region_id',
            'transfer.created_at',
            'transfer.expires_at',
            'transfer.ended_at',
            'giver.name as giver',
            'taker.name as taker',
          ])
          .orderBy('transfer.id', 'desc')
          .limit(MOST_LISTED),
      )
      return rows.map(({ devices, ...row }) => ({ ...row, devices: Devices.parse(JSON.parse(devices)) }))
    },
  }
}

export type TransferStore = ReturnType<typeof transferStore>
