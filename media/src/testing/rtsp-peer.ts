import { createServer } from 'node:net'
import type { Socket } from 'node:net'

import type { Footage } from './footage.ts'
import { listenOnLoopback } from './listening.ts'

const FRAME_TICKS = 3600
const FRAME_MS = 40
const MAX_PAYLOAD = 1400

/** A camera for tests: RTSP over TCP with one H.264 track at 25 fps, in a loop. Scripted, and no more than a test needs. */
export class RtspPeer {
  readonly #server = createServer((socket) => this.#serve(socket))
  readonly #sockets = new Set<Socket>()
  #port = 0
  #footage: Footage
  #isRefusing = false
  #isPaused = false
  readonly #pictures = new Set<() => void>()
  /** Sessions that were played so far. */
  plays = 0

  private constructor(footage: Footage) {
    this.#footage = footage
  }

  static async start(footage: Footage): Promise<RtspPeer> {
    const peer = new RtspPeer(footage)
    peer.#port = await listenOnLoopback(peer.#server)
    return peer
  }

  get url(): string {
    return `rtsp://127.0.0.1:${this.#port}/live`
  }

  /** Makes DESCRIBE answer 401 from now on, whatever the credentials. */
  refuseEveryone(): void {
    this.#isRefusing = true
  }

  admitEveryone(): void {
    this.#isRefusing = false
  }

  /** What later sessions show. */
  show(footage: Footage): void {
    this.#footage = footage
  }

  /** Sessions stay open and send nothing, as a camera that hangs. */
  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
  }

  /** Sends each session its next picture, while they are paused too. */
  step(): void {
    for (const showNext of this.#pictures) showNext()
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.hangUp()
    await closed
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    let pending = ''
    let stop = (): void => {}
    socket.on('close', () => {
      this.#sockets.delete(socket)
      stop()
    })
    // The other side hangs up when it pleases.
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1')
      for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
        const request = pending.slice(0, end)
        pending = pending.slice(end + 4)
        this.#answer(socket, request)
        if (request.startsWith('PLAY')) stop = this.#play(socket)
      }
    })
  }

  #answer(socket: Socket, request: string): void {
    const method = request.slice(0, request.indexOf(' '))
    const cseq = /^cseq: *(\d+)/im.exec(request)?.[1] ?? '0'
    const reply = (status: string, headers: string[], body = '') =>
      socket.write([`RTSP/1.0 ${status}`, `CSeq: ${cseq}`, ...headers, '', body].join('\r\n'))
    if (method === 'DESCRIBE' && this.#isRefusing)
      reply('401 Unauthorized', ['WWW-Authenticate: Digest realm="peer", nonce="1"'])
    else if (method === 'DESCRIBE') {
      const sdp = this.#sdp()
      reply(
        '200 OK',
        ['Content-Type: application/sdp', `Content-Base: ${this.url}/`, `Content-Length: ${sdp.length}`],
        sdp,
      )
    } else if (method === 'SETUP')
      reply('200 OK', ['Transport: RTP/AVP/TCP;unicast;interleaved=0-1', 'Session: 1;timeout=60'])
    else if (method === 'OPTIONS')
      reply('200 OK', ['Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN, GET_PARAMETER'])
    else reply('200 OK', ['Session: 1'])
  }

  #sdp(): string {
    const { sps, pps } = this.#footage
    const sets = `${sps.toString('base64')},${pps.toString('base64')}`
    return [
      'v=0',
      'o=- 1 1 IN IP4 127.0.0.1',
      's=peer',
      't=0 0',
      'm=video 0 RTP/AVP 96',
      'c=IN IP4 0.0.0.0',
      'a=rtpmap:96 H264/90000',
      `a=fmtp:96 packetization-mode=1;sprop-parameter-sets=${sets}`,
      'a=control:track1',
      '',
    ].join('\r\n')
  }

  #play(socket: Socket): () => void {
    this.plays++
    const { pictures } = this.#footage
    const packets = new RtpPackets()
    let index = 0
    const showNext = () => {
      for (const packet of packets.of(pictures[index % pictures.length]?.units ?? [], index * FRAME_TICKS))
        socket.write(packet)
      index++
    }
    const tick = () => {
      if (!this.#isPaused) showNext()
    }
    const timer = setInterval(tick, FRAME_MS)
    tick()
    this.#pictures.add(showNext)
    return () => {
      clearInterval(timer)
      this.#pictures.delete(showNext)
    }
  }
}

/** Interleaved frames (RFC 2326 section 10.12) with RTP packets of H.264 (RFC 6184). */
class RtpPackets {
  #sequence = 0

  of(units: Buffer[], timestamp: number): Buffer[] {
    const payloads = units.flatMap(fragments)
    return payloads.map((payload, at) => this.#packet(payload, timestamp, at === payloads.length - 1))
  }

  #packet(payload: Buffer, timestamp: number, isLast: boolean): Buffer {
    const head = Buffer.alloc(4 + 12)
    head[0] = 0x24
    head.writeUInt16BE(12 + payload.length, 2)
    head[4] = 0x80
    head[5] = 96 | (isLast ? 0x80 : 0)
    head.writeUInt16BE(this.#sequence++ & 0xffff, 6)
    head.writeUInt32BE(timestamp >>> 0, 8)
    head.writeUInt32BE(0x76656465, 12)
    return Buffer.concat([head, payload])
  }
}

/** The unit itself, or its FU-A fragments (RFC 6184 section 5.8). */
function fragments(unit: Buffer): Buffer[] {
  if (unit.length <= MAX_PAYLOAD) return [unit]
  const header = unit[0] ?? 0
  const parts: Buffer[] = []
  for (let at = 1; at < unit.length; at += MAX_PAYLOAD) {
    const part = unit.subarray(at, at + MAX_PAYLOAD)
    const start = at === 1 ? 0x80 : 0
    const end = at + MAX_PAYLOAD >= unit.length ? 0x40 : 0
    parts.push(Buffer.concat([Buffer.from([(header & 0xe0) | 28, start | end | (header & 31)]), part]))
  }
  return parts
}
