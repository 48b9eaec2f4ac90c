import { cachedCopy, MESSAGE_TYPE } from './message.ts'
import type { LiveMessage } from './message.ts'

const MAX_BYTES = 16 * 1024 * 1024
/** Half a minute of 25 pictures and 50 packets of sound a second. */
const MAX_MESSAGES = 2250

interface Entry {
  message: LiveMessage
  /** Made for the first who asks, shared by all who follow. */
  marked?: LiveMessage
}

/** The current GOP of one stream, ready to send. */
export class GopCache {
  #configuration: LiveMessage | undefined
  #entries: Entry[] = []
  #bytes = 0

  push(message: LiveMessage): void {
    const { header } = message
    if (header.type === MESSAGE_TYPE.configuration) {
      this.clear()
      this.#configuration = message
      return
    }
    if (header.type === MESSAGE_TYPE.video && header.isKey) this.#forget()
    else if (this.#entries.length === 0) return
    this.#entries.push(header.isCached ? { message, marked: message } : { message })
    this.#bytes += message.size
    if (this.#bytes > MAX_BYTES || this.#entries.length > MAX_MESSAGES) this.#forget()
  }

  /** The configuration, then the GOP so far, marked as cached; only the configuration while a key frame is awaited. */
  burst(): LiveMessage[] {
    if (!this.#configuration) return []
    return [
      this.#configuration,
      ...this.#entries.map((entry) => (entry.marked ??= cachedCopy(entry.message))),
    ]
  }

  clear(): void {
    this.#configuration = undefined
    this.#forget()
  }

  #forget(): void {
    this.#entries = []
    this.#bytes = 0
  }
}
