/** Devices that no company has. They are platform-wide until one joins them, so their rows begin with no company. */
import type { Query, Storage } from '../../engines/storage/storage.ts'
import { GATEWAY_DRIVER } from './store.ts'

/** Devices kept that came by themselves, the newest ones: one that is pushed out comes again. */
const MOST_CONNECTED = 10_000

export type KnownDeviceStore = ReturnType<typeof knownDeviceStore>

export function knownDeviceStore(storage: Storage) {
  const { db } = storage

  const noted = (did: string, mark: string, origin: 'connected' | 'released', at: number): Query =>
    db
      .insertInto('known_device')
      .values({ did, mark, origin, seen_at: at })
      .onConflict((conflict) => conflict.columns(['did', 'mark']).doUpdateSet({ seen_at: at }))

  return {
    /** Statements for the unit that releases them. */
    released: (devices: readonly { did: string; mark: string }[], at: number): Query[] =>
      devices.map(({ did, mark }) => noted(did, mark, 'released', at)),

    connected: (did: string, mark: string, at: number) =>
      storage.write([
        noted(did, mark, 'connected', at),
        db
          .deleteFrom('known_device')
          .where('origin', '=', 'connected')
          .where('seen_at', '<', (row) =>
            row
              .selectFrom('known_device')
              .where('origin', '=', 'connected')
              .select('seen_at')
              .orderBy('seen_at', 'desc')
              .limit(1)
              .offset(MOST_CONNECTED),
          ),
      ]),

    /** Whether a device of this name presented this licence. */
    async isKnown(did: string, mark: string): Promise<boolean> {
      const query = db.selectFrom('known_device').where('did', '=', did).where('mark', '=', mark)
      return (await storage.read(query.select('did'))).length > 0
    },

    /** The device that presented the company's code first. */
    async byBindCode(companyId: string, mark: string, nowMs: number): Promise<string | undefined> {
      const [row] = await storage.read(
        db
          .selectFrom('bind_code')
          .innerJoin('known_device', 'known_device.mark', 'bind_code.mark')
          .where('bind_code.company_id', '=', companyId)
          .where('bind_code.mark', '=', mark)
          .where('bind_code.expires_at', '>', nowMs)
          .select('known_device.did')
          .orderBy('known_device.seen_at')
          .limit(1),
      )
      return row?.did
    },

    addBindCode: (companyId: string, mark: string, expiresAt: number, nowMs: number) =>
      storage.write([
        db.deleteFrom('bind_code').where('company_id', '=', companyId).where('expires_at', '<=', nowMs),
        db.insertInto('bind_code').values({ company_id: companyId, mark, expires_at: expiresAt }),
      ]),

    /** Who has the device of this name, of all companies. */
    async holder(did: string) {
      const [row] = await storage.read(
        db
          .selectFrom('device')
          .leftJoin('device_credential as credential', (join) =>
            join
              .onRef('credential.company_id', '=', 'device.company_id')
              .onRef('credential.did', '=', 'device.did'),
          )
          .where('device.did', '=', did)
          .select([
            'device.company_id as companyId',
            'device.driver',
            'device.license',
            'credential.secret_box as box',
          ]),
      )
      return row
    },

    /** The sealed licences of those of a company's devices that come by themselves. */
    credentials: (companyId: string, dids: readonly string[]) =>
      storage.read(
        db
          .selectFrom('device')
          .innerJoin('device_credential as credential', (join) =>
            join
              .onRef('credential.company_id', '=', 'device.company_id')
              .onRef('credential.did', '=', 'device.did'),
          )
          .where('device.company_id', '=', companyId)
          .where('device.driver', '=', GATEWAY_DRIVER)
          .where('device.did', 'in', [...dids])
          .select(['device.did', 'credential.secret_box as box']),
      ),
  }
}
