import type { Clock } from '../ingest/clock.ts'
import { GopCache } from './gop-cache.ts'
import { MESSAGE_TYPE, receivedMessage } from './message.ts'
import type { LiveHeader, LiveMessage } from './message.ts'

/** One socket to a page. */
export interface Viewer {
  /** `header` is what the message begins with: read once for all viewers. */
  send(message: Buffer, header: LiveHeader): void
  /** What `send` took and the network has not. */
  bufferedBytes(): number
}

export interface FanOutHooks {
  clock: Clock
  /** The stream is to come from its shard. */
  onFirstViewer(stream: number): void
  /** Nobody has watched the stream for 10 s. */
  onLastViewer(stream: number): void
}

// A page that reloads finds the cache warm.
const LINGER_MS = 10_000
const SLOW_BYTES = 1.5 * 1024 * 1024
const RECOVERED_BYTES = 256 * 1024
/** A viewer that joins while more than this waits gets the next key frame instead of the cache. */
const MAX_BURST_BACKLOG_BYTES = 16 * 1024 * 1024

interface Place {
  /** How many windows of the viewer show the stream. */
  joins: number
  flow: 'flowing' | 'awaitingKey' | 'slow'
}

interface Channel {
  cache: GopCache
  places: Map<Viewer, Place>
  stopLinger?: () => void
}

/** Sends each message of the watched streams to all who watch, the same buffer to all. */
export class FanOut {
  readonly #hooks: FanOutHooks
  readonly #channels = new Map<number, Channel>()
  /** What a viewer may have waiting beyond the limit since it was sent a cache, until it has caught up. */
  readonly #allowance = new WeakMap<Viewer, number>()

  constructor(hooks: FanOutHooks) {
    this.#hooks = hooks
  }

  /** Sends what the cache holds at once. Joining again (another window) sends it again and asks for one more `leave`. */
  join(stream: number, viewer: Viewer): void {
    const channel = this.#channels.get(stream) ?? this.#openChannel(stream)
    channel.stopLinger?.()
    delete channel.stopLinger
    const joins = (channel.places.get(viewer)?.joins ?? 0) + 1
    channel.places.set(viewer, { joins, flow: this.#sendBurst(channel.cache.burst(), viewer) })
  }

  leave(stream: number, viewer: Viewer): void {
    const channel = this.#channels.get(stream)
    const place = channel?.places.get(viewer)
    if (!channel || !place) return
    if (--place.joins > 0) return
    channel.places.delete(viewer)
    if (channel.places.size > 0) return
    channel.stopLinger = this.#hooks.clock.after(LINGER_MS, () => {
      this.#channels.delete(stream)
      this.#hooks.onLastViewer(stream)
    })
  }

  /** Forgets the stream at once when nobody watches it any more. Returns whether it did. */
  endUnwatched(stream: number): boolean {
    const channel = this.#channels.get(stream)
    if (!channel || channel.places.size > 0) return false
    channel.stopLinger?.()
    this.#channels.delete(stream)
    this.#hooks.onLastViewer(stream)
    return true
  }

  /** A live message as it came from a shard. Returns its header; undefined for what is no message. */
  publish(message: Buffer): LiveHeader | undefined {
    const received = receivedMessage(message)
    if (!received) return undefined
    const { header } = received
    const channel = this.#channels.get(header.stream)
    channel?.cache.push(received)
    for (const [viewer, place] of channel?.places ?? []) this.#deliver(viewer, place, message, header)
    return header
  }

  /** The stream's shard is gone: who watches stays and gets the epoch that follows. */
  dropStream(stream: number): void {
    const channel = this.#channels.get(stream)
    if (!channel) return
    channel.cache.clear()
    for (const place of channel.places.values()) if (place.flow === 'flowing') place.flow = 'awaitingKey'
  }

  #openChannel(stream: number): Channel {
    const channel: Channel = { cache: new GopCache(), places: new Map() }
    this.#channels.set(stream, channel)
    this.#hooks.onFirstViewer(stream)
    return channel
  }

  #sendBurst([configuration, ...gop]: LiveMessage[], viewer: Viewer): Place['flow'] {
    if (!configuration) return 'awaitingKey'
    viewer.send(configuration.bytes(), configuration.header)
    if (viewer.bufferedBytes() > MAX_BURST_BACKLOG_BYTES) return 'slow'
    for (const message of gop) viewer.send(message.bytes(), message.header)
    this.#allowance.set(viewer, viewer.bufferedBytes())
    return gop.length > 0 ? 'flowing' : 'awaitingKey'
  }

  #deliver(viewer: Viewer, place: Place, message: Buffer, header: LiveHeader): void {
    if (header.type === MESSAGE_TYPE.configuration) {
      if (place.flow === 'flowing') place.flow = 'awaitingKey'
      viewer.send(message, header)
      return
    }
    const buffered = viewer.bufferedBytes()
    const isKeyFrame = header.type === MESSAGE_TYPE.video && header.isKey
    if (place.flow === 'flowing') {
      if (buffered > SLOW_BYTES + (this.#allowance.get(viewer) ?? 0)) place.flow = 'slow'
    } else if (isKeyFrame && (place.flow === 'awaitingKey' || buffered < RECOVERED_BYTES))
      place.flow = 'flowing'
    if (buffered <= SLOW_BYTES) this.#allowance.delete(viewer)
    if (place.flow === 'flowing') viewer.send(message, header)
  }
}
