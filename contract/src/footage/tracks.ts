/**
 * Takes footage apart whose sound no browser plays as it was recorded (G.711): the picture for one source buffer, and the sound as
 * FLAC for another. The bytes come in any pieces, in order from the start of an fMP4 of the recorder's: docs/protocol.md, "Replay".
 */
import { flacFrame, streamInfo } from './flac.ts'
import { joined } from './joined.ts'
import { decodeG711 } from './g711.ts'
import { G711_RATE, type Law } from './sound-format.ts'

export interface Tracks {
  picture: Uint8Array<ArrayBuffer>
  sound: Uint8Array<ArrayBuffer>
}

interface Box {
  type: string
  /** Its first byte, of its content, and behind it. */
  at: number
  from: number
  end: number
}

const HEAD_BYTES = 8
/** Boxes that hold boxes, on the way to a track's sample entry; `stsd` and the entry's own come after other fields. */
const SOUND_ENTRY = ['mdia', 'minf', 'stbl', 'stsd'] as const
const STSD_FIELDS = 8
/** ISO 14496-12 section 8.8.8: as the recorder writes them: data offset; duration, size, flags and composition offset of each sample. */
const TRUN_FLAGS = 0x000f01
const TRUN_ENTRY = 16

export class FootageTracks {
  readonly #law: Law | undefined
  #rest = new Uint8Array()
  /** What is left of the present mdat, its head included. */
  #dataLeft = 0
  #soundTrack: number | undefined
  #sound: SoundRun | undefined

  /** Without a law the sound is left out. */
  constructor(law: Law | undefined) {
    this.#law = law
  }

  /** Throws for what is no fMP4. */
  take(piece: ArrayBuffer): Tracks {
    const bytes = joined([this.#rest, new Uint8Array(piece)])
    const sound: Uint8Array[] = []
    let at = 0
    while (at < bytes.length) {
      if (this.#dataLeft > 0) {
        const data = bytes.subarray(at, at + this.#dataLeft)
        const flac = this.#sound?.take(data)
        if (flac) sound.push(flac)
        this.#dataLeft -= data.length
        at += data.length
        continue
      }
      const [box] = boxesIn(bytes, at, Infinity)
      if (!box) break
      if (box.type === 'mdat') {
        this.#dataLeft = box.end - box.at
        continue
      }
      if (box.end > bytes.length) break
      const whole = bytes.subarray(box.at, box.end)
      if (box.type === 'ftyp') sound.push(whole.slice())
      if (box.type === 'moov') sound.push(this.#openMovie(whole))
      if (box.type === 'moof') this.#sound = this.#takeFragment(whole)
      at = box.end
    }
    this.#rest = bytes.slice(at)
    return { picture: bytes.subarray(0, at), sound: this.#law ? joined(sound) : new Uint8Array() }
  }

  /** Leaves the sound out of the movie; answers the movie of the sound alone. */
  #openMovie(moov: Uint8Array<ArrayBuffer>): Uint8Array {
    const alone = moov.slice()
    const inside = boxesIn(moov, HEAD_BYTES, moov.length)
    const mvex = inside.find(({ type }) => type === 'mvex')
    const defaults = mvex ? boxesIn(moov, mvex.from, mvex.end) : []
    let entry: Box | undefined
    for (const trak of inside.filter(({ type }) => type === 'trak')) {
      const track = trackIdOf(moov, trak)
      const isSound = handlerOf(moov, trak) === 'soun'
      const from = isSound ? moov : alone
      for (const box of [trak, ...defaults.filter((it) => uint32(moov, it.from + 4) === track)])
        free(from, box)
      if (!isSound) continue
      this.#soundTrack = track
      entry = soundEntry(alone, trak)
    }
    return entry ? asFlac(alone, entry) : new Uint8Array()
  }

  #takeFragment(moof: Uint8Array<ArrayBuffer>): SoundRun | undefined {
    const alone = moof.slice()
    let run: SoundRun | undefined
    for (const traf of boxesIn(moof, HEAD_BYTES, moof.length).filter(({ type }) => type === 'traf')) {
      const inside = boxesIn(moof, traf.from, traf.end)
      const tfhd = inside.find(({ type }) => type === 'tfhd')
      const isSound = tfhd && uint32(moof, tfhd.from + 4) === this.#soundTrack
      if (isSound && this.#law) run = soundRun(alone, inside, this.#law)
      free(isSound ? moof : alone, traf)
    }
    return run
  }
}

/** The sound of one fragment while the bytes behind its moof pass by. */
class SoundRun {
  readonly #moof: Uint8Array<ArrayBuffer>
  readonly #trun: Box
  readonly #law: Law
  readonly #firstSample: number
  readonly #bytes: Uint8Array<ArrayBuffer>
  /** Where its bytes lie, from the start of the moof. */
  readonly #from: number
  #passed: number
  #filled = 0

  constructor(moof: Uint8Array<ArrayBuffer>, trun: Box, law: Law, firstSample: number) {
    this.#moof = moof
    this.#trun = trun
    this.#law = law
    this.#firstSample = firstSample
    this.#from = uint32(moof, trun.from + 8)
    this.#passed = moof.length
    const size = entriesOf(moof, trun).reduce((sum, at) => sum + uint32(moof, at + 4), 0)
    this.#bytes = new Uint8Array(Math.min(size, 1 << 24))
  }

  /** The fragment of FLAC when its last byte is there. */
  take(data: Uint8Array): Uint8Array | undefined {
    const [from, to] = [this.#from - this.#passed, this.#from - this.#passed + this.#bytes.length]
    this.#passed += data.length
    const part = data.subarray(Math.max(0, from), Math.max(0, to))
    this.#bytes.set(part, this.#filled)
    this.#filled += part.length
    return part.length > 0 && this.#filled === this.#bytes.length ? this.#fragment() : undefined
  }

  #fragment(): Uint8Array {
    const moof = this.#moof
    const view = new DataView(moof.buffer, moof.byteOffset)
    const frames: Uint8Array[] = []
    let at = 0
    let sample = this.#firstSample
    for (const entry of entriesOf(moof, this.#trun)) {
      const [duration, size] = [view.getUint32(entry), view.getUint32(entry + 4)]
      const frame = flacFrame(decodeG711(this.#law, this.#bytes.subarray(at, at + size)), sample)
      frames.push(frame)
      view.setUint32(entry + 4, frame.length)
      at += size
      sample += duration
    }
    view.setUint32(this.#trun.from + 8, moof.length + HEAD_BYTES)
    return joined([moof, boxOf('mdat', frames)])
  }
}

function soundRun(moof: Uint8Array<ArrayBuffer>, inside: readonly Box[], law: Law): SoundRun | undefined {
  const trun = inside.find(({ type }) => type === 'trun')
  const tfdt = inside.find(({ type }) => type === 'tfdt')
  if (!trun || !tfdt || (uint32(moof, trun.from) & 0xffffff) !== TRUN_FLAGS) return undefined
  const count = uint32(moof, trun.from + 4)
  if (trun.from + 12 + count * TRUN_ENTRY !== trun.end) return undefined
  return new SoundRun(moof, trun, law, uint32(moof, tfdt.from + 4) * 2 ** 32 + uint32(moof, tfdt.from + 8))
}

/** Where the samples of a run are told. */
function entriesOf(moof: Uint8Array, trun: Box): number[] {
  return Array.from({ length: uint32(moof, trun.from + 4) }, (_, i) => trun.from + 12 + i * TRUN_ENTRY)
}

/** The sample entry of G.711 of one channel; undefined for any other. */
function soundEntry(moov: Uint8Array, trak: Box): Box | undefined {
  let inside: Box | undefined = trak
  for (const type of SOUND_ENTRY)
    inside = inside && boxesIn(moov, inside.from, inside.end).find((it) => it.type === type)
  const [entry] = inside ? boxesIn(moov, inside.from + STSD_FIELDS, inside.end) : []
  if (!entry || (entry.type !== 'alaw' && entry.type !== 'ulaw')) return undefined
  const channels = (moov[entry.from + 16] ?? 0) * 256 + (moov[entry.from + 17] ?? 0)
  return channels === 1 ? entry : undefined
}

/** The movie with that entry as FLAC's, which has a box more: the boxes around it are longer by that. */
function asFlac(moov: Uint8Array<ArrayBuffer>, entry: Box): Uint8Array {
  const view = new DataView(moov.buffer, moov.byteOffset)
  const rate = view.getUint16(entry.from + 24) || G711_RATE
  const dfla = boxOf('dfLa', [new Uint8Array(4), streamInfo(rate)])
  for (const at of around(moov, entry)) view.setUint32(at, view.getUint32(at) + dfla.length)
  named(moov, entry.at, 'fLaC')
  return joined([moov.subarray(0, entry.end), dfla, moov.subarray(entry.end)])
}

/** Where the boxes begin that hold a sample entry, itself and the movie included. */
function around(moov: Uint8Array, entry: Box): number[] {
  const found = [0, entry.at]
  const look = (boxes: readonly Box[]): void => {
    const outer = boxes.find(({ at, end }) => at < entry.at && end >= entry.end)
    if (!outer) return
    found.push(outer.at)
    if (outer.type !== 'stsd') look(boxesIn(moov, outer.from, outer.end))
  }
  look(boxesIn(moov, HEAD_BYTES, moov.length))
  return found
}

function trackIdOf(moov: Uint8Array, trak: Box): number | undefined {
  const tkhd = boxesIn(moov, trak.from, trak.end).find(({ type }) => type === 'tkhd')
  return tkhd && uint32(moov, tkhd.from + (moov[tkhd.from] === 1 ? 20 : 12))
}

function handlerOf(moov: Uint8Array, trak: Box): string | undefined {
  const mdia = boxesIn(moov, trak.from, trak.end).find(({ type }) => type === 'mdia')
  const hdlr = mdia && boxesIn(moov, mdia.from, mdia.end).find(({ type }) => type === 'hdlr')
  return hdlr && String.fromCharCode(...moov.subarray(hdlr.from + 8, hdlr.from + 12))
}

/** Boxes one behind the other; the last may end behind the bytes. */
function boxesIn(bytes: Uint8Array, from: number, end: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + HEAD_BYTES <= Math.min(end, bytes.length);) {
    const size = uint32(bytes, at)
    if (size < HEAD_BYTES || at + size > end) throw new Error(`a box of ${size} bytes`)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    boxes.push({ type, at, from: at + HEAD_BYTES, end: at + size })
    if (end === Infinity) break
    at += size
  }
  return boxes
}

/** Players skip it. */
function free(bytes: Uint8Array, { at }: Box): void {
  named(bytes, at, 'free')
}

function named(bytes: Uint8Array, at: number, type: string): void {
  for (let i = 0; i < 4; i++) bytes[at + 4 + i] = type.charCodeAt(i)
}

function boxOf(type: string, content: readonly Uint8Array[]): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES)
  named(head, 0, type)
  const box = joined([head, ...content])
  new DataView(box.buffer).setUint32(0, box.length)
  return box
}

function uint32(bytes: Uint8Array, at: number): number {
  if (at + 4 > bytes.length) throw new Error('a box that is too short')
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at)
}
