/** Where footage goes to be played: one source buffer for what is played as it was recorded, and one for sound made playable. */
import { mediaSourceClass } from './abilities.ts'
import type { FootagePart, Piece } from './footage.ts'
import { FootageTracks } from '@vedette/contract/footage/tracks'
import { isInSegments, lawOf } from '@vedette/contract/footage/sound-format'

/** `other`: the source has been opened for other tracks, and takes no more of this. */
export type Taken = 'taken' | 'other' | 'unplayable'

interface Place {
  /** Media time at which the part's own time begins, s. */
  offsetS: number
  /** Where it plays, media time in s. */
  wantedS: number
  /** How much of what comes after that stays. */
  keptAheadS: number
  signal: AbortSignal
}

interface Layout {
  /** Which tracks there are, and in which buffer: a source can't change it. */
  shape: 'picture' | 'together' | 'apart'
  picture: string
  /** The type of the sound where it has a buffer of its own. */
  sound?: string
  /** What is taken apart on its way. */
  tracks?: FootageTracks
}

const KEPT_S = 40
/** As browsers write it. */
const FLAC_TYPES = ['audio/mp4; codecs="flac"', 'audio/mp4; codecs="fLaC"']

export class FootageBuffers {
  readonly source: MediaSource
  #layout: Layout | undefined
  #picture: SourceBuffer | undefined
  #sound: SourceBuffer | undefined
  /** What is buffered from here on is an earlier stretch's: what lies between is not known to be a gap. */
  #staleFromS = Infinity
  /** Buffers that remove something, which can't be interrupted. */
  readonly #removing = new Set<SourceBuffer>()

  constructor() {
    this.source = new (mediaSourceClass())()
  }

  get isUpdating(): boolean {
    return this.#buffers.some(({ updating }) => updating)
  }

  get staleFromS(): number {
    return this.#staleFromS
  }

  /** What comes next does not follow on what came last. */
  restart(atS: number): void {
    this.#staleFromS = atS
    if (this.source.readyState !== 'open') return
    // Nobody waits any more for what is being added.
    for (const buffer of this.#buffers) if (!this.#removing.has(buffer)) buffer.abort()
  }

  async append({ bytes, part, isFirst }: Piece, isKeys: boolean, place: Place): Promise<Taken> {
    // What was being added when the clock went elsewhere.
    for (const buffer of this.#buffers) await updated(buffer)
    if (place.signal.aborted) return 'taken'
    if (isFirst) {
      // Pieces end anywhere: what is left of a box would take the beginning of this one for its rest.
      if (this.source.readyState === 'open') for (const buffer of this.#buffers) buffer.abort()
      const taken = this.#open(part, isKeys)
      if (taken !== 'taken') return taken
      for (const buffer of this.#buffers) buffer.timestampOffset = place.offsetS
    }
    await this.#trim(place)
    if (place.signal.aborted) return 'taken'
    const { picture, sound } = this.#layout?.tracks?.take(bytes) ?? { picture: bytes, sound: undefined }
    await Promise.all([added(this.#picture, picture), added(this.#sound, sound)])
    return 'taken'
  }

  get #buffers(): SourceBuffer[] {
    return [this.#picture, this.#sound].filter((it) => it !== undefined)
  }

  #open(part: FootagePart, isKeys: boolean): Taken {
    const layout = layoutOf(part.Codecs, isKeys)
    if (!layout) return 'unplayable'
    const before = this.#layout
    if (before && before.shape !== layout.shape) return 'other'
    this.#layout = layout
    if (!before) {
      this.#picture = this.#added(layout.picture)
      if (layout.sound) this.#sound = this.#added(layout.sound)
    } else if (before.picture !== layout.picture) this.#picture?.changeType(layout.picture)
    return 'taken'
  }

  #added(type: string): SourceBuffer {
    const buffer = this.source.addSourceBuffer(type)
    buffer.mode = 'segments'
    return buffer
  }

  /** What lies far from where it plays makes room. */
  async #trim({ wantedS, keptAheadS }: Place): Promise<void> {
    for (const buffer of this.#buffers) {
      const { buffered } = buffer
      if (buffered.length === 0) continue
      if (this.#staleFromS < Infinity) await this.#remove(buffer, this.#staleFromS, Infinity)
      if (buffered.length > 0 && wantedS - buffered.start(0) > KEPT_S * 2)
        await this.#remove(buffer, 0, wantedS - KEPT_S)
      const last = buffered.length - 1
      if (last >= 0 && buffered.end(last) - wantedS > 2 * keptAheadS)
        await this.#remove(buffer, wantedS + keptAheadS, Infinity)
    }
    this.#staleFromS = Infinity
  }

  async #remove(buffer: SourceBuffer, fromS: number, toS: number): Promise<void> {
    this.#removing.add(buffer)
    buffer.remove(fromS, toS)
    await updated(buffer)
    this.#removing.delete(buffer)
  }
}

/** Undefined where this browser does not play the picture. */
function layoutOf(codecs: string, isKeys: boolean): Layout | undefined {
  const supports = (type: string): boolean => mediaSourceClass().isTypeSupported(type)
  const [video, audio] = codecs.split(',').map((it) => it.trim())
  const alone = `video/mp4; codecs="${video}"`
  const whole = `video/mp4; codecs="${codecs}"`
  if (audio === undefined) return supports(alone) ? { shape: 'picture', picture: alone } : undefined
  if (!isKeys && isInSegments(audio) && supports(whole)) return { shape: 'together', picture: whole }
  if (!supports(alone)) return undefined
  // Key frames come without their sound, though the movie's head tells of it.
  const law = isKeys ? undefined : lawOf(audio)
  const sound = law && FLAC_TYPES.find(supports)
  if (!sound) return { shape: 'picture', picture: alone, tracks: new FootageTracks(undefined) }
  return { shape: 'apart', picture: alone, sound, tracks: new FootageTracks(law) }
}

async function added(buffer: SourceBuffer | undefined, bytes: BufferSource | undefined): Promise<void> {
  if (!buffer || !bytes || bytes.byteLength === 0) return
  buffer.appendBuffer(bytes)
  await updated(buffer)
}

function updated(buffer: SourceBuffer): Promise<void> {
  if (!buffer.updating) return Promise.resolve()
  return new Promise((resolve) => {
    buffer.addEventListener('updateend', () => resolve(), { once: true })
  })
}
