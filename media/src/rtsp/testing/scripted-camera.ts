import { type AddressInfo, type Socket, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

export interface CameraRequest {
  method: string
  uri: string
  headers: Map<string, string>
}

/** Everything after the status line but CSeq; `undefined` to stay silent. */
export type Answer = string | undefined

export interface ScriptedCamera {
  url: string
  requests: CameraRequest[]
  /** What came interleaved: channel, length and packet, as on the wire (RFC 2326 section 10.12). */
  heard: Buffer[]
  /** Sends to the newest connection. */
  send(bytes: Buffer | string): void
  /** Closes the newest connection. */
  hangUp(): void
  /** Resolves with the n-th request (from 1) of that method. */
  requested(method: string, times?: number): Promise<CameraRequest>
  close(): Promise<void>
}

export const SDP = [
  'v=0',
  's=-',
  'a=control:*',
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  'a=control:trackID=1',
  'm=audio 0 RTP/AVP 8',
  'a=control:trackID=2',
].join('\r\n')

export const described = (sdp: string, headers = ''): string =>
  `200 OK\r\nContent-Type: application/sdp\r\n${headers}Content-Length: ${Buffer.byteLength(sdp)}\r\n\r\n${sdp}`

/** What an ordinary camera answers. */
export function usual({ method, headers }: CameraRequest): Answer {
  switch (method) {
    case 'OPTIONS':
      return '200 OK\r\nPublic: OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN\r\n\r\n'
    case 'DESCRIBE':
      return described(SDP)
    case 'SETUP':
      return `200 OK\r\nTransport: ${headers.get('transport')}\r\nSession: 4711;timeout=20\r\n\r\n`
    default:
      return '200 OK\r\nSession: 4711\r\n\r\n'
  }
}

/** An RTSP peer that answers as it is told to: for logins and oddities that real servers do not show on demand. */
export async function startScriptedCamera(
  answer: (request: CameraRequest) => Answer,
  /** Certificate and key in one, for RTSPS. */
  pem?: Buffer,
): Promise<ScriptedCamera> {
  const requests: CameraRequest[] = []
  const heard: Buffer[] = []
  const waiting = new Set<() => void>()
  const sockets: Socket[] = []
  const serve = (socket: Socket): void => {
    sockets.push(socket)
    let text = ''
    // A client that goes away with a reset is what some tests do.
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      text = takeInterleaved(text, heard)
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const request = parseRequest(text.slice(0, end))
        text = takeInterleaved(text.slice(end + 4), heard)
        requests.push(request)
        const reply = answer(request)
        if (reply !== undefined) socket.write(`RTSP/1.0 ${withSequence(reply, request)}`)
        for (const check of waiting) check()
      }
    })
  }
  const server = pem ? createTlsServer({ cert: pem, key: pem }, serve) : createServer(serve)
  // A handshake that the client breaks off is what some tests do.
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `${pem ? 'rtsps' : 'rtsp'}://127.0.0.1:${portOf(server.address())}/live`,
    requests,
    heard,
    send: (bytes) => void sockets.at(-1)?.write(bytes),
    hangUp: () => sockets.at(-1)?.destroy(),
    requested: (method, times = 1) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = requests.filter((request) => request.method === method)[times - 1]
          if (!found) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function takeInterleaved(text: string, heard: Buffer[]): string {
  while (text.startsWith('$') && text.length >= 4) {
    const end = 4 + Buffer.from(text.slice(0, 4), 'latin1').readUInt16BE(2)
    if (text.length < end) break
    heard.push(Buffer.from(text.slice(1, end), 'latin1'))
    text = text.slice(end)
  }
  return text
}

export function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error(`no port: ${address}`)
  return address.port
}

function parseRequest(head: string): CameraRequest {
  const [first = '', ...lines] = head.split('\r\n')
  const [method = '', uri = ''] = first.split(' ')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  return { method, uri, headers }
}

function withSequence(reply: string, request: CameraRequest): string {
  const afterStatus = reply.indexOf('\r\n') + 2
  return `${reply.slice(0, afterStatus)}CSeq: ${request.headers.get('cseq')}\r\n${reply.slice(afterStatus)}`
}
