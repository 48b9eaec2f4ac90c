import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Response {
  status: number
  /** Names in lower case; repeated ones one below the other. */
  headers: Map<string, string>
  body: string
}

export interface Interleaved {
  channel: number
  payload: Buffer
}

/** A bare RTSP client for tests: sends requests, keeps whatever comes interleaved. */
export class RtspClient {
  readonly socket: Socket
  private readonly url: string
  private buffered: Buffer = Buffer.alloc(0)
  private cseq = 0
  private readonly responses: Response[] = []
  readonly packets: Interleaved[] = []

  constructor(url: string) {
    this.url = url
    this.socket = connect(Number(new URL(url).port), '127.0.0.1')
    this.socket.on('data', (piece) => {
      this.buffered = Buffer.concat([this.buffered, piece])
      while (this.parse());
    })
    this.socket.on('error', () => {})
  }

  async request(method: string, headers: readonly string[] = [], url = this.url): Promise<Response> {
    const head = [`${method} ${url} RTSP/1.0`, `CSeq: ${++this.cseq}`, ...headers]
    this.socket.write(`${head.join('\r\n')}\r\n\r\n`)
    return this.until(() => this.responses.shift())
  }

  /** The request, repeated with credentials for one of the challenges. */
  async authorized(
    method: string,
    login: { username: string; password: string },
    headers: readonly string[] = [],
    algorithm: 'MD5' | 'SHA-256' = 'MD5',
  ): Promise<Response> {
    const challenges =
      (await this.request(method, headers)).headers.get('www-authenticate')?.split('\n') ?? []
    const challenge = challenges.find((text) => text.includes(`algorithm=${algorithm}`)) ?? ''
    const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? ''
    const hash = (text: string) =>
      createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
        .update(text)
        .digest('hex')
    const secret = hash(`${login.username}:${field('realm')}:${login.password}`)
    const response = hash(`${secret}:${field('nonce')}:00000001:c0ffee:auth:${hash(`${method}:${this.url}`)}`)
    const authorization =
      `Authorization: Digest username="${login.username}", realm="${field('realm')}", nonce="${field('nonce')}", ` +
      `uri="${this.url}", algorithm=${algorithm}, qop=auth, nc=00000001, cnonce="c0ffee", response="${response}"`
    return this.request(method, [...headers, authorization])
  }

  /** Waits until `find` finds something in what has come; rejects when the connection ends. */
  async until<Found>(find: () => Found | undefined): Promise<Found> {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (this.socket.destroyed) throw new Error('the connection has ended')
      const over = new AbortController()
      const { signal } = over
      await Promise.race([once(this.socket, 'data', { signal }), once(this.socket, 'close', { signal })])
      over.abort()
    }
  }

  private parse(): boolean {
    const { buffered } = this
    if (buffered[0] === 0x24) {
      if (buffered.length < 4) return false
      const end = 4 + buffered.readUInt16BE(2)
      if (buffered.length < end) return false
      this.packets.push({ channel: buffered[1] ?? 0, payload: buffered.subarray(4, end) })
      this.buffered = buffered.subarray(end)
      return true
    }
    const headEnd = buffered.indexOf('\r\n\r\n')
    if (headEnd < 0) return false
    const [first = '', ...lines] = buffered.toString('latin1', 0, headEnd).split('\r\n')
    const headers = new Map<string, string>()
    for (const line of lines) {
      const [name = '', value = ''] = line.split(/: (.*)/)
      const key = name.toLowerCase()
      headers.set(key, headers.has(key) ? `${headers.get(key)}\n${value}` : value)
    }
    const end = headEnd + 4 + Number(headers.get('content-length') ?? 0)
    if (buffered.length < end) return false
    const body = buffered.toString('utf8', headEnd + 4, end)
    this.responses.push({ status: Number(first.split(' ')[1]), headers, body })
    this.buffered = buffered.subarray(end)
    return true
  }
}

export interface RtpPacket {
  isLast: boolean
  sequence: number
  timestamp: number
  payload: Buffer
}

export function rtpPacket(packet: Buffer): RtpPacket {
  return {
    isLast: ((packet[1] ?? 0) & 0x80) !== 0,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    payload: packet.subarray(12),
  }
}

/** The NAL units of an access unit's packets (RFC 6184: single units and FU-A). */
export function unitsOf(packets: readonly RtpPacket[]): Buffer[] {
  const units: Buffer[] = []
  for (const { payload } of packets) {
    const type = (payload[0] ?? 0) & 31
    if (type !== 28) {
      units.push(payload)
      continue
    }
    const indicator = payload[0] ?? 0
    const header = payload[1] ?? 0
    if ((header & 0x80) !== 0) units.push(Buffer.from([(indicator & 0xe0) | (header & 31)]))
    const started = units.pop() ?? Buffer.alloc(0)
    units.push(Buffer.concat([started, payload.subarray(2)]))
  }
  return units
}

/** The frame's UTC in ms by a sender report. */
export function utcOf(report: Buffer, timestamp: number): number {
  const ntpMs = (report.readUInt32BE(8) - 2_208_988_800) * 1000 + (report.readUInt32BE(12) * 1000) / 2 ** 32
  return ntpMs + ((timestamp - report.readUInt32BE(16)) | 0) / 90
}
