import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Device } from '../device.ts'
import { Connection, SESSION_TIMEOUT_S, type Surroundings } from './connection.ts'

const LARGEST_CONNECTIONS = 1024
const LOOK_EVERY_MS = 5000

export interface RtspServer {
  port: number
  /** Cuts the connections of one device's clients. */
  drop(device: Device): void
  close(): Promise<void>
}

/** Listens; rejects with the system's error where the port is taken. */
export async function listenRtsp(host: string, port: number, around: Surroundings): Promise<RtspServer> {
  const connections = new Set<Connection>()
  const server = createServer((socket) => {
    const connection = new Connection(socket, around)
    connections.add(connection)
    socket.on('close', () => connections.delete(connection))
  })
  server.maxConnections = LARGEST_CONNECTIONS
  server.listen(port, host)
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
    drop(device) {
      for (const connection of connections) if (connection.device === device) connection.socket.destroy()
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
