import { addByAddress, deviceList, probeDevice } from '@vedette/contract/calls/device'
import { PRESENCE, type Presence } from '@vedette/contract/devices'

import { type Route, serve } from '../../http/route.ts'
import { addDevice, type DeviceNeeds, probeAddress } from './device.ts'

export interface DevicePresence {
  presence: Presence
  reason: string
  sinceMs: number
}

export interface DeviceRoutesNeeds extends DeviceNeeds {
  presenceOf: (companyId: string, did: string) => DevicePresence | undefined
}

export function deviceRoutes(needs: DeviceRoutesNeeds): Route[] {
  const { store, presenceOf } = needs
  return [
    serve(deviceList, async ({ GID, Keyword, Page, PageSize }, { companyId, regions }) => {
      const filter = { regionId: GID, keyword: Keyword?.toLowerCase() || undefined }
      const [Total, rows] = await Promise.all([
        store.total(companyId, regions, filter),
        store.page(companyId, regions, filter, (Page - 1) * PageSize, PageSize),
      ])
      const List = rows.map((row) => {
        const seen = presenceOf(companyId, row.did)
        return {
          DID: row.did,
          DevName: row.name,
          Alias: row.alias,
          GID: row.region_id ?? '',
          GroupName: row.region_name ?? '',
          DevType: row.dev_type,
          Lng: row.lng,
          Lat: row.lat,
          Presence: seen?.presence ?? PRESENCE.offline,
          Reason: seen?.reason ?? 'none',
          Since: seen?.sinceMs ?? row.created_at,
          Channels: row.channels,
          HasSub: (row.sub_streams ?? 0) > 0,
        }
      })
      return { Total, List }
    }),

    serve(probeDevice, async ({ Url, Username, Password }) => {
      const device = await probeAddress(Url, { username: Username, password: Password }, needs)
      return {
        Server: device.server,
        Streams: device.streams.map((stream) => ({
          Kind: stream.kind,
          Codec: stream.codec,
          IsPlayable: stream.isPlayable,
        })),
        Advice: device.advice,
      }
    }),

    serve(addByAddress, async (body, { companyId }) => ({
      DID: await addDevice(
        companyId,
        {
          regionId: body.GID,
          name: body.DevName,
          devType: body.DevType,
          url: body.Url,
          subUrl: body.SubUrl,
          channel: body.Channel,
          username: body.Username,
          password: body.Password,
        },
        needs,
      ),
    })),
  ]
}
