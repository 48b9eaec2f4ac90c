/** One camera in the vision process: from live messages to what is seen. */
import { MESSAGE_TYPE, readHeader } from '@vedette/media/live/message'

import type { Decoders, StreamDecoder } from '../decode/decoder.ts'
import { configurationOf, unitOf } from '../decode/live-video.ts'
import { CameraLook, type LookHooks } from '../look/camera-look.ts'
import type { LookSettings } from '../settings.ts'
import type { LookState } from './messages.ts'

const SHORTEST_S = 0.5

export class WatchedStream {
  readonly #stream: number
  readonly #decoder: StreamDecoder
  readonly #look: CameraLook
  #fault = ''
  #looks = 0
  #countedMs: number
  #isResting = false
  /** After a rest, and after a gap, nothing is decoded before a key frame. */
  #awaitsKey = true

  constructor(stream: number, settings: LookSettings, decoders: Decoders, hooks: LookHooks, nowMs: number) {
    this.#stream = stream
    this.#countedMs = nowMs
    this.#look = new CameraLook(settings, hooks)
    this.#decoder = decoders.open({
      onPicture: (picture, atMs) => {
        this.#fault = ''
        this.#looks++
        this.#look.look(picture, atMs)
      },
      onFault: (detail) => {
        this.#fault = detail
        this.#awaitsKey = true
      },
    })
  }

  get look(): CameraLook {
    return this.#look
  }

  get isBehind(): boolean {
    return this.#decoder.isBehind()
  }

  push(message: Buffer): void {
    const header = readHeader(message)
    if (!header) return
    if (header.type === MESSAGE_TYPE.configuration) {
      const configuration = configurationOf(message, header)
      this.#awaitsKey = true
      if (configuration) this.#decoder.configure(configuration)
      else this.#fault = 'The codec of this stream is not one that is decoded here.'
      return
    }
    const unit = unitOf(message, header)
    if (!unit) return
    // What the gate had in its cache is past.
    if (unit.isKey) this.#awaitsKey = false
    if (this.#awaitsKey) return
    if (this.#isResting) this.#awaitsKey = true
    this.#decoder.push(unit)
  }

  /** While it rests, key frames alone are decoded. */
  rest(isResting: boolean): void {
    this.#isResting = isResting
  }

  state(nowMs: number): LookState {
    const seconds = Math.max(SHORTEST_S, (nowMs - this.#countedMs) / 1000)
    const looksPerSecond = Math.round((this.#looks / seconds) * 10) / 10
    this.#looks = 0
    this.#countedMs = nowMs
    return { stream: this.#stream, looksPerSecond, isResting: this.#isResting, fault: this.#fault }
  }

  close(): void {
    this.#look.close()
    this.#decoder.close()
  }
}
