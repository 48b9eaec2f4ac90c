import type { UpgradeState, UpgradeWord } from '@vedette/contract/calls/upgrade'

import type { Regions } from '../../authority/principal.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { isOneOf } from '../device/index.ts'

export interface FirmwareKey {
  model: string
  version: string
}

export interface StoredFirmware extends FirmwareKey {
  fileName: string
  blob: string
  bytes: number
  sha256: string
  received: number
  isReady: boolean
  createdAt: number
}

export interface UpgradeJob {
  companyId: string
  id: string
  did: string
  regionId: string | null
  driver: string
  model: string
  from: string
  to: string
  state: UpgradeState
}

/** What became of an upgrade. */
export interface Said {
  state: UpgradeState
  progress: number
  word?: UpgradeWord | undefined
  version?: string | undefined
}

/** Upgrades kept per device, the newest ones. */
const MOST_UPGRADES = 50

export function upgradeStore(storage: Storage) {
  const { db } = storage
  const firmwareColumns = [
    'model',
    'version',
    'file_name as fileName',
    'blob',
    'bytes',
    'sha256',
    'received',
    'is_ready',
    'created_at as createdAt',
  ] as const
  const ready = ({ is_ready, ...rest }: Omit<StoredFirmware, 'isReady'> & { is_ready: number }) => ({
    ...rest,
    isReady: is_ready === 1,
  })
  const jobs = () =>
    db
      .selectFrom('upgrade')
      .innerJoin('device', (join) =>
        join.onRef('device.company_id', '=', 'upgrade.company_id').onRef('device.did', '=', 'upgrade.did'),
      )
      .select([
        'upgrade.company_id as companyId',
        'upgrade.id',
        'upgrade.did',
        'device.region_id as regionId',
        'device.driver',
        'upgrade.model',
        'upgrade.from_version as from',
        'upgrade.to_version as to',
        'upgrade.state',
      ])

  return {
    async firmwares(companyId: string): Promise<StoredFirmware[]> {
      const rows = await storage.read(
        db
          .selectFrom('firmware')
          .where('company_id', '=', companyId)
          .select(firmwareColumns)
          .orderBy('model')
          .orderBy('created_at', 'desc'),
      )
      return rows.map(ready)
    },

    async firmware(companyId: string, { model, version }: FirmwareKey): Promise<StoredFirmware | undefined> {
      const [row] = await storage.read(
        db
          .selectFrom('firmware')
          .where('company_id', '=', companyId)
          .where('model', '=', model)
          .where('version', '=', version)
          .select(firmwareColumns),
      )
      return row && ready(row)
    },

    /** The files of all companies. */
    async blobs(): Promise<Set<string>> {
      const rows = await storage.read(db.selectFrom('firmware').select('blob'))
      return new Set(rows.map(({ blob }) => blob))
    },

    addFirmware: (companyId: string, it: Omit<StoredFirmware, 'received' | 'isReady'>) =>
      storage.write([
        db.insertInto('firmware').values({
          company_id: companyId,
          model: it.model,
          version: it.version,
          file_name: it.fileName,
          blob: it.blob,
          bytes: it.bytes,
          sha256: it.sha256,
          received: 0,
          is_ready: 0,
          created_at: it.createdAt,
        }),
      ]),

    setReceived: (companyId: string, { model, version }: FirmwareKey, received: number, isReady: boolean) =>
      storage.write([
        db
          .updateTable('firmware')
          .set({ received, is_ready: isReady ? 1 : 0 })
          .where('company_id', '=', companyId)
          .where('model', '=', model)
          .where('version', '=', version),
      ]),

    removeFirmware: (companyId: string, { model, version }: FirmwareKey) =>
      storage.write([
        db
          .deleteFrom('firmware')
          .where('company_id', '=', companyId)
          .where('model', '=', model)
          .where('version', '=', version),
      ]),

    async devices(companyId: string, dids: readonly string[]) {
      return storage.read(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where('did', 'in', [...dids])
          .select(['did', 'name', 'model', 'firmware', 'driver']),
      )
    },

    /** Those of the devices that an upgrade is under way for. */
    async busy(companyId: string, dids: readonly string[]): Promise<Set<string>> {
      const rows = await storage.read(
        db
          .selectFrom('upgrade')
          .where('company_id', '=', companyId)
          .where('did', 'in', [...dids])
          .where('state', 'in', ['waiting', 'sending', 'installing'])
          .select('did'),
      )
      return new Set(rows.map(({ did }) => did))
    },

    addUpgrades: (
      companyId: string,
      list: readonly { id: string; did: string; name: string; model: string; from: string; to: string }[],
      nowMs: number,
    ) =>
      storage.write(
        list.flatMap(({ id, did, name, model, from, to }) => [
          db.insertInto('upgrade').values({
            company_id: companyId,
            id,
            did,
            name,
            model,
            from_version: from,
            to_version: to,
            state: 'waiting',
            progress: 0,
            word: null,
            created_at: nowMs,
            changed_at: nowMs,
          }),
          db
            .deleteFrom('upgrade')
            .where('company_id', '=', companyId)
            .where('did', '=', did)
            .where('id', '<=', (row) =>
              row
                .selectFrom('upgrade')
                .where('company_id', '=', companyId)
                .where('did', '=', did)
                .select('id')
                .orderBy('id', 'desc')
                .limit(1)
                .offset(MOST_UPGRADES),
            ),
        ]),
      ),

    /** Those under way, of all companies: the platform goes on with them after a restart. */
    underWay(): Promise<Omit<UpgradeJob, 'state'>[]> {
      return storage.read(
        jobs().where('upgrade.state', 'in', ['waiting', 'sending', 'installing']).orderBy('upgrade.id'),
      )
    },

    async stateOf(companyId: string, id: string): Promise<string | undefined> {
      const [row] = await storage.read(
        db.selectFrom('upgrade').where('company_id', '=', companyId).where('id', '=', id).select('state'),
      )
      return row?.state
    },

    /** The device says that it has this version before its upgrade. */
    setFrom: ({ companyId, id, did }: Pick<UpgradeJob, 'companyId' | 'id' | 'did'>, version: string) =>
      storage.write([
        db
          .updateTable('upgrade')
          .set({ from_version: version })
          .where('company_id', '=', companyId)
          .where('id', '=', id),
        db
          .updateTable('device')
          .set({ firmware: version })
          .where('company_id', '=', companyId)
          .where('did', '=', did),
      ]),

    /** When it is done the device has the new version, by the name that it gives it itself where it says one. */
    setState: (
      { companyId, id, did, to }: Pick<UpgradeJob, 'companyId' | 'id' | 'did' | 'to'>,
      said: Said,
      nowMs: number,
    ) =>
      storage.write([
        db
          .updateTable('upgrade')
          .set({ state: said.state, progress: said.progress, word: said.word ?? null, changed_at: nowMs })
          .where('company_id', '=', companyId)
          .where('id', '=', id),
        ...(said.state === 'done'
          ? [
              db
                .updateTable('device')
                .set({ firmware: said.version ?? to })
                .where('company_id', '=', companyId)
                .where('did', '=', did),
            ]
          : []),
      ]),

    async page(
      companyId: string,
      regions: Regions,
      { did, offset, limit }: { did: string | undefined; offset: number; limit: number },
    ) {
      let query = db
        .selectFrom('upgrade')
        .leftJoin('device', (join) =>
          join.onRef('device.company_id', '=', 'upgrade.company_id').onRef('device.did', '=', 'upgrade.did'),
        )
        .where('upgrade.company_id', '=', companyId)
      if (did !== undefined) query = query.where('upgrade.did', '=', did)
      if (regions !== 'all')
        query = query.where((row) => isOneOf(storage, row.ref('device.region_id'), [...regions]))
      const [totals, rows] = await Promise.all([
        storage.read(query.select((row) => row.fn.countAll<number>().as('total'))),
        storage.read(
          query
            .select([
              'upgrade.id',
              'upgrade.did',
              'upgrade.name',
              'device.name as current_name',
              'upgrade.from_version',
              'upgrade.to_version',
              'upgrade.state',
              'upgrade.progress',
              'upgrade.word',
              'upgrade.created_at',
              'upgrade.changed_at',
            ])
            .orderBy('upgrade.id', 'desc')
            .limit(limit)
            .offset(offset),
        ),
      ])
      return { total: totals[0]?.total ?? 0, rows }
    },
  }
}

export type UpgradeStore = ReturnType<typeof upgradeStore>
