export { checkAlarm } from './alarm.ts'

import {
  copyDeviceConfig,
  getDetectionView,
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
import type { ReplyOf } from '@vedette/contract/call'
import type { SeenMessage } from '@vedette/vision/process/messages'
import { type Route, serve } from '../../http/route.ts'
import type { DevicePresence } from '../../video/presence.ts'
import { deviceItem, type DevicePhotos } from '../device/index.ts'
import { checkAlarm } from './alarm.ts'
import { alarmOf, changeAlarm, changeConfig, type ConfigNeeds, configOf, partsOf } from './config.ts'
import { copyConfig } from './copy.ts'
import { InOrder } from './in-order.ts'
import { Returning } from './returning.ts'
import { type DeviceConfigStore, deviceConfigStore } from './store.ts'

interface Needs extends Omit<ConfigNeeds, 'store' | 'inOrder'> {
  storage: Storage
  photos: Pick<DevicePhotos, 'of'>
  presenceOf: (companyId: string, did: string) => DevicePresence | undefined
  /** Tells of presences that changed. */
  onPresence: (listener: (companyId: string, devices: readonly DevicePresence[]) => void) => void
  /** Tells of devices that were read anew: their address or login may be another one. */
  onRead: (listener: (companyId?: string, dids?: readonly string[]) => void) => void
  onError: (error: unknown) => void
  /** What is to be closed in the end. */
  opened: (() => unknown)[]
}

export function deviceConfigModule({
  storage,
  photos,
  presenceOf,
  onPresence,
  onRead,
  onError,
  opened,
  ...rest
}: Needs): Route[] {
  const store = deviceConfigStore(storage)
  const needs = { ...rest, store, inOrder: new InOrder() }
  const returning = new Returning({
    store,
    clock: rest.clock,
    isOnline: (companyId, did) => presenceOf(companyId, did)?.presence === PRESENCE.online,
    write: (companyId, place) => changeConfig(companyId, place, {}, needs),
    onError,
  })
  onPresence((companyId, devices) => {
    const back = devices.filter(({ presence }) => presence === PRESENCE.online)
    returning.note(
      companyId,
      back.map(({ did }) => did),
    )
  })
  onRead((companyId, dids) => {
    if (companyId !== undefined && dids) returning.note(companyId, dids)
  })
  opened.push(() => returning.close())
  return [
    serve(queryConfig, ({ DID, Channel }, { companyId }) =>
      configOf(companyId, { did: DID, channel: Channel }, needs),
    ),

    serve(setDeviceConfig, async ({ DID, Channel, Change }, { companyId }) => {
      const outcome = await changeConfig(companyId, { did: DID, channel: Channel }, Change, needs)
      const { Written, Pending, Refused, Trouble } = outcome
      // Reading 44.
      if (Trouble === 'refused' && Written.length + Pending.length === 0)
        throw new Refusal('deviceChangeFailed', { Refused })
      return outcome
    }),

    serve(getDeviceCloudConfig, ({ DID, Channel }, { companyId }) =>
      alarmOf(companyId, { did: DID, channel: Channel }, needs),
    ),

    serve(getDetectionView, async ({ DID, Channel }, { companyId }) => ({
      Seen: seenOf(needs.vision.seenOf({ companyId, did: DID, channel: Channel })),
    })),

    serve(setDeviceNoticeConfig, async ({ DID, Channel, Alarm }, { companyId }) => {
      checkAlarm(Alarm)
      return changeAlarm(companyId, { did: DID, channel: Channel }, Alarm, needs)
    }),

    serve(copyDeviceConfig, async ({ DID, Channel, ToDIDs, Parts }, { companyId }) => {
      const List = await copyConfig(
        companyId,
        { did: DID, channel: Channel },
        ToDIDs.filter((did) => did !== DID),
        Parts,
        needs,
      )
      return { Total: List.length, List }
    }),

    serve(getDeviceInfo, async ({ DID }, session) => {
      const { companyId } = session
      const [row, Photo] = await Promise.all([store.device(companyId, DID), photos.of(session, DID)])
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

function seenOf(seen: SeenMessage | undefined): ReplyOf<typeof getDetectionView>['Seen'] {
  if (!seen) return null
  const { atMs, isActive, columns, cells, moved, people } = seen
  return {
    Time: atMs,
    IsActive: isActive,
    Columns: columns,
    Cells: cells,
    Moved: moved.map(boxOf),
    People: people.map((person) => ({ ...boxOf(person), Score: person.score, IsSure: person.isSure })),
  }
}

function boxOf({ x, y, width, height }: SeenMessage['moved'][number]) {
  return { X: x, Y: y, W: width, H: height }
}
