import type { Socket } from 'node:net'

import { FRAME_KIND, framePrefix } from '../feed/frames.ts'
import type { FromShard } from '../feed/messages.ts'
import { type LiveMessage, MESSAGE_TYPE } from '../live/message.ts'

const SLOW_BYTES = 8 * 1024 * 1024
const RECOVERED_BYTES = 1024 * 1024

/** The shard's end of the feed: what is watched goes out, skipped to key frames when the gate does not keep up. */
export class Outlet {
  readonly #socket: Socket
  /** The watched streams, and whether each waits for a key frame. */
  readonly #watched = new Map<number, { isSkipping: boolean }>()

  constructor(socket: Socket) {
    this.#socket = socket
  }

  control(message: FromShard): void {
    this.#write(FRAME_KIND.control, Buffer.from(JSON.stringify(message)))
  }

  /** Sends the burst, and from now on what `live` is given of the stream. */
  watch(stream: number, burst: Buffer[]): void {
    this.#watched.set(stream, { isSkipping: false })
    for (const message of burst) this.#write(FRAME_KIND.live, message)
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
