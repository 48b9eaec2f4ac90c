/** What may come in on the MQTT port, byte for byte, into the broker that gateways connect to. */
import { once } from 'node:events'
import { connect } from 'node:net'

import type { FuzzTarget } from '@vedette/media/fuzz/run'

import { type Broker, startBroker } from '../mqtt/broker.ts'
import { topicOf } from '../mqtt/messages.ts'

const GATE = 'GATE-0001'
const SECRET = 'right'
/** Whether it still serves who means well is asked so often. */
const ASK_EVERY = 25
const MINUTE_MS = 60_000

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** A control packet of MQTT 3.1.1, section 2.2; shorter than 16 KiB. */
function packet(first: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7]
  return Buffer.concat([Buffer.from([first, ...length]), body])
}

const will = [text(topicOf(GATE, 'status')), text('{"online":false}')]
const CONNECT = packet(
  0x10,
  text('MQTT'),
  Buffer.from([4, 0xc2, 0, 60]),
  text(GATE),
  text(GATE),
  text(SECRET),
)
const CONNECT_WITH_WILL = packet(
  0x10,
  text('MQTT'),
  Buffer.from([4, 0xce, 0, 60]),
  text(GATE),
  ...will,
  text(GATE),
  text(SECRET),
)
const subscribe = packet(0x82, Buffer.from([0, 1]), text(`vedette/${GATE}/command`), Buffer.from([1]))
const publish = (kind: 'sensors' | 'scan' | 'info', body: unknown): Buffer =>
  packet(0x32, text(topicOf(GATE, kind)), Buffer.from([0, 2]), Buffer.from(JSON.stringify(body)))
const PING = Buffer.from([0xc0, 0])
const BYE = Buffer.from([0xe0, 0])

const sessions = [
  [CONNECT, subscribe, PING, BYE],
  [CONNECT, publish('sensors', { readings: [{ sensor: 'door', kind: 'door', value: true }] }), BYE],
  [CONNECT_WITH_WILL, publish('scan', { scans: [{ code: '4006381333931' }] })],
  [
    CONNECT,
    publish('info', { model: 'VG-16', firmware: '1.0' }),
    packet(0xa2, Buffer.from([0, 3]), text('#')),
    BYE,
  ],
  [CONNECT, Buffer.from([0x40, 2, 0, 2, 0x50, 2, 0, 2, 0x62, 2, 0, 2, 0x70, 2, 0, 2])],
].map((packets) => Buffer.concat(packets))

export function brokerBytes(): FuzzTarget {
  let broker: Promise<Broker> | undefined
  let asked = 0
  let nowMs = 0
  /** What went wrong in the broker itself, which must never happen. */
  const faults: unknown[] = []
  const start = (): Promise<Broker> =>
    startBroker({
      host: '127.0.0.1',
      port: 0,
      // Each look at the clock is a minute later, so that wrong secrets do not close the door to what follows.
      now: () => (nowMs += MINUTE_MS),
      admit: async (did, secret) => did === GATE && secret === SECRET,
      onPresence() {},
      onTakenOver() {},
      onMessage: async () => {},
      onFault: async (_did, reason) => {
        if (reason.length > 300) faults.push(new Error(`a reason of ${reason.length} characters`))
      },
      onError: (error) => void faults.push(error),
    })
  return {
    name: 'MQTT connection',
    corpus: sessions,
    words: [
      'MQTT',
      'MQIsdp',
      GATE,
      SECRET,
      'vedette/',
      '#',
      '+',
      '$SYS/',
      '\u0000\u0004',
      '\u00ff\u00ff\u00ff\u007f',
    ],
    cost: 15,
    async run(input) {
      const { port } = await (broker ??= start())
      await heard(port, input)
      if (asked++ % ASK_EVERY === 0) {
        const [type, , , code] = await heard(port, Buffer.concat([CONNECT, BYE]))
        if (type !== 0x20 || code !== 0)
          throw new Error(`a device of the platform is answered ${type} ${code}`)
      }
      if (faults.length > 0) throw faults.shift()
    },
    async close() {
      if (broker) await (await broker).close()
    },
  }
}

/** Says this and hangs up; answers all that came back. */
async function heard(port: number, bytes: Buffer): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1')
  const pieces: Buffer[] = []
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  // The broker may hang up first.
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  socket.end(bytes)
  await closed
  return Buffer.concat(pieces)
}
