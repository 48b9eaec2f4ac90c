import { once } from 'node:events'
import { createServer, connect } from 'node:net'
import type { Server, Socket } from 'node:net'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { FRAME_KIND, FrameReader } from '../feed/frames.ts'
import { type FromShard, readFromShard } from '../feed/messages.ts'
import { type LiveMessage, readHeader, receivedMessage } from '../live/message.ts'
import { listenOnLoopback } from '../testing/listening.ts'
import { liveMessage } from '../testing/live-messages.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { Outlet } from './outlet.ts'

const MB = 1024 * 1024

let server: Server
let gate: Socket
let socket: Socket
let outlet: Outlet
let clock: ManualClock

beforeEach(async () => {
  server = createServer({ pauseOnConnect: true })
  socket = connect(await listenOnLoopback(server), '127.0.0.1')
  const connection = await once(server, 'connection')
  gate = connection[0]
  clock = new ManualClock()
  outlet = new Outlet(socket, clock)
})

afterEach(async () => {
  socket.destroy()
  gate.destroy()
  await new Promise((resolve) => server.close(resolve))
})

function received(bytes: Buffer): LiveMessage {
  const message = receivedMessage(bytes)
  if (!message) throw new Error('not a live message')
  return message
}
const key = (stream: number, sequence: number, payloadBytes = 0) =>
  received(liveMessage('video', { isKey: true, stream, sequence, payloadBytes }))
const delta = (stream: number, sequence: number) => received(liveMessage('video', { stream, sequence }))

/** Reads at the gate until the message came; answers what came of each stream. */
function readUntil(stream: number, sequence: number): Promise<Map<number, number[]>> {
  const reader = new FrameReader()
  const came = new Map<number, number[]>()
  return new Promise((resolve) => {
    gate.on('data', (chunk) => {
      reader.push(chunk, ({ kind, body }) => {
        const header = kind === FRAME_KIND.live ? readHeader(body) : undefined
        if (!header) return
        came.set(header.stream, [...(came.get(header.stream) ?? []), header.sequence])
        if (header.stream === stream && header.sequence === sequence) resolve(came)
      })
    })
    gate.resume()
  })
}

/** Reads at the gate until so many control messages came; answers them. */
function controls(count: number): Promise<(FromShard | undefined)[]> {
  const reader = new FrameReader()
  const came: (FromShard | undefined)[] = []
  return new Promise((resolve) => {
    gate.on('data', (chunk) => {
      reader.push(chunk, ({ body }) => came.push(readFromShard(body)))
      if (came.length >= count) resolve(came)
    })
    gate.resume()
  })
}

describe("a shard's outlet", () => {
  it('says together what is to be said soon, and before what is said later', async () => {
    const hello = (pid: number) => ({ type: 'hello', token: 'token', pid }) as const
    outlet.controlSoon(hello(1))
    outlet.controlSoon(hello(2))
    expect(socket.writableLength + socket.bytesWritten).toBe(0)
    clock.advance(200)
    outlet.controlSoon(hello(3))
    outlet.control(hello(4))
    outlet.control(hello(5))
    expect(await controls(5)).toEqual([1, 2, 3, 4, 5].map(hello))
  })

  it('sends what is watched and nothing else', async () => {
    outlet.watch(1, [key(1, 1).bytes()])
    outlet.live(1, delta(1, 2))
    outlet.live(2, key(2, 1))
    outlet.unwatch(1)
    outlet.live(1, delta(1, 3))
    outlet.watch(3, [])
    outlet.live(3, key(3, 1))
    expect(await readUntil(3, 1)).toEqual(
      new Map([
        [1, [1, 2]],
        [3, [1]],
      ]),
    )
  })

  it('skips each stream to its next key frame when the gate does not keep up', async () => {
    outlet.watch(1, [])
    outlet.watch(2, [])
    // More than the kernel's buffers take beside the limit.
    for (let sequence = 1; sequence <= 3; sequence++) outlet.live(1, key(1, sequence, 8 * MB))
    outlet.live(1, delta(1, 4))
    outlet.live(2, key(2, 1))
    const drained = readUntil(1, 20)
    while (socket.writableLength > 0) await once(socket, 'drain')
    outlet.live(1, delta(1, 5))
    outlet.live(2, delta(2, 2))
    outlet.live(2, key(2, 3))
    outlet.live(1, key(1, 20))
    const came = await drained
    expect(came.get(1)?.filter((sequence) => sequence > 3)).toEqual([20])
    expect(came.get(2)).toEqual([3])
  })
})
