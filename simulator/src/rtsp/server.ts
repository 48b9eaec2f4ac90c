import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Camera } from '../camera.ts'
import { Connection, SESSION_TIMEOUT_S, type Surroundings } from './connection.ts'

const HOST = '127.0.0.1'
const LARGEST_CONNECTIONS = 1024
const LOOK_EVERY_MS = 5000

export interface RtspServer {
  port: number
  /** Cuts the connections of one camera's clients. */
  drop(camera: Camera): void
  close(): Promise<void>
}

/** Listens on loopback; rejects with the system's error where the port is taken. */
export async function listenRtsp(port: number, around: Surroundings): Promise<RtspServer> {
  const connections = new Set<Connection>()
  const server = createServer((socket) => {
    const connection = new Connection(socket, around)
    connections.add(connection)
    socket.on('close', () => connections.delete(connection))
  })
  server.maxConnections = LARGEST_CONNECTIONS
  server.listen(port, HOST)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the RTSP server has no port')

  const watch = setInterval(() => {
    const oldestMs = Date.now() - SESSION_TIMEOUT_S * 1000
    for (const connection of connections) {
      if (connection.lastHeardMs < oldestMs) connection.socket.destroy()
    }
  }, LOOK_EVERY_MS)

  return {
    port: address.port,
    drop(camera) {
      for (const connection of connections) if (connection.camera === camera) connection.socket.destroy()
    },
    async close() {
      clearInterval(watch)
      const closed = once(server, 'close')
      server.close()
      for (const { socket } of connections) socket.destroy()
      await closed
    },
  }
}
