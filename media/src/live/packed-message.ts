import { type SingleSample, sampleFragment, sampleFragmentSize } from '../fmp4/fragment.ts'
import { HEADER_BYTES, type LiveHeader, type LiveMessage, writeHeader } from './message.ts'

/** One access unit as a moof and mdat, or, for sound that has no track, its samples alone. */
export class PackedMessage implements LiveMessage {
  readonly header: LiveHeader
  readonly size: number
  #content: SingleSample | Buffer[] | undefined
  #bytes: Buffer | undefined

  constructor(header: Omit<LiveHeader, 'dataOffset'>, content: SingleSample | Buffer[]) {
    this.#content = content
    if (Array.isArray(content)) {
      this.size = content.reduce((sum, { length }) => sum + length, HEADER_BYTES)
      this.header = { ...header, dataOffset: HEADER_BYTES }
    } else {
      const { size, dataOffset } = sampleFragmentSize(content, HEADER_BYTES)
      this.size = size
      this.header = { ...header, dataOffset }
    }
  }

  bytes(): Buffer {
    if (this.#bytes) return this.#bytes
    const content = this.#content ?? []
    this.#bytes = Array.isArray(content)
      ? Buffer.concat([Buffer.alloc(HEADER_BYTES), ...content])
      : sampleFragment(content, HEADER_BYTES).bytes
    writeHeader(this.#bytes, this.header)
    // From here on the bytes are kept, not what they were made of.
    this.#content = undefined
    return this.#bytes
  }
}
