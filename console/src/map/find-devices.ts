import { deviceList } from '@vedette/contract/calls/device'

import { ask } from '../wire/send.ts'
import type { FoundPlace } from './found-place.ts'

/** Nobody reads through more. */
const MOST = 20

/** Placed devices with this text in their name, alias or id. */
export async function findDevices(text: string, signal: AbortSignal): Promise<readonly FoundPlace[]> {
  const { List } = await ask(deviceList, { Keyword: text, PageSize: MOST }, { signal })
  return List.flatMap(({ DID, DevName, Alias, GroupName, Lng, Lat }) =>
    Lng === null || Lat === null
      ? []
      : [{ key: DID, name: Alias || DevName, detail: GroupName, lng: Lng, lat: Lat }],
  )
}
