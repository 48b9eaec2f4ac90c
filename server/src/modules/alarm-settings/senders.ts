/** Carries messages to a webhook or a broker. Each throws with words for the settings page. */
import type { AddressOutcome } from '@vedette/devices/address'
import type { MqttClient } from 'mqtt'

import { OutgoingFault, type Outgoing } from '../../engines/outgoing.ts'
import type { TargetKind } from './store.ts'
import { NotTaken } from './faults.ts'
import { signatureOf } from './message.ts'

const LIMIT_MS = 10_000
const MOST_ANSWER_BYTES = 64 * 1024

export interface Target {
  kind: TargetKind
  url: string
  userName: string
  topic: string
  /** The key of a webhook, or the password of MQTT. */
  secret: string
}

export interface Connection {
  send(eventId: string, body: string): Promise<void>
  close(): Promise<void>
}

export interface SenderNeeds {
  outgoing: Outgoing
  check: (address: string) => Promise<AddressOutcome>
  now: () => number
}

export async function connectionTo(target: Target, needs: SenderNeeds): Promise<Connection> {
  return target.kind === 'mqtt' ? broker(target, needs) : webhook(target, needs)
}

function webhook({ url, secret }: Target, { outgoing, now }: SenderNeeds): Connection {
  return {
    async send(eventId, body) {
      const answer = await outgoing(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // The same with each try: who has had it knows it by that.
          'vedette-event': eventId,
          'vedette-signature': signatureOf(secret, now(), body),
        },
        body,
        signal: AbortSignal.timeout(LIMIT_MS),
        maxBytes: MOST_ANSWER_BYTES,
      })
      if (!answer.ok) throw new NotTaken('answered', answer.status, `it answered ${answer.status}`)
    },
    close: () => Promise.resolve(),
  }
}

/** CONNACK's return codes (MQTT 3.1.1, 3.2.2.3): bad user name or password, and not authorized. */
const ABOUT_LOGIN: readonly unknown[] = [4, 5]

function isAboutLogin(error: Error): boolean {
  return 'code' in error && ABOUT_LOGIN.includes(error.code)
}

async function broker({ url, userName, topic, secret }: Target, needs: SenderNeeds): Promise<Connection> {
  const [, scheme = '', rest = ''] = /^(mqtts?):\/\/([^/?#]+)\/?$/i.exec(url) ?? []
  if (scheme === '') throw new OutgoingFault('address', `${url} is no address of an MQTT broker`)
  const isTls = scheme.toLowerCase() === 'mqtts'
  const withPort = /:\d+$/.test(rest) ? rest : `${rest}:${isTls ? 8883 : 1883}`
  const place = await needs.check(`${isTls ? 'https' : 'http'}://${withPort}`)
  if (!place.ok) throw new OutgoingFault('address', place.detail)
  if (!isTls && !/^(?:127\.|::1$)/.test(place.connectHost))
    throw new OutgoingFault('address', `${url} is neither mqtts nor on this machine`)
  const { hostname } = new URL(place.url)
  // Few companies have a broker, and the package is large.
  const { default: mqtt } = await import('mqtt')
  const client: MqttClient = mqtt.connect({
    protocol: isTls ? 'mqtts' : 'mqtt',
    host: place.connectHost,
    port: place.port,
    ...(isTls ? { servername: hostname, rejectUnauthorized: true } : {}),
    ...(userName === '' ? {} : { username: userName, password: secret }),
    reconnectPeriod: 0,
    connectTimeout: LIMIT_MS,
  })
  await new Promise<void>((done, fail) => {
    client.once('connect', () => done())
    client.once('error', (error) =>
      fail(
        isAboutLogin(error)
          ? new NotTaken('login', 0, error.message)
          : new OutgoingFault('silent', error.message, { cause: error }),
      ),
    )
    client.once('close', () => fail(new OutgoingFault('silent', 'the broker closed the connection')))
  })
  // Later errors are those of what is published.
  client.on('error', () => {})
  return {
    async send(_eventId, body) {
      await new Promise<void>((done, fail) => {
        const late = setTimeout(
          () => fail(new OutgoingFault('slow', 'the broker did not acknowledge')),
          LIMIT_MS,
        )
        client.publish(topic === '' ? 'vedette/alarms' : topic, body, { qos: 1 }, (error) => {
          clearTimeout(late)
          if (error) fail(error)
          else done()
        })
      })
    },
    async close() {
      await client.endAsync(true)
    },
  }
}
