/** Devices that go offline and come back, as events. What was never seen online is no loss. */
import { PRESENCE } from '@vedette/contract/devices'

import type { Clock } from '../../engines/clock.ts'
import type { DevicePresence } from '../../video/presence.ts'
import type { EventIntake } from '../event/index.ts'

interface Needs {
  intake: Pick<EventIntake, 'begin'>
  clock: Clock
  onError: (error: unknown) => void
}

/** Returns what hears of presence. */
export function presenceEvents({ intake, clock, onError }: Needs) {
  /** Whether each device was there, as last told. */
  const wasThere = new Map<string, boolean>()
  return (companyId: string, devices: readonly DevicePresence[]): void => {
    for (const { did, presence, reason, status } of devices) {
      if (reason === 'connecting' || status === 'upgrading') continue
      const key = `${companyId} ${did}`
      const isThere = presence !== PRESENCE.offline
      const before = wasThere.get(key)
      wasThere.set(key, isThere)
      if (before === undefined || before === isThere) continue
      const type = isThere ? ('online' as const) : ('offline' as const)
      intake.begin({ companyId, did, channel: 0, type, origin: 'server', at: clock.now() }).catch(onError)
    }
  }
}
