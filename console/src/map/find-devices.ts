import { deviceList } from '@vedette/contract/calls/device'
import { placedRegions } from '@vedette/contract/calls/device-map'

import { CallFailure } from '../wire/failure.ts'
import { ask } from '../wire/send.ts'
import type { FoundPlace } from './found-place.ts'

/** Nobody reads through more. */
const MOST = 20

/**
 * Regions and placed devices with this text in their name, alias or id; none for those who may see no devices. `regionWord` is
 * what stands beside a region.
 */
export async function findDevices(
  text: string,
  signal: AbortSignal,
  regionWord: string,
): Promise<readonly FoundPlace[]> {
  try {
    const [regions, devices] = await Promise.all([
      ask(placedRegions, { Keyword: text }, { signal }),
      ask(deviceList, { Keyword: text, PageSize: MOST }, { signal }),
    ])
    const places = regions.List.map(({ GID, GroupName, Lng, Lat }) => ({
      key: `region ${GID}`,
      name: GroupName,
      detail: regionWord,
      lng: Lng,
      lat: Lat,
    }))
    return places.concat(
      devices.List.flatMap(({ DID, DevName, Alias, GroupName, Lng, Lat }) =>
        Lng === null || Lat === null
          ? []
          : [{ key: DID, name: Alias || DevName, detail: GroupName, lng: Lng, lat: Lat }],
      ),
    )
  } catch (cause) {
    if (cause instanceof CallFailure && cause.reason === 'noPermission') return []
    throw cause
  }
}
