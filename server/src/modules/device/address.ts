/** Where a device that is there is asked, and its change: cameras get other addresses and other passwords. */
import { deviceAddress, updateDeviceAddress } from '@vedette/contract/calls/device'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'
import type { Access } from '@vedette/devices/driver'

import type { Regions } from '../../authority/principal.ts'
import { Secret } from '../../engines/secret-box.ts'
import { type Route, serve } from '../../http/route.ts'
import { type AddNeeds, refuseTaken, seenOf, streamsAt } from './add.ts'
import { allowed, probeAddress } from './probe.ts'
import { accessOf } from './routes.ts'
import type { DevicePlace } from './store.ts'

interface NewPlace {
  did: string
  url: string
  subUrl: string | undefined
  access: Access
}

export function addressRoutes(needs: AddNeeds): Route[] {
  return [
    serve(deviceAddress, async ({ DID }, { companyId }) => {
      const place = await placeOf(companyId, DID, needs)
      const { onvifUrl, streams, username } = place
      const [main, sub] = (['main', 'sub'] as const).map((quality) =>
        streams.find((stream) => stream.quality === quality),
      )
      return {
        Protocol: protocolOf(place),
        Url: onvifUrl ?? main?.url ?? '',
        SubUrl: onvifUrl === null ? (sub?.url ?? '') : '',
        Username: username,
        Transport: main?.transport ?? 'auto',
        Tls: main?.tls ?? 'any',
      }
    }),

    serve(updateDeviceAddress, async ({ DID, Url, SubUrl, ...typed }, { companyId, regions }) => {
      const place = { did: DID, url: Url, subUrl: SubUrl, access: accessOf(typed) }
      await readdress(companyId, regions, place, needs)
      await needs.devicesChanged(companyId, [DID])
      return {}
    }),
  ]
}

async function readdress(
  companyId: string,
  regions: Regions,
  { did, url, subUrl, access }: NewPlace,
  needs: AddNeeds,
): Promise<void> {
  const before = await placeOf(companyId, did, needs)
  const found = await probeAddress(url, access, needs)
  const isSame =
    found.protocol === protocolOf(before) &&
    (before.identity === '' || found.facts.identity === before.identity)
  if (!isSame) throw fault('badInput', 'Url', 'otherDevice')
  const main = await allowed('Url', url, needs)
  await refuseTaken(companyId, regions, main, needs, did)
  const channel = before.streams[0]?.channel ?? 0
  const seen =
    found.protocol === 'onvif'
      ? seenOf(found, main.url, access)
      : { streams: await streamsAt(main, { subUrl, channel, access }, needs) }
  const secretBox = needs.secretBox.seal(new Secret(access.password), { companyId, did })
  const isThere = await needs.store.readdress(companyId, did, {
    ...seen,
    username: access.username,
    secretBox,
  })
  if (!isThere) throw new Refusal('deviceNotFound')
}

function protocolOf({ onvifUrl }: DevicePlace): 'rtsp' | 'onvif' {
  return onvifUrl === null ? 'rtsp' : 'onvif'
}

/** Refuses a device that comes by itself, as gateways do. */
async function placeOf(companyId: string, did: string, { store }: AddNeeds): Promise<DevicePlace> {
  const place = await store.placeOf(companyId, did)
  if (place === undefined) throw fault('badInput', 'DID', 'deviceNoAddress')
  return place
}
