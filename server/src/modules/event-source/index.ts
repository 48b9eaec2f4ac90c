/** Where events come from that devices raise themselves, or that the platform sees of them. */
import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { Presences } from '../../video/presence.ts'
import type { DeviceListeners } from '../device-listening/index.ts'
import type { EventIntake } from '../event/index.ts'
import { sensorLimits } from '../gateway/index.ts'
import { alarmGate } from './alarm-gate.ts'
import { CameraEvents, type CameraEventsNeeds } from './camera-events.ts'
import { gatewayEvents, type GatewayWords } from './gateway-events.ts'
import { presenceEvents } from './presence-events.ts'
import { snapshotTaker } from './snapshot-taker.ts'

type Needs = Omit<CameraEventsNeeds, 'gate' | 'snapshots' | 'intake'> &
  Omit<Parameters<typeof snapshotTaker>[0], 'intake'> & {
    intake: EventIntake
    storage: Storage
    listeners: Pick<DeviceListeners, 'hear'>
    presences: Pick<Presences, 'onChange'>
  }

export { checkEvents } from './check-events.ts'
export { storageEvents } from './storage-events.ts'

/** What hears the words of gateways and scanning guns. */
export function gatewayEventSource(needs: {
  storage: Storage
  intake: EventIntake
  clock: Clock
}): GatewayWords {
  return gatewayEvents({ ...needs, limitsOf: sensorLimits(needs.storage) })
}

export function openEventSources(needs: Needs): void {
  const { storage, listeners, presences, clock } = needs
  listeners.hear(
    new CameraEvents({
      ...needs,
      gate: alarmGate(storage, () => clock.now()),
      snapshots: snapshotTaker(needs),
    }),
  )
  presences.onChange(presenceEvents(needs))
}
