/** What is sent on of an alarm, and how a webhook proves who sent it. */
import { createHmac } from 'node:crypto'

import { EVENT_TYPES, type EventOrigin } from '@vedette/contract/events'

export interface ForwardedAlarm {
  eventId: string
  type: number
  origin: EventOrigin
  did: string
  deviceName: string
  channel: number
  at: number
  identName: string
}

export function messageOf(alarm: ForwardedAlarm, isTest = false): string {
  return JSON.stringify({
    id: alarm.eventId,
    type: EVENT_TYPES[alarm.type] ?? 'motion',
    detectedBy: alarm.origin === 'server' ? 'platform' : 'device',
    device: { id: alarm.did, name: alarm.deviceName, channel: alarm.channel },
    time: new Date(alarm.at).toISOString(),
    name: alarm.identName,
    test: isTest,
  })
}

/** HMAC-SHA256 with the target's key over the time and the body, so that neither can be sent again later as new. */
export function signatureOf(key: string, atMs: number, body: string): string {
  const mac = createHmac('sha256', key).update(`${atMs}.${body}`).digest('hex')
  return `t=${atMs},v1=${mac}`
}
