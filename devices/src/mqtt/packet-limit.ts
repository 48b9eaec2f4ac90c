/** A connection that ends before a packet over the limit is gathered: the parser itself takes any length that MQTT can say. */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** Bytes of a packet's length field, seven bits each. */
const MAX_LENGTH_BYTES = 4

export class PacketLimit {
  readonly #maxBytes: number
  /** Bytes of the packet that are still to come. */
  #left = 0
  #length = 0
  #lengthBytes = -1

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Whether what has come so far may go on: it begins no packet over the limit. */
  admits(chunk: Uint8Array): boolean {
    let at = 0
    while (at < chunk.length) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at)
        this.#left -= taken
        at += taken
      } else if (!this.#header(chunk[at++] ?? 0)) return false
    }
    return true
  }

  /** The first byte of a packet, or one of its length. */
  #header(byte: number): boolean {
    if (this.#lengthBytes < 0) {
      this.#lengthBytes = 0
      this.#length = 0
      return true
    }
    this.#length += (byte & 0x7f) * 128 ** this.#lengthBytes++
    if ((byte & 0x80) !== 0) return this.#lengthBytes < MAX_LENGTH_BYTES
    this.#lengthBytes = -1
    this.#left = this.#length
    return this.#length <= this.#maxBytes
  }
}

/** The socket with its packets bounded. */
export class BoundedConnection extends Duplex {
  readonly #socket: Socket

  constructor(socket: Socket, maxPacketBytes: number) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    const limit = new PacketLimit(maxPacketBytes)
    socket.on('data', (chunk: Buffer) => {
      if (!limit.admits(chunk)) this.destroy()
      else if (!this.push(chunk)) socket.pause()
    })
    socket.on('end', () => this.push(null))
    socket.on('error', () => this.destroy())
    socket.on('close', () => this.destroy())
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done())
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
