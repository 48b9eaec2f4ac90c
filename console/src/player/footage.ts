/** Recorded footage as pieces of fMP4, fetched in small parts so that nine windows never wait for each other's connections. */

import { requestBase } from '../wire/settings.ts'

export interface FootagePart {
  Url: string
  Origin: number
  From: number
  To: number
  Codecs: string
}

export interface FootageRange {
  From: number
  To: number
  Form: 'play' | 'keys'
  Speed: number
}

/** Asks for the parts of a range; none where nothing is recorded. */
export type AskFootage = (range: FootageRange, signal: AbortSignal) => Promise<FootagePart[]>

export interface Piece {
  bytes: ArrayBuffer
  part: FootagePart
  /** The first of its part, which begins with what a decoder is configured by. */
  isFirst: boolean
  /** It ends before its time: what follows could not be read. */
  isCut: boolean
}

/** Length of one fetched range; the URL of a whole hour would have to outlive its five minutes. */
const RANGE_MS = 4 * 60_000
/** Media seconds of key frames that are fetched together. */
const KEYS_S = 15
const PIECE_BYTES = 512 * 1024
/** Enough for the first picture of a small stream: nine windows that jump together fetch no more than this before they paint. */
const FIRST_BYTES = 192 * 1024
/** What the recorder has not told of yet. */
const NEWEST_MS = 1500

/** Its URL is over, or what it named was deleted or added to. */
class FootageGone extends Error {
  constructor(answer: number | string) {
    super(`footage answered ${answer}`)
  }
}

/** The server says that this person may not have it. */
export class FootageDenied extends Error {}

/** The pieces from a moment on, forwards or backwards; `next` fetches one when it is wanted. */
export class Footage {
  readonly #ask: AskFootage
  readonly #speed: number
  readonly #isKeys: boolean
  readonly #signal: AbortSignal
  readonly #now: () => number
  readonly #untilMs: number
  #cursorMs: number
  #parts: FootagePart[] = []
  #offset = 0
  #layout: string | undefined
  #rangeEndMs: number

  constructor(
    ask: AskFootage,
    fromMs: number,
    {
      speed,
      isKeys,
      now,
      signal,
      untilMs,
    }: {
      speed: number
      isKeys: boolean
      now: () => number
      signal: AbortSignal
      /** What lies beyond is not wanted. */
      untilMs: number | undefined
    },
  ) {
    this.#ask = ask
    this.#cursorMs = fromMs
    this.#rangeEndMs = fromMs
    this.#speed = isKeys ? speed : 1
    this.#isKeys = isKeys
    this.#signal = signal
    this.#now = now
    this.#untilMs = untilMs ?? this.#speed * Infinity
  }

  /** Up to where all that there is has been handed out. */
  get doneMs(): number {
    return this.#cursorMs
  }

  /** Undefined when there is nothing more for now: at the newest end, or before the first picture. */
  async next(): Promise<Piece | undefined> {
    if (this.#parts.length === 0 && !(await this.#askOn())) return undefined
    const [part] = this.#parts
    if (!part) return undefined
    const piece = await (this.#isKeys ? this.#whole(part) : this.#some(part))
    if (!piece.isMore) {
      this.#parts.shift()
      this.#offset = 0
      this.#cursorMs = this.#parts.length === 0 ? this.#rangeEndMs : this.#speed < 0 ? part.From : part.To
    }
    return { bytes: piece.bytes, part, isFirst: piece.isFirst, isCut: piece.isCut }
  }

  async #askOn(): Promise<boolean> {
    const from = this.#cursorMs
    const newestMs = this.#now() - NEWEST_MS
    if (this.#speed > 0 ? from >= Math.min(newestMs, this.#untilMs) : from <= Math.max(0, this.#untilMs))
      return false
    const reach = this.#isKeys ? KEYS_S * 1000 * this.#speed : RANGE_MS
    const to =
      this.#speed > 0 ? Math.min(from + reach, this.#untilMs) : Math.max(0, from + reach, this.#untilMs)
    const range = { From: Math.floor(Math.min(from, to)), To: Math.ceil(Math.max(from, to)) }
    const form = this.#isKeys ? 'keys' : 'play'
    this.#parts = await this.#ask(
      { ...range, Form: form, Speed: this.#isKeys ? this.#speed : 8 },
      this.#signal,
    )
    const last = this.#parts.at(-1)
    if (this.#speed < 0) this.#rangeEndMs = range.From
    else {
      // The newest end grows: from its last picture on it is asked for again.
      const isAtNewest = range.To >= newestMs
      this.#rangeEndMs = isAtNewest ? (last && last.To > from ? last.To : Math.max(from, newestMs)) : range.To
    }
    if (this.#parts.length === 0) this.#cursorMs = this.#rangeEndMs
    return this.#parts.length > 0
  }

  async #some(part: FootagePart): Promise<Omit<Piece, 'part'> & { isMore: boolean }> {
    const from = this.#offset
    const response = await this.#fetch(part, {
      Range: `bytes=${from}-${from + (from === 0 ? FIRST_BYTES : PIECE_BYTES) - 1}`,
    })
    const isFirst = from === 0
    const isBeyond = response.status === 416
    if (!response.ok && !isBeyond) throw new FootageGone(response.status)
    const layout = response.headers.get('x-vedette-layout') ?? undefined
    // Asked before the end is believed: a gap that is being filled ends its part, and there is less of it for a while.
    if (!isFirst && layout !== this.#layout) throw new FootageGone('with other bytes before these')
    if (isBeyond) return { bytes: new ArrayBuffer(0), isMore: false, isFirst, isCut: false }
    this.#layout = layout
    const { bytes, isCut } = await bytesOf(response, this.#signal)
    this.#offset += bytes.byteLength
    const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? 0)
    const isMore = isCut || (bytes.byteLength > 0 && this.#offset < total)
    return { bytes, isMore, isFirst, isCut }
  }

  async #whole(part: FootagePart): Promise<Omit<Piece, 'part'> & { isMore: boolean }> {
    const response = await this.#fetch(part)
    if (!response.ok) throw new FootageGone(response.status)
    return { bytes: await response.arrayBuffer(), isMore: false, isFirst: true, isCut: false }
  }

  #fetch({ Url }: FootagePart, headers: Record<string, string> = {}): Promise<Response> {
    const signal = this.#signal
    return fetch(requestBase + Url, { headers, signal, credentials: 'omit', cache: 'no-store' })
  }
}

/** What came of a body, although it may have ended before its time. */
async function bytesOf(
  response: Response,
  signal: AbortSignal,
): Promise<{ bytes: ArrayBuffer; isCut: boolean }> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let isCut = false
  try {
    for await (const piece of response.body ?? []) pieces.push(piece)
  } catch (cause) {
    // The server ends the connection where a file ends before its time, or is damaged.
    if (signal.aborted) throw cause
    isCut = true
  }
  return { bytes: await new Blob(pieces).arrayBuffer(), isCut }
}
