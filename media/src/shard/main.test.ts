import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { framePrefix, FrameReader } from '../feed/frames.ts'
import { listenOnLoopback } from '../testing/listening.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

let gate: Server
let shard: ChildProcess
let socket: Socket

/** A shard that has connected over TCP, as between nodes. */
beforeEach(async () => {
  gate = createServer()
  const port = await listenOnLoopback(gate)
  shard = fork(MAIN, [], {
    env: { VEDETTE_FEED: `127.0.0.1:${port}`, VEDETTE_FEED_TOKEN: 'secret' },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  const connection = await once(gate, 'connection')
  socket = connection[0]
})

afterEach(async () => {
  shard.kill('SIGKILL')
  socket.destroy()
  await new Promise((resolve) => gate.close(resolve))
})

const exit = async (): Promise<unknown> => (await once(shard, 'exit'))[0]

describe('the process of a shard', () => {
  it('says who it is first', async () => {
    const reader = new FrameReader()
    const hello = await new Promise<string>((resolve) => {
      socket.on('data', (chunk) => reader.push(chunk, ({ body }) => resolve(body.toString())))
    })
    expect(JSON.parse(hello)).toEqual({ type: 'hello', token: 'secret', pid: shard.pid })
  })

  it('ends when its connection ends', async () => {
    socket.destroy()
    expect(await exit()).toBe(0)
  })

  it('ends when its parent is gone', async () => {
    shard.disconnect()
    expect(await exit()).toBe(0)
  })

  it('fails with one line when it is told what it cannot read', async () => {
    const body = Buffer.from('{"type":"desired","streams":1}')
    socket.write(Buffer.concat([framePrefix(0, body.length), body]))
    const [said, code] = await Promise.all([shard.stderr ? text(shard.stderr) : '', exit()])
    expect(code).toBe(1)
    expect(said).toBe(`shard ${shard.pid}: feed: not a message\n`)
  })
})
