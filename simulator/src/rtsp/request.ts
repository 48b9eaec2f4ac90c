/** Reads what a client sends on an RTSP connection (RFC 2326): requests, and interleaved packets between them. */

const LARGEST_HEAD = 16_384
const LARGEST_BODY = 65_536
const DOLLAR = 0x24

export interface Request {
  kind: 'request'
  method: string
  url: string
  /** Names in lower case. */
  headers: Map<string, string>
}

export type Incoming =
  | Request
  | { kind: 'interleaved'; channel: number; packet: Buffer }
  | { kind: 'malformed' }

export class RequestReader {
  private buffered: Buffer = Buffer.alloc(0)

  /** What has become complete with this piece; after `malformed` the connection is of no more use. */
  push(piece: Buffer): Incoming[] {
    this.buffered = this.buffered.length === 0 ? piece : Buffer.concat([this.buffered, piece])
    const complete: Incoming[] = []
    for (;;) {
      const next = this.next()
      if (next === undefined) return complete
      complete.push(next)
      if (next.kind === 'malformed') return complete
    }
  }

  private next(): Incoming | undefined {
    const { buffered } = this
    if (buffered.length === 0) return undefined
    if (buffered[0] === DOLLAR) {
      if (buffered.length < 4) return undefined
      const end = 4 + buffered.readUInt16BE(2)
      if (buffered.length < end) return undefined
      this.buffered = buffered.subarray(end)
      return { kind: 'interleaved', channel: buffered[1] ?? 0, packet: buffered.subarray(4, end) }
    }
    const headEnd = buffered.indexOf('\r\n\r\n')
    if (headEnd > LARGEST_HEAD || (headEnd < 0 && buffered.length > LARGEST_HEAD)) return this.malformed()
    if (headEnd < 0) return undefined
    const request = parseHead(buffered.toString('latin1', 0, headEnd))
    if (request === undefined) return this.malformed()
    const bodyLength = Number(request.headers.get('content-length') ?? 0)
    if (!Number.isInteger(bodyLength) || bodyLength < 0 || bodyLength > LARGEST_BODY) return this.malformed()
    const end = headEnd + 4 + bodyLength
    if (buffered.length < end) return undefined
    this.buffered = buffered.subarray(end)
    return request
  }

  private malformed(): Incoming {
    this.buffered = Buffer.alloc(0)
    return { kind: 'malformed' }
  }
}

function parseHead(head: string): Request | undefined {
  const [first = '', ...lines] = head.split('\r\n')
  const line = /^([A-Z_]{1,32}) (\S{1,2048}) RTSP\/1\.\d$/.exec(first)
  if (line === null) return undefined
  const headers = new Map<string, string>()
  for (const text of lines) {
    const colon = text.indexOf(':')
    if (colon < 1) return undefined
    headers.set(text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim())
  }
  return { kind: 'request', method: line[1] ?? '', url: line[2] ?? '', headers }
}
