/** Thrown by `BitReader` past the last bit; every parser of this folder translates it into `undefined`. */
export class BitsExhausted extends Error {}

/** Takes the emulation prevention bytes out of a NAL unit: 00 00 03 → 00 00 (ISO 14496-10 section 7.4.1). */
export function unescapeNal(nal: Buffer): Buffer {
  const rbsp = Buffer.allocUnsafe(nal.length)
  let size = 0
  let zeros = 0
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    rbsp[size++] = byte
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return rbsp.subarray(0, size)
}

export function escapeNal(rbsp: Buffer): Buffer {
  const bytes: number[] = []
  let zeros = 0
  for (const byte of rbsp) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(bytes)
}

export class BitReader {
  readonly #bytes: Buffer
  position = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  bit(): number {
    const byte = this.#bytes[this.position >> 3]
    if (byte === undefined) throw new BitsExhausted(`bit ${this.position} of ${this.#bytes.length * 8}`)
    return (byte >> (7 - (this.position++ & 7))) & 1
  }

  flag(): boolean {
    return this.bit() === 1
  }

  /** Unsigned, at most 32 bits. */
  bits(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++) value = value * 2 + this.bit()
    return value
  }

  skip(count: number): void {
    this.position += count
    if (this.position > this.#bytes.length * 8) throw new BitsExhausted(`bit ${this.position}`)
  }

  /** ue(v), ISO 14496-10 section 9.1. */
  ue(): number {
    let zeros = 0
    while (this.bit() === 0) {
      if (++zeros > 31) throw new BitsExhausted('exp-golomb code of more than 32 bits')
    }
    return 2 ** zeros - 1 + this.bits(zeros)
  }

  /** se(v), ISO 14496-10 section 9.1.1. */
  se(): number {
    const code = this.ue()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2
  }
}

export class BitWriter {
  readonly #written: number[] = []

  bits(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) this.#written.push(Math.floor(value / 2 ** i) % 2)
  }

  ue(value: number): void {
    const length = Math.floor(Math.log2(value + 1))
    this.bits(0, length)
    this.bits(value + 1, length + 1)
  }

  copy(from: BitReader, count: number): void {
    for (let i = 0; i < count; i++) this.#written.push(from.bit())
  }

  /** Ends with rbsp_trailing_bits: a one, then zeros to the end of the byte. */
  finish(): Buffer {
    this.#written.push(1)
    const bytes = Buffer.alloc(Math.ceil(this.#written.length / 8))
    this.#written.forEach((bit, i) => (bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (7 - (i & 7)))))
    return bytes
  }
}

/** The one place where running out of bits becomes an answer. */
export function readOrUndefined<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof BitsExhausted) return undefined
    throw error
  }
}
