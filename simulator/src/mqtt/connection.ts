/** One device's connection to the platform's broker, begun anew whenever it ends: docs/protocol.md, "MQTT". */
import { connect, type MqttClient } from 'mqtt'

/** The platform is told to listen to all of the machine or to its loopback alone; this reaches both. */
const HOST = '127.0.0.1'
const KEEPALIVE_S = 20
const CONNECT_LIMIT_MS = 10_000
/** The last one is long enough that devices nobody added stay under the platform's limit for wrong secrets. */
const PAUSES_MS = [1000, 2000, 5000, 15_000, 30_000]
const LONGEST_PAUSE_MS = 30_000
const TOLD = ['command', 'firmware'] as const

export interface ConnectionOptions {
  port: number
  did: string
  secret: string
  /** It may speak: for the first time, or once more. */
  onOpen: () => void
  onTold: (topic: 'command' | 'firmware', payload: Buffer) => void
  log: (line: string) => void
}

export interface Connection {
  /** Returns whether the platform has acknowledged it. */
  say(topic: 'status' | 'info' | 'sensors' | 'scan' | 'upgrade', body: object): Promise<boolean>
  /** Ends it for good and without a word, as a power cut does. */
  cut(): void
}

export function keepConnected({ port, did, secret, onOpen, onTold, log }: ConnectionOptions): Connection {
  const topicOf = (name: string): string => `vedette/${did}/${name}`
  let client: MqttClient | undefined
  let again: NodeJS.Timeout | undefined
  let tries = 0
  let isCut = false

  const say: Connection['say'] = (topic, body) => {
    const speaker = client
    if (!speaker?.connected) return Promise.resolve(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const gone = (): void => resolve(false)
    speaker.once('close', gone)
    speaker.publish(topicOf(topic), JSON.stringify(body), { qos: 1 }, (error) => resolve(!error))
    return promise.finally(() => speaker.off('close', gone))
  }

  const dial = (): void => {
    const dialled = connect({
      protocol: 'mqtt',
      protocolVersion: 4,
      host: HOST,
      port,
      clientId: did,
      username: did,
      password: secret,
      keepalive: KEEPALIVE_S,
      connectTimeout: CONNECT_LIMIT_MS,
      // The pauses are ours: the library's are all alike, and none follow a refusal.
      reconnectPeriod: 0,
      will: { topic: topicOf('status'), payload: Buffer.from('{"online":false}'), qos: 1, retain: false },
    })
    client = dialled
    dialled.on('connect', () => {
      tries = 0
      dialled.subscribe(TOLD.map(topicOf), { qos: 1 })
      void say('status', { online: true })
      onOpen()
    })
    dialled.on('message', (topic, payload) => {
      const name = TOLD.find((each) => topicOf(each) === topic)
      if (name !== undefined && !isCut) onTold(name, payload)
    })
    dialled.on('error', (error) => {
      // Once, not with every try.
      if (tries === 0) log(`${did} at the broker: ${error.message}`)
    })
    dialled.on('close', () => {
      if (isCut || client !== dialled) return
      client = undefined
      again = setTimeout(dial, PAUSES_MS[tries++] ?? LONGEST_PAUSE_MS)
    })
  }
  dial()

  return {
    say,
    cut() {
      isCut = true
      clearTimeout(again)
      client?.end(true)
    },
  }
}
