/** Sockets on a server of a test's own, whose clock nobody else has. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'

import { TestClock } from '../engines/clock.ts'
import { clientAddress } from '../http/network.ts'
import {
  type AttachedSockets,
  attachSockets,
  type SocketEntrance,
  type SocketsOptions,
} from '../push/attach-sockets.ts'

export interface OwnSockets {
  clock: TestClock
  attached: AttachedSockets
  /** What went wrong where nobody waits for an answer. */
  errors: unknown[]
  port: number
  urlOf: (path: string) => string
  /** Written to all connections, and not yet taken by the system. */
  waitingBytes: () => number
  /** Waits for nobody. */
  close: () => Promise<void>
}

export async function ownSockets(
  startMs: number,
  entrancesOf: (needs: {
    clock: TestClock
    onError: (error: unknown) => void
  }) => Readonly<Record<string, SocketEntrance>>,
  more: Pick<SocketsOptions, 'maxSockets'> = {},
): Promise<OwnSockets> {
  const clock = new TestClock(startMs)
  const errors: unknown[] = []
  const server = createServer()
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const attached = attachSockets(server, {
    clock,
    entrances: entrancesOf({ clock, onError: (error) => void errors.push(error) }),
    isOriginAllowed: ({ headers }) => headers.origin !== 'https://evil.example',
    addressOf: clientAddress(['127.0.0.1']),
    ...more,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('the sockets have no port')
  const { port } = bound
  return {
    clock,
    attached,
    errors,
    port,
    urlOf: (path) => `ws://127.0.0.1:${port}${path}`,
    waitingBytes: () => [...connections].reduce((sum, { writableLength }) => sum + writableLength, 0),
    async close() {
      const closed = attached.close()
      clock.advance(1000)
      await closed
      server.closeAllConnections()
      server.close()
    },
  }
}
