import { deviceList } from '@vedette/contract/calls/device'

import { CallFailure } from '../wire/failure.ts'
import { ask } from '../wire/send.ts'
import type { FoundPlace } from './found-place.ts'

/** Nobody reads through more. */
const MOST = 20

/** Placed devices with this text in their name, alias or id; none for who may see none. */
export async function findDevices(text: string, signal: AbortSignal): Promise<readonly FoundPlace[]> {
  const found = await ask(deviceList, { Keyword: text, PageSize: MOST }, { signal }).catch(
    (cause: unknown) => {
      if (cause instanceof CallFailure && cause.reason === 'noPermission') return { List: [] }
      throw cause
    },
  )
  return found.List.flatMap(({ DID, DevName, Alias, GroupName, Lng, Lat }) =>
    Lng === null || Lat === null
      ? []
      : [{ key: DID, name: Alias || DevName, detail: GroupName, lng: Lng, lat: Lat }],
  )
}
