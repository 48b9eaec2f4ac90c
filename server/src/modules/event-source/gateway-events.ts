/** What gateways and scanning guns say that is an event to people: scans, and sensors that leave their limits. */
import type { DeviceMessage, SensorReading } from '@vedette/devices/mqtt/messages'

import type { Clock } from '../../engines/clock.ts'
import type { EventIntake } from '../event/index.ts'
import type { SensorLimit } from '../gateway/index.ts'

/** Kinds that say yes only when something is wrong. */
const DANGERS: readonly (string | undefined)[] = ['smoke', 'water']
/** Sensors that are outside now. */
const MOST_KNOWN = 50_000

interface Needs {
  intake: Pick<EventIntake, 'begin'>
  limitsOf: (companyId: string, did: string) => Promise<readonly SensorLimit[]>
  clock: Clock
}

export type GatewayWords = (companyId: string, did: string, message: DeviceMessage) => Promise<void>

export function gatewayEvents({ intake, limitsOf, clock }: Needs): GatewayWords {
  /** An alarm is raised when a sensor leaves its limits, not with every reading beyond them. */
  const outside = new Set<string>()

  const hear = async (
    companyId: string,
    did: string,
    reading: SensorReading,
    limits: readonly SensorLimit[],
  ): Promise<void> => {
    const { sensor } = reading
    const key = [companyId, did, sensor].join('\n')
    if (!isOutside(reading, limits)) return void outside.delete(key)
    if (outside.has(key)) return
    // Before anything is waited for: the next reading may be there already, and takes it back.
    if (outside.size >= MOST_KNOWN) outside.clear()
    outside.add(key)
    const noticed = { companyId, did, channel: 0, type: 'sensor', origin: 'device' } as const
    try {
      await intake.begin({ ...noticed, at: clock.now(), identName: sensor })
    } catch (error) {
      // It is told again, and becomes an alarm then.
      outside.delete(key)
      throw error
    }
  }

  return async (companyId, did, message) => {
    if (message.kind === 'scan') {
      const noticed = { companyId, did, channel: 0, type: 'scan', origin: 'device' } as const
      for (const { code } of message.body.scans)
        await intake.begin({ ...noticed, at: clock.now(), identName: code })
    }
    if (message.kind !== 'sensors') return
    const limits = await limitsOf(companyId, did)
    for (const reading of message.body.readings) await hear(companyId, did, reading, limits)
  }
}

function isOutside({ sensor, kind, value }: SensorReading, limits: readonly SensorLimit[]): boolean {
  if (typeof value === 'boolean') return value && DANGERS.includes(kind)
  if (typeof value !== 'number') return false
  const limit = limits.find((it) => it.sensor === sensor)
  if (!limit) return false
  return (limit.low !== null && value < limit.low) || (limit.high !== null && value > limit.high)
}
