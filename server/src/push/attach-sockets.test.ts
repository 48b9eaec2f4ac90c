import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'

import { type OwnSockets, ownSockets } from '../testing/own-sockets.ts'

let sockets: OwnSockets
let accepted: { socket: WebSocket; address: string }[]
beforeEach(async () => {
  accepted = []
  const entrances = {
    '/small': {
      maxMessageBytes: 10,
      accept: (socket: WebSocket, address: string) => void accepted.push({ socket, address }),
    },
    '/large': {
      maxMessageBytes: 100,
      accept: (socket: WebSocket) => void socket.on('message', () => socket.close(4000)),
    },
  }
  sockets = await ownSockets(0, () => entrances, { maxSockets: 3 })
})
afterEach(() => sockets.close())

const closeOf = (socket: WebSocket) =>
  new Promise((resolve) => socket.on('error', () => {}).once('close', resolve))

async function opened(path: string, headers = {}): Promise<WebSocket> {
  const socket = new WebSocket(sockets.urlOf(path), { headers })
  await once(socket, 'open')
  return socket
}

/** What an HTTP server says to an upgrade, and all that comes thereafter. */
function asked(path: string, headers: readonly string[] = []): Promise<string> {
  const peer = connect(sockets.port, '127.0.0.1')
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: vedette.example',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    ...headers,
  ]
  peer.write(`${lines.join('\r\n')}\r\n\r\n`)
  return text(peer)
}

it('leads by its path, whatever is asked behind it, and says where it comes from', async () => {
  await opened('/small?a=1?b', { 'x-forwarded-for': '203.0.113.9' })
  expect(accepted).toMatchObject([{ address: '203.0.113.9' }])
})

it.each([
  ['404 Not Found', '/elsewhere', []],
  ['404 Not Found', '/', []],
  ['403 Forbidden', '/small', ['Origin: https://evil.example']],
])('is refused with %s at %s, whole, and the connection ends', async (status, path, headers) => {
  expect(await asked(path, headers)).toBe(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
  expect(accepted).toEqual([])
})

it('is refused with 503 while there are as many as there may be, on whatever path, until one leaves', async () => {
  const [first] = [await opened('/small'), await opened('/large'), await opened('/large')]
  expect(await asked('/small')).toContain('HTTP/1.1 503 Service Unavailable\r\n')
  const [{ socket: theirs } = { socket: undefined }] = accepted
  const left = new Promise((resolve) => theirs?.once('close', resolve))
  first?.terminate()
  await left
  await opened('/small')
  expect(accepted).toHaveLength(2)
})

it('takes messages as long as its path allows, and packs none', async () => {
  const small = await opened('/small')
  expect(small.extensions).toBe('')
  small.send('x'.repeat(11))
  expect(await closeOf(small)).toBe(1009)
  const large = await opened('/large')
  large.send('x'.repeat(100))
  expect(await closeOf(large)).toBe(4000)
})

it('closes with what RFC 6455 says on a frame that no client may send', async () => {
  const peer = connect(sockets.port, '127.0.0.1')
  const heard = text(peer.setEncoding('latin1'))
  const key = Buffer.alloc(16).toString('base64')
  peer.write(
    `GET /small HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  // A text that is not masked.
  peer.write(Buffer.from([0x81, 0x01, 0x61]))
  // A close frame of two bytes: 1002.
  expect((await heard).slice(-4)).toBe('\x88\x02\x03\xea')
})

describe('when the server goes', () => {
  it('says so to every peer, and waits for who answers', async () => {
    const [one, two] = [await opened('/small'), await opened('/large')]
    const ends = Promise.all([closeOf(one), closeOf(two)])
    await sockets.attached.close()
    expect(await ends).toEqual([1001, 1001])
  })

  it('waits a second for who does not, and not for who left before', async () => {
    const left = await opened('/small')
    left.terminate()
    const silent = await opened('/small')
    const end = closeOf(silent)
    silent.pause()
    let isOver = false
    const over = sockets.attached.close().then(() => (isOver = true))
    sockets.clock.advance(999)
    await new Promise(setImmediate)
    expect(isOver).toBe(false)
    sockets.clock.advance(1)
    await over
    silent.resume()
    // Its close frame may have come before the connection was cut.
    expect([1001, 1006]).toContain(await end)
  })
})
