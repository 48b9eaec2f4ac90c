import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type WebSocket as Peer, WebSocketServer } from 'ws'

import { LiveConnection } from './live-connection.ts'
import type { WorkerMessage } from './worker-messages.ts'

const SOURCE = { did: 'CAM-000001', channel: 0, quality: 'sub' } as const

let server: WebSocketServer
let connection: LiveConnection
let posted: WorkerMessage[]
/** What the page has said to the gate, and who waits for more. */
let heard: unknown[]

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  posted = []
  heard = []
  connection = new LiveConnection((message) => void posted.push(message))
  connection.take({ type: 'open', url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
afterEach(async () => {
  vi.useRealTimers()
  connection.take({ type: 'clear', window: 0 })
  for (const client of server.clients) client.terminate()
  server.close()
  await once(server, 'close')
})

/** The gate's end of a page that was let in before it had a window. */
async function warmed(): Promise<Peer> {
  const accepted = once(server, 'connection')
  connection.take({ type: 'warm' })
  connection.take({ type: 'ticket', ticket: 'good-for-one' })
  const [peer]: Peer[] = await accepted
  if (!peer) throw new Error('nobody connected')
  peer.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
  await until(peer, { type: 'hello', ticket: 'good-for-one' })
  peer.send(JSON.stringify({ type: 'welcome', nowUs: Date.now() * 1000 }))
  await until(peer, { type: 'ping' })
  return peer
}

async function until(peer: Peer, said: object): Promise<void> {
  const isThere = () => heard.some((it) => expect.objectContaining(said).asymmetricMatch(it))
  while (!isThere()) await once(peer, 'message')
}

test('who is let in before the first window asks for its stream at once, with no second ticket', async () => {
  const peer = await warmed()
  connection.take({ type: 'show', window: 0, source: SOURCE })
  await until(peer, { type: 'subscribe', window: 0, ...SOURCE })
  expect(posted.map(({ type }) => type)).not.toContain('ticketWanted')
  expect(server.clients.size).toBe(1)
})

test('a page for which no window comes hangs up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const peer = await warmed()
  const closed = once(peer, 'close')
  vi.advanceTimersByTime(5000)
  await closed
  expect(posted.map(({ type }) => type)).not.toContain('ticketWanted')
})

test('without a ticket the first window asks for one', async () => {
  connection.take({ type: 'warm' })
  connection.take({ type: 'ticket' })
  expect(posted).toEqual([])
  connection.take({ type: 'show', window: 0, source: SOURCE })
  expect(posted).toEqual([{ type: 'ticketWanted' }])
})
