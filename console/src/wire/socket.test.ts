import { once } from 'node:events'
import type { Server } from 'node:http'

import { encodeFrame, FrameReader, type Message } from '@vedette/contract/frame'
import { isTicketOf } from '@vedette/contract/ticket'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type WebSocket as Peer, WebSocketServer } from 'ws'

import { TestClock } from './clock.fixture.ts'
import { PushSocket } from './socket.ts'

const KEY = 'ab'.repeat(32)

/** The gate's side of one connection: what came, in order. */
class Connection {
  readonly peer: Peer
  readonly #messages: Message[] = []
  #arrived = Promise.withResolvers<void>()

  constructor(peer: Peer) {
    this.peer = peer
    const reader = new FrameReader()
    peer.on('message', (data: Buffer) => {
      this.#messages.push(...reader.push(data))
      this.#arrived.resolve()
    })
  }

  async next(): Promise<Message> {
    for (;;) {
      const message = this.#messages.shift()
      if (message) return message
      this.#arrived = Promise.withResolvers()
      await this.#arrived.promise
    }
  }

  say(METHOD: string, BODY: unknown, CODE?: string): void {
    this.peer.send(encodeFrame({ METHOD, BODY, SEQID: '1', ...(CODE && { CODE }) }))
  }
}

let gate: WebSocketServer
let connections: Connection[]
let clock: TestClock
let socket: PushSocket
let heard: string[]
let waiting: ((connection: Connection) => void)[]

beforeEach(async () => {
  gate = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(gate, 'listening')
  connections = []
  waiting = []
  heard = []
  gate.on('connection', (peer) => {
    const connection = new Connection(peer)
    const waiter = waiting.shift()
    if (waiter) waiter(connection)
    else connections.push(connection)
  })
  clock = new TestClock()
  const port = portOf(gate.address())
  socket = new PushSocket({
    url: `ws://127.0.0.1:${port}`,
    login: () => ({ UserToken: 'token', SDKVersion: '{ip}' }),
    onAdmitted: () => void heard.push('admitted'),
    onExpired: () => void heard.push('expired'),
    onRightsChanged: (reason) => void heard.push(`rights ${reason}`),
    clock,
  })
})

afterEach(() => {
  socket.close()
  for (const peer of gate.clients) peer.terminate()
  gate.close()
})

async function accept(): Promise<Connection> {
  return connections.shift() ?? (await new Promise((resolve) => waiting.push(resolve)))
}

async function admit(): Promise<Connection> {
  const connection = await accept()
  await connection.next()
  connection.say('4117', { Key: KEY, SessionID: 's1' }, '200')
  return connection
}

describe('the socket', () => {
  it('logs in with the token and the version as soon as it stands', async () => {
    socket.open()
    const connection = await accept()
    expect(await connection.next()).toMatchObject({
      METHOD: '4116',
      BODY: { UserToken: 'token', SDKVersion: '{ip}' },
    })
  })

  it('beats every 6 s', async () => {
    socket.open()
    const connection = await admit()
    for (let beat = 0; beat < 3; beat++) {
      clock.pass(6000)
      expect(await connection.next()).toMatchObject({ METHOD: '0000', BODY: {} })
      const answered = hear('0000')
      connection.say('0000', {})
      await answered
    }
  })

  it('logs in again 2 s after a reply without a key', async () => {
    socket.open()
    const connection = await accept()
    await connection.next()
    const replied = hear('4117')
    connection.say('4117', {}, '200')
    await replied
    await clock.planned(2000)
    clock.pass(2000)
    expect(await connection.next()).toMatchObject({ METHOD: '4116' })
  })

  it('makes tickets with the key of its login, and lets those wait who ask before it', async () => {
    const early = socket.ticket()
    socket.open()
    await admit()
    expect(isTicketOf(KEY, await early, clock.now())).toBe(true)
    expect(await socket.ticket()).not.toBe(await early)
  })

  it('tells anyone who waits for a ticket of each try that failed', async () => {
    socket.open()
    const early = socket.ticket()
    ;(await accept()).peer.close()
    await expect(early).rejects.toThrow('lost')
    await clock.planned(8000)
    const later = socket.ticket()
    clock.pass(8000)
    await admit()
    expect(isTicketOf(KEY, await later, clock.now())).toBe(true)
  })

  it('dates tickets by the gate when the browser is hours off', async () => {
    socket.open()
    await admit()
    const gateMs = clock.now() + 3 * 3_600_000
    socket.learnGateTime(gateMs * 1000)
    const ticket = await socket.ticket()
    expect(isTicketOf(KEY, ticket, gateMs)).toBe(true)
    expect(isTicketOf(KEY, ticket, clock.now())).toBe(false)
  })

  it('connects again 8 s after it was lost, each time anew', async () => {
    socket.open()
    for (let time = 0; time < 3; time++) {
      const connection = await admit()
      await socket.ticket()
      connection.peer.close()
      await clock.planned(8000)
      const later = socket.ticket()
      clock.pass(8000)
      const next = await admit()
      expect(isTicketOf(KEY, await later, clock.now())).toBe(true)
      next.peer.close()
      await clock.planned(8000)
      clock.pass(8000)
    }
    expect(await (await accept()).next()).toMatchObject({ METHOD: '4116' })
  })

  it('takes a gate that no longer answers for lost', async () => {
    socket.open()
    const connection = await admit()
    await socket.ticket()
    const closed = once(connection.peer, 'close')
    for (let beat = 0; beat < 4; beat++) clock.pass(6000)
    await closed
    await clock.planned(8000)
    clock.pass(8000)
    expect(await (await accept()).next()).toMatchObject({ METHOD: '4116' })
  })

  it('takes bytes that are no frames for a lost connection', async () => {
    socket.open()
    const connection = await admit()
    const closed = once(connection.peer, 'close')
    connection.peer.send(new Uint8Array([104, 101, 108, 108, 111, 0, 0, 0]))
    await closed
    await clock.planned(8000)
    clock.pass(8000)
    expect(await (await accept()).next()).toMatchObject({ METHOD: '4116' })
  })

  it('counts its tries while the gate is away, and forgets them once it is admitted again', async () => {
    const counts: number[] = []
    socket.watchAttempt(() => counts.push(socket.attempt()))
    socket.open()
    const connection = await admit()
    await socket.ticket()
    expect(socket.isUp).toBe(true)
    connection.peer.close()
    await clock.planned(8000)
    expect(socket.isUp).toBe(false)
    clock.pass(8000)
    const refused = await accept()
    refused.peer.close()
    await clock.planned(8000)
    clock.pass(8000)
    await admit()
    await socket.ticket()
    expect(counts).toEqual([1, 2, 0])
    expect(heard).toEqual(['admitted', 'admitted'])
  })

  it('says that the token expired on 2008, and stays away', async () => {
    socket.open()
    const connection = await accept()
    await connection.next()
    const closed = once(connection.peer, 'close')
    connection.say('4117', {}, '2008')
    await closed
    expect(heard).toEqual(['expired'])
    clock.pass(60_000)
    expect(gate.clients.size).toBe(0)
  })

  it('says that rights changed, and hands every message to who listens to its METHOD', async () => {
    socket.open()
    const connection = await admit()
    const presence = hear('3750')
    connection.say('9999', { unknown: true })
    connection.say('3751', { Reason: 'revoked' })
    connection.say('3750', { List: [] })
    expect(await presence).toEqual({ List: [] })
    expect(heard).toEqual(['admitted', 'rights revoked'])
  })
})

async function hear(method: string): Promise<unknown> {
  return await new Promise((resolve) => {
    const stop = socket.on(method, (body) => {
      stop()
      resolve(body)
    })
  })
}

function portOf(address: ReturnType<Server['address']>): number {
  if (typeof address === 'object' && address) return address.port
  throw new TypeError('not listening on a port')
}
