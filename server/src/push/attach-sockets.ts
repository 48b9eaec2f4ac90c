/** Takes WebSocket upgrades off an HTTP server and hands each socket to whom its path belongs. */
import { randomBytes } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

import type { Clock } from '../engines/clock.ts'
import { cutOff } from '../http/cut-off.ts'

export interface SocketEntrance {
  /** Larger messages close the socket with 1009. */
  maxMessageBytes: number
  /** `address`: where the socket comes from. */
  accept(socket: WebSocket, address: string): void
}

export interface SocketsOptions {
  clock: Clock
  /** Keyed by path. */
  entrances: Readonly<Record<string, SocketEntrance>>
  /** A browser's page may only reach us from where our console, or an allowed one, comes from. */
  isOriginAllowed: (request: IncomingMessage) => boolean
  /** Where a request comes from, behind proxies that are trusted. */
  addressOf: (request: IncomingMessage) => string
  /** Sockets at once, of all paths. */
  maxSockets?: number
}

export interface AttachedSockets {
  /** Tells every peer that we go (1001) and ends what is still open after a second. */
  close(): Promise<void>
}

const MAX_SOCKETS = 10_000
const GOING_AWAY = 1001
const CLOSING_MS = 1000
/** A peer that reads answers sooner. */
const ANSWER_MS = 500

/** What each socket speaks over. */
const streamOf = new WeakMap<WebSocket, Duplex>()

/**
 * Closes a socket whose peer may read no more, with a last word. What waits in it would arrive before that, so it is reset then, and
 * where the peer does not answer at once: what the system holds for it may be megabytes.
 */
export function closeUnread(socket: WebSocket, code: number, last?: Uint8Array): void {
  if (socket.bufferedAmount > 0) return reset(socket)
  const late = setTimeout(() => reset(socket), ANSWER_MS)
  socket.once('close', () => clearTimeout(late))
  if (last) socket.send(last)
  socket.close(code)
}

/** Closes it in the same way, unless its peer has read all that was sent. */
export function closeUnlessRead(socket: WebSocket, close: () => void): void {
  if (socket.bufferedAmount > 0) return close()
  const late = setTimeout(() => socket.readyState === socket.OPEN && reset(socket), ANSWER_MS)
  const question = randomBytes(8)
  const hear = (answer: Buffer): void => {
    if (answer.equals(question)) over()
  }
  const over = (): void => {
    clearTimeout(late)
    socket.off('pong', hear)
    socket.off('close', over)
  }
  socket.on('pong', hear)
  socket.on('close', over)
  socket.ping(question)
}

function reset(socket: WebSocket): void {
  const stream = streamOf.get(socket)
  if (stream) cutOff(stream)
  else socket.terminate()
}

export function attachSockets(server: Server, options: SocketsOptions): AttachedSockets {
  const { maxSockets = MAX_SOCKETS } = options
  const open = new Set<WebSocket>()
  const entrances = new Map(
    Object.entries(options.entrances).map(([path, entrance]) => [
      path,
      { entrance, upgrader: upgrader(entrance) },
    ]),
  )

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    // A peer that resets before the socket is made is gone; there is nobody to tell.
    stream.on('error', () => stream.destroy())
    const [path = ''] = (request.url ?? '').split('?')
    const found = entrances.get(path)
    if (!found) return refuse(stream, 404)
    if (!options.isOriginAllowed(request)) return refuse(stream, 403)
    if (open.size >= maxSockets) return refuse(stream, 503)
    found.upgrader.handleUpgrade(request, stream, head, (socket) => {
      open.add(socket)
      streamOf.set(socket, stream)
      socket.on('close', () => open.delete(socket))
      // What breaks the WebSocket protocol: ws has chosen the close code (RFC 6455 section 7.4) and closes.
      socket.on('error', () => {})
      found.entrance.accept(socket, options.addressOf(request))
    })
  }
  server.on('upgrade', onUpgrade)

  return {
    async close() {
      server.off('upgrade', onUpgrade)
      const closed = [...open].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
      for (const socket of open) socket.close(GOING_AWAY)
      const deadline = options.clock.after(CLOSING_MS, () => {
        for (const socket of open) socket.terminate()
      })
      await Promise.all(closed)
      deadline.stop()
    },
  }
}

function upgrader(entrance: SocketEntrance): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: entrance.maxMessageBytes,
  })
}

function refuse(stream: Duplex, status: number): void {
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    () => stream.destroy(),
  )
}
