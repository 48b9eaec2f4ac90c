import { AlarmSettings, NO_ALARMS } from '@vedette/contract/alarm-settings'
import { ConfigChange } from '@vedette/contract/calls/device-config'
import { z } from 'zod'

import type { Regions } from '../../authority/principal.ts'
import { includesRegion } from '../../authority/principal.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { ChannelRef } from '../../video/channel.ts'
import { deviceColumns, isOneOf } from '../device/index.ts'

/** With `Alarm` the device is to be written what it can do of the settings of alarms that are kept. */
const KeptChange = ConfigChange.extend({ Alarm: z.literal(true).optional() })
export type KeptChange = z.infer<typeof KeptChange>

export function deviceConfigStore(storage: Storage) {
  const { db } = storage
  return {
    async alarm(companyId: string, { did, channel }: ChannelRef): Promise<AlarmSettings> {
      const [row] = await storage.read(
        db
          .selectFrom('device_alarm')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('channel', '=', channel)
          .select('settings'),
      )
      return row ? AlarmSettings.parse(JSON.parse(row.settings)) : NO_ALARMS
    },

    async hasPtz(companyId: string, did: string): Promise<boolean> {
      const [row] = await storage.read(
        db
          .selectFrom('device_onvif')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .select('has_ptz'),
      )
      return row?.has_ptz === 1
    },

    setAlarm: (companyId: string, places: readonly ChannelRef[], alarm: AlarmSettings, nowMs: number) => {
      const said = { settings: JSON.stringify(alarm), changed_at: nowMs }
      return storage.write(
        places.map(({ did, channel }) =>
          db
            .insertInto('device_alarm')
            .values({ company_id: companyId, did, channel, ...said })
            .onConflict((conflict) => conflict.columns(['company_id', 'did', 'channel']).doUpdateSet(said)),
        ),
      )
    },

    /** Whether the device tells of motion itself. */
    setOwnMotion: (companyId: string, { did, channel }: ChannelRef, isOwn: boolean) =>
      storage.write([
        db
          .updateTable('device_alarm')
          .set({ own_motion: isOwn ? 1 : 0 })
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('channel', '=', channel),
      ]),

    async pending(companyId: string, did: string): Promise<{ channel: number; change: KeptChange }[]> {
      const rows = await storage.read(
        db
          .selectFrom('device_pending')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .select(['channel', 'change']),
      )
      return rows.map(({ channel, change }) => ({ channel, change: KeptChange.parse(JSON.parse(change)) }))
    },

    /** Places of these devices that something waits for: one query, however many they are. */
    async placesPending(companyId: string, dids: readonly string[]): Promise<ChannelRef[]> {
      return storage.read(
        db
          .selectFrom('device_pending')
          .where('company_id', '=', companyId)
          .where((row) => isOneOf(storage, row.ref('did'), dids))
          .select(['did', 'channel'])
          .orderBy('did')
          .orderBy('channel'),
      )
    },

    /** Devices of all companies that something waits for. */
    devicesPending: () =>
      storage.read(
        db.selectFrom('device_pending').select(['company_id as companyId', 'did']).distinct().orderBy('did'),
      ),

    /** An empty change: nothing waits any more. */
    async setPending(
      companyId: string,
      { did, channel }: ChannelRef,
      change: KeptChange,
      nowMs: number,
    ): Promise<void> {
      const said = { change: JSON.stringify(change), changed_at: nowMs }
      await storage.write([
        Object.values(change).every((part) => part === undefined)
          ? db
              .deleteFrom('device_pending')
              .where('company_id', '=', companyId)
              .where('did', '=', did)
              .where('channel', '=', channel)
          : db
              .insertInto('device_pending')
              .values({ company_id: companyId, did, channel, ...said })
              .onConflict((conflict) => conflict.columns(['company_id', 'did', 'channel']).doUpdateSet(said)),
      ])
    },

    async device(companyId: string, did: string) {
      const [row] = await storage.read(
        db
          .selectFrom('device')
          .leftJoin('region', (join) =>
            join
              .onRef('region.company_id', '=', 'device.company_id')
              .onRef('region.id', '=', 'device.region_id'),
          )
          .where('device.company_id', '=', companyId)
          .where('device.did', '=', did)
          .select(deviceColumns),
      )
      return row
    },

    /** The channels that the device's streams have, with the names that it gave them. */
    async channels(companyId: string, did: string) {
      const [streams, names] = await Promise.all([
        storage.read(
          db
            .selectFrom('device_stream')
            .where('company_id', '=', companyId)
            .where('did', '=', did)
            .select(['channel', 'quality'])
            .orderBy('channel')
            .orderBy('quality'),
        ),
        storage.read(
          db
            .selectFrom('device_channel')
            .where('company_id', '=', companyId)
            .where('did', '=', did)
            .select(['channel', 'name']),
        ),
      ])
      const numbers = [...new Set(streams.map(({ channel }) => channel))]
      return numbers.map((channel) => ({
        channel,
        name: names.find((it) => it.channel === channel)?.name ?? '',
        qualities: streams.filter((it) => it.channel === channel).map(({ quality }) => quality),
      }))
    },

    /** Within the regions of who asks. */
    async didOfLicense(companyId: string, regions: Regions, license: string): Promise<string | undefined> {
      const rows = await storage.read(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where('license', '=', license)
          .select(['did', 'region_id'])
          .orderBy('did'),
      )
      return rows.find(({ region_id }) => includesRegion(regions, region_id))?.did
    },
  }
}

export type DeviceConfigStore = ReturnType<typeof deviceConfigStore>
