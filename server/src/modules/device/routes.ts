import { addByAddress, deviceList, probeDevice } from '@vedette/contract/calls/device'
import { type DeviceStatus, PRESENCE, type Presence } from '@vedette/contract/devices'

import { type Route, serve } from '../../http/route.ts'
import { addDevice, type DeviceNeeds, probeAddress } from './device.ts'

export interface DevicePresence {
  presence: Presence
  reason: string
  sinceMs: number
  status: DeviceStatus
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
          Status: seen?.status ?? 'normal',
          Channels: row.channels,
          HasSub: (row.sub_streams ?? 0) > 0,
        }
      })
      return { Total, List }
    }),

    serve(probeDevice, async ({ Url, Username, Password, Transport, Tls }) => {
      const access = { username: Username, password: Password, transport: Transport, tls: Tls }
      const device = await probeAddress(Url, access, needs)
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
          transport: body.Transport,
          tls: body.Tls,
          username: body.Username,
          password: body.Password,
        },
        needs,
      ),
    })),
  ]
}
