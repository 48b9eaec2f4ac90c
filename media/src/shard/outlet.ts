import type { Socket } from 'node:net'

import { FRAME_KIND, framePrefix } from '../feed/frames.ts'
import type { FromShard } from '../feed/messages.ts'
import type { Clock } from '../ingest/clock.ts'
import { type LiveMessage, MESSAGE_TYPE } from '../live/message.ts'

const SLOW_BYTES = 8 * 1024 * 1024
const RECOVERED_BYTES = 1024 * 1024
const SOON_MS = 200

/** The shard's end of the feed: what is watched goes out, skipped to key frames when the gate does not keep up. */
export class Outlet {
  readonly #socket: Socket
  readonly #clock: Clock
  #soon: FromShard[] = []
  #cancelSoon: () => void = () => {}
  /** The watched streams, and whether each waits for a key frame. */
  readonly #watched = new Map<number, { isSkipping: boolean }>()

  constructor(socket: Socket, clock: Clock) {
    this.#socket = socket
    this.#clock = clock
  }

  /** Sends it with others of its kind, and before whatever else is said: each by itself would wake both processes. */
  controlSoon(message: FromShard): void {
    if (this.#soon.length === 0) this.#cancelSoon = this.#clock.after(SOON_MS, () => this.sayAll())
    this.#soon.push(message)
  }

  control(message: FromShard): void {
    this.sayAll()
    this.#say(message)
  }

  /** What was to be said soon is said now. */
  sayAll(): void {
    this.#cancelSoon()
    const messages = this.#soon
    this.#soon = []
    for (const message of messages) this.#say(message)
  }

  #say(message: FromShard): void {
    this.#write(FRAME_KIND.control, Buffer.from(JSON.stringify(message)))
  }

  /** Sends the burst, and from now on what `live` is given of the stream. */
  watch(stream: number, burst: Buffer[]): void {
    this.#watched.set(stream, { isSkipping: false })
    for (const message of burst) this.#write(FRAME_KIND.live, message)
  }

  /** Whether somebody watches a stream. */
  get isWatched(): boolean {
    return this.#watched.size > 0
  }

  unwatch(stream: number): void {
    this.#watched.delete(stream)
  }

  live(stream: number, message: LiveMessage): void {
    const watched = this.#watched.get(stream)
    if (!watched) return
    const { header } = message
    const backlog = this.#socket.writableLength
    if (header.type !== MESSAGE_TYPE.configuration) {
      if (backlog > SLOW_BYTES) watched.isSkipping = true
      else if (header.type === MESSAGE_TYPE.video && header.isKey && backlog < RECOVERED_BYTES)
        watched.isSkipping = false
      if (watched.isSkipping) return
    }
    this.#write(FRAME_KIND.live, message.bytes())
  }

  #write(kind: number, body: Buffer): void {
    this.#socket.cork()
    this.#socket.write(framePrefix(kind, body.length))
    this.#socket.write(body)
    process.nextTick(() => this.#socket.uncork())
  }
}
