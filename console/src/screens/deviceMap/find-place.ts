import type { MapDevice } from '@vedette/contract/calls/device-map'

import type { FoundPlace } from '../../map/found-place.ts'

const MOST_DEVICES = 8
const MOST_REGIONS = 4

/** Devices and regions with a place whose name, alias or id has this text. A region is where the middle of its devices is. */
export function findPlaces(
  devices: readonly MapDevice[],
  text: string,
  regionWord: string,
): readonly FoundPlace[] {
  const part = text.toLowerCase()
  const found: FoundPlace[] = []
  const regions = new Map<string, { name: string; lng: number; lat: number; count: number }>()
  for (const { DID, DevName, Alias, GID, GroupName, Lng, Lat, License } of devices) {
    if (Lng === null || Lat === null) continue
    const isNamed = [DevName, Alias, DID, License].some((it) => it.toLowerCase().includes(part))
    if (isNamed && found.length < MOST_DEVICES)
      found.push({ key: DID, name: Alias || DevName, detail: GroupName, lng: Lng, lat: Lat })
    if (!GroupName.toLowerCase().includes(part)) continue
    const region = regions.get(GID) ?? { name: GroupName, lng: 0, lat: 0, count: 0 }
    regions.set(GID, {
      ...region,
      lng: region.lng + Lng,
      lat: region.lat + Lat,
      count: region.count + 1,
    })
  }
  const middles = [...regions].slice(0, MOST_REGIONS).map(([gid, { name, lng, lat, count }]) => ({
    key: `region ${gid}`,
    name,
    detail: regionWord,
    lng: lng / count,
    lat: lat / count,
  }))
  return [...middles, ...found]
}
