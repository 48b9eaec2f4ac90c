import {
  beginFirmware,
  checkDeviceUpVersion,
  deleteFirmware,
  firmwareList,
  sendFirmware,
  type UpgradeWord,
  upgradeDevices,
  upgradeList,
} from '@vedette/contract/calls/upgrade'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import { FirmwareFiles, isNewer } from './firmware.ts'
import { upgradeReader } from './history.ts'
import { type RunNeeds, UpgradeRunner } from './run.ts'
import { type UpgradeStore, upgradeStore } from './store.ts'

export { upgradeReader } from './history.ts'
export type { UpgradeNews } from './run.ts'

interface Needs extends Omit<RunNeeds, 'store' | 'files'> {
  storage: Storage
  /** Where the files are. */
  folder: string
  newId: () => string
}

export interface Upgrades {
  routes: Route[]
  close(): void
}

/** Sweeps the store of files and goes on with the upgrades that were under way. */
export async function upgradeModule({ storage, folder, newId, ...rest }: Needs): Promise<Upgrades> {
  const store = upgradeStore(storage)
  const upgradesOf = upgradeReader(storage)
  const files = new FirmwareFiles(folder, store, rest.clock)
  await files.sweep()
  const runner = new UpgradeRunner({ ...rest, store, files })
  await runner.resume()

  const routes = [
    serve(beginFirmware, async ({ Model, Version, FileName, Bytes, Sha256 }, { companyId }) => ({
      Received: await files.begin(companyId, {
        model: Model,
        version: Version,
        fileName: FileName,
        bytes: Bytes,
        sha256: Sha256,
      }),
    })),

    serve(sendFirmware, async ({ Model, Version, Offset, Data }, { companyId }) => {
      const piece = Buffer.from(Data, 'base64')
      const key = { model: Model, version: Version }
      const { received, isReady } = await files.append(companyId, key, Offset, piece)
      return { Received: received, IsReady: isReady }
    }),

    serve(firmwareList, async (_body, { companyId }) => {
      const List = (await store.firmwares(companyId)).map((it) => ({
        Model: it.model,
        Version: it.version,
        FileName: it.fileName,
        Bytes: it.bytes,
        Sha256: it.sha256,
        Received: it.received,
        IsReady: it.isReady,
        CreatedAt: it.createdAt,
      }))
      return { Total: List.length, List }
    }),

    serve(deleteFirmware, async ({ Model, Version }, { companyId }) => {
      await files.remove(companyId, { model: Model, version: Version })
      return {}
    }),

    serve(checkDeviceUpVersion, async ({ DID }, { companyId }) => {
      const [device] = await store.devices(companyId, [DID])
      if (!device) throw new Refusal('noDeviceInformation')
      const latest = (await newestByModel(companyId, store)).get(device.model) ?? ''
      return { Current: device.firmware, Latest: latest, CanUpgrade: isNewer(latest, device.firmware) }
    }),

    serve(upgradeDevices, async ({ DIDs }, { companyId }) => {
      const dids = [...new Set(DIDs)]
      const [devices, newest, busy] = await Promise.all([
        store.devices(companyId, dids),
        newestByModel(companyId, store),
        store.busy(companyId, dids),
      ])
      const checked = devices.map((device) => {
        const to = newest.get(device.model)
        const word: UpgradeWord | undefined =
          device.driver !== 'onvif' && device.driver !== 'mqtt'
            ? 'notSupported'
            : busy.has(device.did)
              ? 'running'
              : to === undefined
                ? 'noFirmware'
                : isNewer(to, device.firmware)
                  ? undefined
                  : 'latest'
        return { ...device, to: to ?? '', word }
      })
      if (checked.length === 1 && checked[0]?.word === 'latest')
        throw fault('badInput', 'DIDs', 'upgradeLatest')
      const begun = checked
        .filter(({ word }) => word === undefined)
        .map(({ did, name, model, firmware, to }) => ({ id: newId(), did, name, model, from: firmware, to }))
      await store.addUpgrades(companyId, begun, rest.clock.now())
      const mine = new Set(begun.map(({ id }) => id))
      runner.start((await store.underWay()).filter(({ id }) => mine.has(id)))
      const List = checked.map(({ did, word }) =>
        word === undefined ? { DID: did, IsBegun: true } : { DID: did, IsBegun: false, Word: word },
      )
      return { Total: List.length, List }
    }),

    serve(upgradeList, (body, { companyId, regions }) => upgradesOf(companyId, regions, body)),
  ]
  return { routes, close: () => runner.close() }
}

/** The newest version that is whole, for each model. */
async function newestByModel(companyId: string, store: UpgradeStore): Promise<Map<string, string>> {
  const newest = new Map<string, string>()
  for (const { model, version, isReady } of await store.firmwares(companyId)) {
    const known = newest.get(model)
    if (isReady && (known === undefined || isNewer(version, known))) newest.set(model, version)
  }
  return newest
}
