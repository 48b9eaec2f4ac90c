import { batchChangeGroup } from '@vedette/contract/calls/device-edit'

import { CallFailure } from './failure.ts'
import { send } from './send.ts'

/** How to move devices back to the regions that they are in now; undefined where one is in none, for there is no way back to that. */
export function wayBack(devices: readonly { DID: string; GID: string }[]): (() => Promise<void>) | undefined {
  if (devices.some(({ GID }) => GID === '')) return undefined
  return async () => {
    try {
      for (const [GID, of] of Map.groupBy(devices, (it) => it.GID))
        await send(batchChangeGroup, { DIDs: of.map(({ DID }) => DID), GID })
    } catch (cause) {
      // It has been said.
      if (!(cause instanceof CallFailure)) throw cause
    }
  }
}
