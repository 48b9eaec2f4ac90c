import type { Viewer } from '../media-stream.ts'
import type { PacketRun } from '../rtp/packets.ts'
import { RTP_CLOCK } from '../rtp/packets.ts'
import { reportedMs } from '../rtp/sender-report.ts'
import type { VideoStream } from '../video-stream.ts'

/** One stored access unit. */
export interface StoredPicture {
  /** By the device's own clock. */
  timeMs: number
  isKey: boolean
  run: PacketRun
}

/** What was stored without a pause; its first picture is a key picture. */
interface Section {
  pictures: StoredPicture[]
  /** The description that its pictures need. */
  readonly sets: { sps: Buffer; pps: Buffer }
}

const LARGEST = 64 * 1024 * 1024
/** Pictures further apart do not belong together, and neither do those of a clock that was set. */
const PAUSE_MS = 1000
const TICKS_PER_MS = RTP_CLOCK / 1000

/** A camera's memory card: keeps its main stream whether or not anybody watches, and forgets the oldest when it is full. */
export class Card implements Viewer {
  readonly sections: Section[] = []
  readonly #stream: VideoStream
  readonly #clockOffsetMs: () => number
  #report = { timeMs: 0, timestamp: 0 }
  #bytes = 0

  constructor(stream: VideoStream, clockOffsetMs: () => number) {
    this.#stream = stream
    this.#clockOffsetMs = clockOffsetMs
    stream.addViewer(this, Date.now())
  }

  takeOut() {
    this.#stream.removeViewer(this)
  }

  report(packet: Buffer) {
    this.#report = reportedMs(packet)
  }

  frame(run: PacketRun, isKey: boolean): boolean {
    const { timeMs: reportMs, timestamp } = this.#report
    const goneTicks = (timestampOf(run) - timestamp) | 0
    const timeMs = Math.round(reportMs + goneTicks / TICKS_PER_MS + this.#clockOffsetMs())
    let section = this.sections.at(-1)
    const goneMs = timeMs - (section?.pictures.at(-1)?.timeMs ?? 0)
    if (isKey && (goneMs > PAUSE_MS || goneMs < 0)) {
      section = { pictures: [], sets: this.#stream.source.parameterSets }
      this.sections.push(section)
    }
    section?.pictures.push({ timeMs, isKey, run })
    this.#bytes += run.framed.length
    while (this.#bytes > LARGEST) this.#forget()
    return true
  }

  /** The camera sends another codec from now on, which no card here stores. */
  end() {}

  /** The oldest GOP. */
  #forget() {
    const [section] = this.sections
    if (section === undefined) return
    const nextKey = section.pictures.findIndex(({ isKey }, i) => i > 0 && isKey)
    const gone = section.pictures.splice(0, nextKey < 0 ? section.pictures.length : nextKey)
    this.#bytes -= gone.reduce((sum, { run }) => sum + run.framed.length, 0)
    if (section.pictures.length === 0) this.sections.shift()
  }
}

function timestampOf({ framed, starts }: PacketRun): number {
  return framed.readUInt32BE((starts[0] ?? 0) + 8)
}

export interface Range {
  fromMs: number
  toMs: number
}

/** From the first picture to the last, pauses included; undefined while there is nothing. */
export function rangeOf({ sections }: Card): Range | undefined {
  const ranges = stretchesOf(sections)
  const [first, last] = [ranges[0], ranges.at(-1)]
  return first && last && { fromMs: first.fromMs, toMs: last.toMs }
}

/** The ranges between the pauses. */
export function stretchesOf(sections: readonly Section[]): Range[] {
  return sections.flatMap(({ pictures }) => {
    const [first, last] = [pictures[0], pictures.at(-1)]
    return first && last ? [{ fromMs: first.timeMs, toMs: last.timeMs }] : []
  })
}
