/** Where events come from that devices raise themselves, or that the platform sees of them. */
import type { Storage } from '../../engines/storage/storage.ts'
import type { Presences } from '../../shards/presence.ts'
import type { DeviceListeners } from '../device-listening/index.ts'
import type { EventIntake } from '../event/index.ts'
import { alarmGate } from './alarm-gate.ts'
import { CameraEvents, type CameraEventsNeeds } from './camera-events.ts'
import { presenceEvents } from './presence-events.ts'
import { snapshotTaker } from './snapshot-taker.ts'

type Needs = Omit<CameraEventsNeeds, 'gate' | 'snapshots' | 'intake'> &
  Omit<Parameters<typeof snapshotTaker>[0], 'intake'> & {
    intake: EventIntake
    storage: Storage
    listeners: Pick<DeviceListeners, 'hear'>
    presences: Pick<Presences, 'onChange'>
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
