/** The embedded MQTT broker: each device under its own name, on its own topics alone. */
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'

import { Aedes, type AedesPublishPacket, type Client } from 'aedes'

import {
  commandTopic,
  firmwareTopic,
  type DeviceMessage,
  kindOfTopic,
  MAX_PAYLOAD_BYTES,
  PIECE_BYTES,
  readMessage,
  type UpgradeCommand,
} from './messages.ts'
import { BoundedConnection } from './packet-limit.ts'
import { Admission } from './admission.ts'

/** A will comes inside CONNECT beside name and secret. */
const MAX_PACKET_BYTES = MAX_PAYLOAD_BYTES + 4096
const MAX_CONNECTIONS = 5000
const CONNECT_LIMIT_MS = 10_000
/** A device that is silent for one and a half of its keepalive is gone, so it may not be endless. */
const LONGEST_KEEPALIVE_S = 300
const MESSAGES_PER_S = 20
const BURST = 200
const TLS_HANDSHAKE = 0x16

export const PORT = 1883

/** Refused to connect: CONNACK return codes of MQTT 3.1.1. */
const REFUSED = { identifier: 2, credentials: 4 } as const

export type GoneReason = 'noKeepalive' | 'closedByCamera'

export interface BrokerOptions {
  host: string
  /** 0: any free one. Undefined: 1883, or a free one where that is taken. */
  port: number | undefined
  /** Then anyone who is not on this machine has to speak TLS. */
  certificate?: { cert: string; key: string } | undefined
  now: () => number
  /** Whether the secret is the device's. `isSuspect`: its address was wrong too often. */
  admit: (did: string, secret: string, isSuspect: boolean) => Promise<boolean>
  onPresence: (did: string, state: 'online' | GoneReason) => void
  /** Another client connected under the same name, so the one before was closed. */
  onTakenOver: (did: string, address: string) => void
  /** Acknowledged once it resolves. */
  onMessage: (did: string, message: DeviceMessage) => Promise<void>
  /** A message that was not understood, in a sentence. */
  onFault: (did: string, reason: string) => Promise<void>
  onError: (error: unknown) => void
}

interface Connected {
  client: Client
  address: string
  tokens: number
  tokensAtMs: number
  isOverdue: boolean
}

export interface Broker {
  port: number
  isConnected(did: string): boolean
  /** Tells the device and hands it the file, piece by piece as it takes them. Returns whether it was there to the end. */
  sendFirmware(did: string, command: UpgradeCommand, pieces: AsyncIterable<Uint8Array>): Promise<boolean>
  /** Ends the device's connection: its secret changed, or it is no device of the platform any more. */
  drop(did: string): void
  close(): Promise<void>
}

export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const { now, onError } = options
  const devices = new Map<string, Connected>()
  const addresses = new WeakMap<object, string>()
  /** Clients whose name another one held when they were admitted. */
  const newer = new WeakSet<Client>()
  const admission = new Admission(now)
  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_LIMIT_MS,
    keepaliveLimit: LONGEST_KEEPALIVE_S,
    queueLimit: 20,
    maxInflightInbound: 20,
    maxTopicLevels: 4,
    drainTimeout: 20_000,
  })

  const isAdmitted = async (did: string, secret: string, isSuspect: boolean): Promise<boolean> => {
    try {
      return await options.admit(did, secret, isSuspect)
    } catch (error) {
      // The device tries again; its operator can do nothing else either.
      onError(error)
      return false
    }
  }
  /** What could not be stored is not acknowledged, so the device sends it again when it is back. */
  const acknowledge = async (work: () => Promise<void>, done: (error?: Error) => void): Promise<void> => {
    let fault: Error | undefined
    try {
      await work()
    } catch (error) {
      onError(error)
      fault = new Error('not stored')
    }
    done(fault)
  }

  const addressOf = (client: Client): string => addresses.get(client.conn) ?? ''

  aedes.authenticate = (client, username, password, done) => {
    const refuse = (returnCode: number): void =>
      done(Object.assign(new Error('refused'), { returnCode }), false)
    const did = username ?? ''
    const address = addressOf(client)
    if (did === '' || client.id !== did) refuse(REFUSED.identifier)
    else void check(client, password?.toString('utf8') ?? '')

    async function check(newcomer: Client, secret: string): Promise<void> {
      await admission.turn(address)
      if (newcomer.closed) return
      if (await isAdmitted(did, secret, admission.isSuspect(address))) {
        if (devices.has(did)) newer.add(newcomer)
        done(null, true)
        return
      }
      admission.failed(address)
      refuse(REFUSED.credentials)
    }
  }

  aedes.authorizeSubscribe = (client, subscription, done) =>
    [commandTopic(client.id), firmwareTopic(client.id)].includes(subscription.topic)
      ? done(null, subscription)
      : // SUBACK then says failure for this topic.
        done(null, null)

  /** Nobody subscribes to what devices say: it goes to the platform, and is acknowledged when that has it. */
  aedes.authorizePublish = (client, packet, done) => {
    // What the broker itself says of clients that come and go.
    if (!client) return done(null)
    packet.retain = false
    const did = client.id
    const kind = kindOfTopic(packet.topic, did)
    if (!kind) return done(new Error('not a topic of this device'))
    const device = devices.get(did)
    // A will speaks for a connection that is over; what counts is whether there is one.
    if (client.closed || device?.client !== client) return done(null)
    if (!takesToken(device, now())) return done(new Error('too many messages'))
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    const outcome = readMessage(kind, payload)
    void acknowledge(
      () => (outcome.ok ? hear(did, outcome.message) : options.onFault(did, outcome.reason)),
      done,
    )
  }
  aedes.authorizeForward = (_client, packet: AedesPublishPacket) => packet

  const hear = async (did: string, message: DeviceMessage): Promise<void> => {
    if (message.kind === 'status') options.onPresence(did, message.body.online ? 'online' : 'closedByCamera')
    else await options.onMessage(did, message)
  }

  aedes.on('client', (client) => {
    const address = addressOf(client)
    devices.set(client.id, { client, address, tokens: BURST, tokensAtMs: now(), isOverdue: false })
    if (newer.has(client)) options.onTakenOver(client.id, address)
    options.onPresence(client.id, 'online')
  })
  aedes.on('clientDisconnect', (client) => {
    const device = devices.get(client.id)
    if (device?.client !== client) return
    devices.delete(client.id)
    options.onPresence(client.id, device.isOverdue ? 'noKeepalive' : 'closedByCamera')
  })
  aedes.on('keepaliveTimeout', (client) => {
    const device = devices.get(client.id)
    if (device?.client === client) device.isOverdue = true
  })
  // Each ends its connection, which is told above; a hostile one would fill the log.
  aedes.on('clientError', () => {})
  aedes.on('connectionError', () => {})

  const context =
    options.certificate &&
    createSecureContext({ cert: options.certificate.cert, key: options.certificate.key })
  const accept = (socket: Socket, address: string): void => {
    const connection = new BoundedConnection(socket, MAX_PACKET_BYTES)
    addresses.set(connection, address)
    aedes.handle(connection)
  }
  const server = createServer((socket) => {
    const address = socket.remoteAddress ?? ''
    const giveBack = admission.enter(address)
    if (!giveBack) return void socket.destroy()
    socket.on('close', giveBack)
    socket.on('error', () => socket.destroy())
    socket.setNoDelay(true)
    if (!context) return accept(socket, address)
    socket.setTimeout(CONNECT_LIMIT_MS, () => socket.destroy())
    socket.once('data', (first: Buffer) => {
      socket.pause()
      socket.setTimeout(0)
      socket.unshift(first)
      if (first[0] === TLS_HANDSHAKE)
        accept(new TLSSocket(socket, { isServer: true, secureContext: context }), address)
      else if (isOwnMachine(address)) accept(socket, address)
      else socket.destroy()
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  const port = await listen(server, options)
  server.on('error', onError)

  return {
    port,
    isConnected: (did) => devices.has(did),
    async sendFirmware(did, command, pieces) {
      const client = devices.get(did)?.client
      if (!client) return false
      const tell = (topic: string, payload: Buffer): Promise<boolean> => {
        const { promise, resolve } = Promise.withResolvers<boolean>()
        if (client.closed) return Promise.resolve(false)
        const gone = (): void => resolve(false)
        client.conn.once('close', gone)
        const packet = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false } as const
        client.publish(packet, (error) => resolve(!error && !client.closed))
        return promise.finally(() => client.conn.off('close', gone))
      }
      if (!(await tell(commandTopic(did), Buffer.from(JSON.stringify(command))))) return false
      let at = 0
      for await (const piece of pieces)
        for (let from = 0; from < piece.length; from += PIECE_BYTES) {
          const part = piece.subarray(from, from + PIECE_BYTES)
          const payload = Buffer.alloc(4 + part.length)
          payload.writeUInt32BE(at, 0)
          payload.set(part, 4)
          if (!(await tell(firmwareTopic(did), payload))) return false
          at += part.length
        }
      return true
    },
    drop(did) {
      devices.get(did)?.client.close()
    },
    async close() {
      server.close()
      await new Promise<void>((resolve) => aedes.close(() => resolve()))
    },
  }
}

function takesToken(device: Connected, nowMs: number): boolean {
  const refill = ((nowMs - device.tokensAtMs) / 1000) * MESSAGES_PER_S
  device.tokens = Math.min(BURST, device.tokens + Math.max(0, refill)) - 1
  device.tokensAtMs = nowMs
  return device.tokens >= 0
}

async function listen(server: Server, { host, port }: BrokerOptions): Promise<number> {
  try {
    return await listenAt(server, host, port ?? PORT)
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || port !== undefined) throw error
    return listenAt(server, host, 0)
  }
}

async function listenAt(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

function isOwnMachine(address: string): boolean {
  return address === '::1' || address.replace(/^::ffff:/, '').startsWith('127.')
}
