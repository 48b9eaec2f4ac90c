/** The control call over HTTP, on loopback alone, for anyone who has the token. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { timingSafeEqual } from 'node:crypto'
import type { Outcome } from './control.ts'
import { jsonOf } from './json.ts'

const HOST = '127.0.0.1'
const LARGEST_COMMAND = 16_384
const IDLE_LIMIT_MS = 60_000

export interface ControlServer {
  url: string
  close(): Promise<void>
}

export async function listenControl(
  port: number,
  token: string,
  obey: (command: unknown) => Outcome,
): Promise<ControlServer> {
  const expected = Buffer.from(`Bearer ${token}`)
  const isAllowed = (header: string | undefined): boolean => {
    const given = Buffer.from(header ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/control') return say(response, 404)
    if (!isAllowed(request.headers.authorization)) return say(response, 401)
    const text = await bodyOf(request)
    if (text === undefined) return say(response, 413)
    const command = jsonOf(text)
    if (command === undefined) return say(response, 400, { ok: false, reason: 'not JSON' })
    const outcome = obey(command)
    return say(response, outcome.ok ? 200 : 400, outcome)
  }

  // Longer than anybody's pause between two commands, so that no command meets a connection that is closing.
  server.keepAliveTimeout = IDLE_LIMIT_MS
  server.listen(port, HOST)
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the control call has no port')
  return {
    url: `http://${HOST}:${bound.port}/control`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Undefined when it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    if (!Buffer.isBuffer(piece)) continue
    length += piece.length
    if (length > LARGEST_COMMAND) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function say(response: ServerResponse, status: number, body?: Outcome) {
  const text = body === undefined ? '' : JSON.stringify(body)
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  })
  response.end(text)
}
