import {
  batchChangeGroup,
  batchExitGroup,
  modifiedDeviceLatAndLng,
  updateDeviceAlias,
  updateDeviceLicense,
  updateDeviceName,
} from '@vedette/contract/calls/device-edit'
import { fault } from '@vedette/contract/reasons'

import type { Clock } from '../../engines/clock.ts'
import type { Query } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import type { KnownDevices } from '../gateway/index.ts'
import type { PresenceStore } from '../presence/index.ts'
import type { DeviceEditStore } from './edit-store.ts'
import type { DevicePhotos } from './photo.ts'

export interface EditNeeds {
  edits: DeviceEditStore
  known: Pick<KnownDevices, 'releases'>
  clock: Clock
  history: Pick<PresenceStore, 'forgetting'>
  photos: Pick<DevicePhotos, 'leaving'>
  /** What keeps the recordings of devices that leave or move. */
  footage: {
    leaving: (companyId: string, dids: readonly string[]) => Promise<Query[]>
    moving: (companyId: string, moved: { dids: readonly string[]; to: string }) => Promise<Query[]>
  }
  /** Hears of devices that came, changed or went. */
  devicesChanged: (companyId: string, dids?: readonly string[]) => Promise<void>
}

export function editRoutes({
  edits,
  known,
  history,
  photos,
  footage,
  clock,
  devicesChanged,
}: EditNeeds): Route[] {
  return [
    serve(updateDeviceName, async ({ DID, DevName }, { companyId }) => {
      await edits.change(companyId, DID, { name: DevName, name_search: DevName.toLowerCase() })
      await devicesChanged(companyId, [DID])
      return {}
    }),

    serve(updateDeviceAlias, async ({ DID, Alias }, { companyId }) => {
      await edits.change(companyId, DID, { alias: Alias, alias_search: Alias.toLowerCase() })
      await devicesChanged(companyId, [DID])
      return {}
    }),

    serve(updateDeviceLicense, async ({ DID, License }, { companyId }) => {
      await edits.change(companyId, DID, { license: License })
      await devicesChanged(companyId, [DID])
      return {}
    }),

    serve(modifiedDeviceLatAndLng, async ({ DID, Lng, Lat }, { companyId }) => {
      if ((Lng === null) !== (Lat === null)) throw fault('badInput', Lng === null ? 'Lng' : 'Lat', 'missing')
      await edits.change(companyId, DID, { lng: Lng, lat: Lat })
      await devicesChanged(companyId, [DID])
      return {}
    }),

    serve(batchChangeGroup, async ({ DIDs, GID }, { companyId }) => {
      const kept = await footage.moving(companyId, { dids: DIDs, to: GID })
      const Changed = await edits.move(companyId, DIDs, GID, kept)
      await devicesChanged(companyId, DIDs)
      return { Changed }
    }),

    serve(batchExitGroup, async ({ DIDs }, { companyId }) => {
      const forgetPhotos = await photos.leaving(companyId, DIDs)
      const rest = [
        ...(await known.releases(companyId, DIDs)),
        ...(await footage.leaving(companyId, DIDs)),
        ...history.forgetting(companyId, DIDs),
      ]
      const Changed = await edits.remove(companyId, DIDs, rest, clock.now())
      await devicesChanged(companyId, DIDs)
      await forgetPhotos()
      return { Changed }
    }),
  ]
}
