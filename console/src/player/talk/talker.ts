/** One person's talk with one device: opens the way, says what the microphone hears or a phrase, and tells how it goes. */
import type { SpeechCodec, TalkEnd, TalkNotice } from '@vedette/contract/live-message'

import type { MediaLink } from '../media-link.ts'
import { levelOf } from './level.ts'
import { Microphone, type MicrophoneTrouble } from './microphone.ts'
import { canEncode, type SpeechEncoder, speechEncoder } from './speech-encoder.ts'
import type { SpeechSource } from './speech-source.ts'

export type TalkTrouble = MicrophoneTrouble | 'noCodec' | 'lost' | TalkEnd

export interface TalkView {
  /** `asking`: the person has to allow the microphone; `opening`: the device has to answer. */
  state: 'off' | 'asking' | 'opening' | 'speaking'
  /** Loudness of the speech, 0 to 1. */
  level: number
  trouble: TalkTrouble | undefined
  /** Who speaks instead. */
  by: string
}

export const SILENT: TalkView = { state: 'off', level: 0, trouble: undefined, by: '' }

interface Device {
  did: string
  channel: number
}

/** The microphone stays open for the next word. */
const REST_MS = 15_000

export class Talker {
  readonly #link: MediaLink
  readonly #device: Device
  readonly #tell: (view: TalkView) => void
  #view = SILENT
  #microphone: Microphone | undefined
  /** What belongs to the talk under way. */
  #source: SpeechSource | undefined
  #encoder: SpeechEncoder | undefined
  #rest: ReturnType<typeof setTimeout> | undefined
  #detach: (() => void) | undefined
  /** Counts the talks: what was asked for an earlier one means nothing. */
  #turn = 0

  constructor(link: MediaLink, device: Device, tell: (view: TalkView) => void) {
    this.#link = link
    this.#device = device
    this.#tell = tell
  }

  /** Until `stop`, or the end of the phrase. What goes wrong is told, and ends it. */
  async start(codec: SpeechCodec, phrase?: SpeechSource): Promise<void> {
    if (this.#view.state !== 'off') return
    const turn = ++this.#turn
    clearTimeout(this.#rest)
    this.#set({ ...SILENT, state: phrase ? 'opening' : 'asking' })
    if (!(await canEncode(codec))) return this.#fails(turn, 'noCodec')
    const source = phrase ?? this.#microphone ?? (await this.#openMicrophone(turn))
    if (!source || turn !== this.#turn) return
    this.#source = source
    this.#set({ ...this.#view, state: 'opening' })
    this.#detach = this.#link.talk(this.#device, (notice) => this.#hear(turn, notice))
  }

  stop(): void {
    if (this.#view.state === 'off') return
    this.#end(SILENT)
  }

  close(): void {
    this.stop()
    clearTimeout(this.#rest)
    this.#microphone?.close()
    this.#microphone = undefined
  }

  async #openMicrophone(turn: number): Promise<Microphone | undefined> {
    const outcome = await Microphone.open()
    if (!outcome.ok) {
      this.#fails(turn, outcome.trouble)
      return undefined
    }
    // Let go of while the browser asked: what it gave is given back.
    if (turn !== this.#turn) outcome.microphone.close()
    else this.#microphone = outcome.microphone
    return outcome.microphone
  }

  #hear(turn: number, notice: TalkNotice | undefined): void {
    if (turn !== this.#turn) return
    if (notice === undefined) this.#fails(turn, 'lost')
    else if (notice.state === 'over') this.#fails(turn, notice.reason, notice.by)
    else this.#speak(turn, notice.codec, notice.sampleRate)
  }

  #speak(turn: number, codec: SpeechCodec, sampleRate: number): void {
    this.#encoder = speechEncoder(codec, sampleRate, (sound) => this.#link.say(sound))
    this.#set({ ...this.#view, state: 'speaking' })
    const take = (samples: Float32Array<ArrayBuffer>): void => {
      this.#encoder?.encode(samples)
      this.#set({ ...this.#view, level: levelOf(samples) })
    }
    const isPhrase = this.#source !== this.#microphone
    this.#source?.listen(sampleRate, take, () => (isPhrase ? this.stop() : this.#fails(turn, 'noMicrophone')))
  }

  #fails(turn: number, trouble: TalkTrouble, by = ''): void {
    if (turn === this.#turn) this.#end({ ...SILENT, trouble, by })
  }

  #end(view: TalkView): void {
    this.#turn++
    this.#detach?.()
    this.#detach = undefined
    this.#encoder?.close()
    this.#encoder = undefined
    this.#source?.rest()
    this.#source = undefined
    this.#rest = setTimeout(() => {
      this.#microphone?.close()
      this.#microphone = undefined
    }, REST_MS)
    this.#set(view)
  }

  #set(view: TalkView): void {
    this.#view = view
    this.#tell(view)
  }
}
