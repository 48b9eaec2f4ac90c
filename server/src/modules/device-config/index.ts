import { ALARM_SWITCHES } from '@vedette/contract/alarm-settings'
import {
  copyDeviceConfig,
  getDeviceCloudConfig,
  getDeviceInfo,
  getDIDByCtei,
  getSubDeviceConfig,
  getSubDeviceList,
  queryConfig,
  setDeviceConfig,
  setDeviceNoticeConfig,
} from '@vedette/contract/calls/device-config'
import { Refusal } from '@vedette/contract/codes'
import { PRESENCE } from '@vedette/contract/devices'
import { fault } from '@vedette/contract/reasons'

import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import type { DevicePresence } from '../../shards/presence.ts'
import { deviceItem, type DevicePhotos } from '../device/index.ts'
import {
  changeConfig,
  changeLike,
  checkAlarm,
  type ConfigNeeds,
  configOf,
  partsOf,
  writePending,
} from './config.ts'
import { type DeviceConfigStore, deviceConfigStore } from './store.ts'

const COPIES_AT_ONCE = 8

interface Needs extends Omit<ConfigNeeds, 'store'> {
  storage: Storage
  photos: Pick<DevicePhotos, 'of'>
  presenceOf: (companyId: string, did: string) => DevicePresence | undefined
  /** Tells of presences that changed. */
  onPresence: (listener: (companyId: string, devices: readonly DevicePresence[]) => void) => void
  onError: (error: unknown) => void
}

export function deviceConfigModule({
  storage,
  photos,
  presenceOf,
  onPresence,
  onError,
  ...rest
}: Needs): Route[] {
  const store = deviceConfigStore(storage)
  const needs = { ...rest, store }
  onPresence((companyId, devices) => {
    for (const { did, presence } of devices)
      if (presence === PRESENCE.online) writePending(companyId, did, needs).catch(onError)
  })
  return [
    serve(queryConfig, ({ DID, Channel }, { companyId }) =>
      configOf(companyId, { did: DID, channel: Channel }, needs),
    ),

    serve(setDeviceConfig, ({ DID, Channel, Change }, { companyId }) =>
      changeConfig(companyId, { did: DID, channel: Channel }, Change, needs),
    ),

    serve(getDeviceCloudConfig, async ({ DID, Channel }, { companyId }) => ({
      Alarm: await store.alarm(companyId, { did: DID, channel: Channel }),
      // The platform has no detection of its own yet, and no device is asked for its own.
      Inactive: [...ALARM_SWITCHES],
    })),

    serve(setDeviceNoticeConfig, async ({ DID, Channel, Alarm }, { companyId }) => {
      checkAlarm(Alarm)
      await store.setAlarm(companyId, [{ did: DID, channel: Channel }], Alarm, rest.clock.now())
      return {}
    }),

    serve(copyDeviceConfig, async ({ DID, Channel, ToDIDs, Parts }, { companyId }) => {
      const from = { did: DID, channel: Channel }
      const targets = [...new Set(ToDIDs)].filter((did) => did !== DID)
      if (Parts.includes('alarm') && targets.length > 0) {
        const alarm = await store.alarm(companyId, from)
        const places = targets.map((did) => ({ did, channel: Channel }))
        await store.setAlarm(companyId, places, alarm, rest.clock.now())
      }
      const config = await configOf(companyId, from, needs)
      const wanted = Parts.some((part) => part !== 'alarm')
      if (wanted && config.Trouble !== 'none') throw new Refusal('deviceOffline')
      const change = changeLike(config, Parts)
      const List: { DID: string; Outcome: Awaited<ReturnType<typeof changeConfig>> }[] = []
      const queue = targets.values()
      const work = async (): Promise<void> => {
        for (const did of queue) {
          const Outcome =
            partsOf(change).length === 0
              ? { Written: [], Pending: [], Refused: [], Trouble: 'none' as const }
              : await changeConfig(companyId, { did, channel: Channel }, change, needs)
          List.push({ DID: did, Outcome })
        }
      }
      await Promise.all(Array.from({ length: COPIES_AT_ONCE }, work))
      return { Total: List.length, List }
    }),

    serve(getDeviceInfo, async ({ DID }, { companyId }) => {
      const [row, Photo] = await Promise.all([store.device(companyId, DID), photos.of(companyId, DID)])
      if (!row) throw new Refusal('noDeviceInformation')
      return { ...deviceItem(row, presenceOf(companyId, DID)), ...(Photo ? { Photo } : {}) }
    }),

    serve(getSubDeviceList, async ({ DID }, { companyId }) => {
      const List = await subDevices(companyId, DID, store)
      return { Total: List.length, List }
    }),

    serve(getSubDeviceConfig, async ({ DID, Channel }, { companyId }) => {
      const found = (await subDevices(companyId, DID, store)).find((it) => it.Channel === Channel)
      if (!found) throw fault('badInput', 'Channel', 'deviceNoChannel')
      const pending = (await store.pending(companyId, DID)).find((it) => it.channel === Channel)
      const Alarm = await store.alarm(companyId, { did: DID, channel: Channel })
      return { ...found, Alarm, Pending: pending ? partsOf(pending.change) : [] }
    }),

    serve(getDIDByCtei, async ({ Ctei }, { companyId, regions }) => {
      const did = await store.didOfLicense(companyId, regions, Ctei)
      if (did === undefined) throw new Refusal('deviceNotQueried')
      return { DID: did }
    }),
  ]
}

async function subDevices(companyId: string, did: string, store: DeviceConfigStore) {
  return (await store.channels(companyId, did)).map(({ channel, name, qualities }) => ({
    DID: did,
    Channel: channel,
    Name: name,
    Qualities: qualities,
  }))
}
