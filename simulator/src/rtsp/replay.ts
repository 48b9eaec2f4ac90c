/** RTSP of stored footage (ONVIF Streaming Specification, "Replay"): where to begin, how fast, and each picture's time in its packets. */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type Card, type Range, rangeOf, type StoredPicture } from '../edge/card.ts'
import type { FirstPacket } from '../media-stream.ts'
import { RTP_CLOCK } from '../rtp/packets.ts'
import { senderReport, writeNtp } from '../rtp/sender-report.ts'
import type { Claim } from './claim.ts'

export const REPLAY = 'onvif-replay'

const FRAMING = 4
const RTP_HEADER = 12
const EXTENSION = 16
const EXTENSION_ID = 0xabac
const HAS_EXTENSION = 0x10
const FLAGS = { clean: 0x80, end: 0x40, discontinuity: 0x20, terminal: 0x10 } as const
const BYE = 203
const TICKS_PER_MS = RTP_CLOCK / 1000

interface Wish {
  fromMs: number
  toMs: number
  /** Key pictures alone, at least so far apart. */
  keysEveryMs: number | undefined
  isPaced: boolean
  cseq: number
}

/** Claims what a card holds for one client; undefined where it asks for anything but the RTSP connection. */
export function claimStored(socket: Socket, card: Card, transportHeader: string): Claim | undefined {
  const asked = /^RTP\/AVP\/TCP;?.*?(?:interleaved=(\d{1,3})(?:-(\d{1,3}))?|$)/i.exec(transportHeader.trim())
  const channel = Number(asked?.[1] ?? 0)
  const reportChannel = Number(asked?.[2] ?? channel + 1)
  if (asked === null || channel > 255 || reportChannel > 255) return undefined
  const playback = new Playback(socket, card, { channel, reportChannel })
  return {
    transport: `RTP/AVP/TCP;unicast;interleaved=${channel}-${reportChannel}`,
    play: (headers) => playback.play(headers),
    pause: () => playback.stop(),
    close: () => playback.stop(),
  }
}

/** One session's way through a card. */
class Playback {
  readonly #socket: Socket
  readonly #card: Card
  readonly #channels: { channel: number; reportChannel: number }
  #run = new AbortController()
  #sequence = 1
  /** Where it goes on after a pause. */
  #atMs: number | undefined
  readonly #ssrc = randomBytes(4).readUInt32BE()

  constructor(socket: Socket, card: Card, channels: { channel: number; reportChannel: number }) {
    this.#socket = socket
    this.#card = card
    this.#channels = channels
  }

  play(headers: ReadonlyMap<string, string>): FirstPacket {
    this.stop()
    this.#run = new AbortController()
    const held = rangeOf(this.#card) ?? { fromMs: Date.now(), toMs: Date.now() }
    const wish = wishOf(headers, held, this.#atMs)
    const sequence = this.#sequence
    const pictures = chosen(
      this.#card.sections.flatMap(({ pictures: own }) => own),
      wish,
    )
    // The answer to the request goes out first.
    setImmediate(() => void this.#send(pictures, wish, this.#run.signal))
    const { fromMs, toMs } = wish
    const timestamp = timestampOf(pictures[0]?.timeMs ?? fromMs)
    return { sequence, timestamp, range: `clock=${clockOf(fromMs)}-${clockOf(toMs)}` }
  }

  stop() {
    this.#run.abort()
  }

  async #send(pictures: readonly StoredPicture[], wish: Wish, signal: AbortSignal): Promise<void> {
    let dueMs = Date.now()
    const firsts = new Set(this.#card.sections.map(({ pictures: [first] }) => first))
    const lasts = new Set(this.#card.sections.map(({ pictures: own }) => own.at(-1)))
    for (const [i, picture] of pictures.entries()) {
      // Nothing is waited for in a pause of the footage.
      if (!firsts.has(picture)) dueMs += picture.timeMs - (pictures[i - 1]?.timeMs ?? picture.timeMs)
      if (wish.isPaced && dueMs > Date.now()) await pause(dueMs - Date.now(), signal)
      if (signal.aborted || this.#socket.destroyed) return
      const isLast = i === pictures.length - 1
      let flags = picture.isKey ? FLAGS.clean : 0
      if (i === 0 || firsts.has(picture) || wish.keysEveryMs !== undefined) flags |= FLAGS.discontinuity
      if (isLast) flags |= FLAGS.terminal
      if (lasts.has(picture)) flags |= FLAGS.end
      this.#atMs = picture.timeMs
      if (!this.#socket.write(this.#packets(picture, flags, wish.cseq))) await drained(this.#socket, signal)
    }
    if (!signal.aborted) this.#bye()
  }

  /** The stored packets of a picture with new headers, the first with its time. */
  #packets({ run, timeMs }: StoredPicture, flags: number, cseq: number): Buffer {
    const { framed, starts } = run
    const out = Buffer.alloc(framed.length + EXTENSION)
    let at = 0
    for (const [i, start] of starts.entries()) {
      const packet = framed.subarray(start + FRAMING, starts[i + 1] ?? framed.length)
      const isFirst = i === 0
      out[at] = 0x24
      out[at + 1] = this.#channels.channel
      out.writeUInt16BE(packet.length + (isFirst ? EXTENSION : 0), at + 2)
      at += FRAMING
      packet.copy(out, at, 0, RTP_HEADER)
      if (isFirst) out[at] = (out[at] ?? 0) | HAS_EXTENSION
      out.writeUInt16BE(this.#sequence, at + 2)
      out.writeUInt32BE(timestampOf(timeMs), at + 4)
      out.writeUInt32BE(this.#ssrc, at + 8)
      at += RTP_HEADER
      if (isFirst) {
        writeExtension(out, at, timeMs, flags, cseq)
        at += EXTENSION
      }
      at += packet.copy(out, at, RTP_HEADER)
      this.#sequence = (this.#sequence + 1) & 0xffff
    }
    return out
  }

  #bye() {
    const timeMs = this.#atMs ?? Date.now()
    const counts = { packetCount: 0, octetCount: 0 }
    const ssrc = this.#ssrc
    const report = senderReport({ ssrc, timeMs, timestamp: timestampOf(timeMs), ...counts, name: 'card' })
    const bye = Buffer.from([0x81, BYE, 0, 1, 0, 0, 0, 0])
    bye.writeUInt32BE(ssrc, 4)
    const { length } = report
    const framing = Buffer.from([0x24, this.#channels.reportChannel, (length + 8) >> 8, (length + 8) & 255])
    this.#socket.write(Buffer.concat([framing, report, bye]))
  }
}

/**
 *      |        0xABAC         |       length = 3      |
 *      |     NTP timestamp, 32 bits of s, 32 of fraction     |
 *      |C|E|D|T|  mbz  |     CSeq      |    padding    |
 */
function writeExtension(out: Buffer, at: number, timeMs: number, flags: number, cseq: number) {
  out.writeUInt16BE(EXTENSION_ID, at)
  out.writeUInt16BE(3, at + 2)
  writeNtp(out, at + 4, timeMs)
  out[at + 12] = flags
  out[at + 13] = cseq & 255
}

function wishOf(headers: ReadonlyMap<string, string>, held: Range, atMs: number | undefined): Wish {
  const asked = /^clock=([\dTZ.]{1,24})?-([\dTZ.]{1,24})?/i.exec(headers.get('range') ?? '')
  const frames = /^intra(?:\/(\d{1,9}))?/i.exec(headers.get('frames') ?? '')
  return {
    fromMs: Math.max(held.fromMs, timeOfClock(asked?.[1]) ?? atMs ?? held.fromMs),
    toMs: Math.min(held.toMs, timeOfClock(asked?.[2]) ?? held.toMs),
    keysEveryMs: frames === null ? undefined : Number(frames[1] ?? 0),
    isPaced: headers.get('rate-control') !== 'no',
    cseq: Number(headers.get('cseq') ?? 0),
  }
}

/** From the key picture at or before the start. */
function chosen(pictures: readonly StoredPicture[], { fromMs, toMs, keysEveryMs }: Wish): StoredPicture[] {
  const start = pictures.findLastIndex(({ isKey, timeMs }) => isKey && timeMs <= fromMs)
  const within = pictures.slice(Math.max(0, start)).filter(({ timeMs }) => timeMs <= toMs)
  if (keysEveryMs === undefined) return within
  let lastMs = Number.NEGATIVE_INFINITY
  return within.filter(({ isKey, timeMs }) => {
    const isWanted = isKey && timeMs - lastMs >= keysEveryMs
    if (isWanted) lastMs = timeMs
    return isWanted
  })
}

const timestampOf = (timeMs: number): number => (timeMs * TICKS_PER_MS) % 2 ** 32

/** `20261126T162317.040Z` (RFC 2326 section 3.7). */
export function clockOf(timeMs: number): string {
  return new Date(timeMs).toISOString().replaceAll(/[-:]/g, '')
}

function timeOfClock(text: string | undefined): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/i.exec(text ?? '')
  if (parts === null) return undefined
  const [, year, month, day, hour, minute, second, fraction = ''] = parts
  const timeMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  return Number.isNaN(timeMs) ? undefined : timeMs
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

function drained(socket: Socket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      socket.off('drain', go).off('close', go)
      resolve()
    }
    socket.once('drain', go).once('close', go)
    signal.addEventListener('abort', go, { once: true })
  })
}
