/** Writes an RBSP bit by bit into a buffer that is reused from picture to picture. */
export class BitWriter {
  private bytes: Buffer
  private length = 0
  private pending = 0
  private pendingBits = 0

  constructor(capacity = 4096) {
    this.bytes = Buffer.allocUnsafe(capacity)
  }

  reset() {
    this.length = 0
    this.pending = 0
    this.pendingBits = 0
  }

  /** Fixed-length code u(n), n ≤ 32. */
  bits(value: number, count: number) {
    if (count > 16) {
      this.bits(value >>> 16, count - 16)
      this.bits(value & 0xffff, 16)
      return
    }
    this.pending = (this.pending << count) | (value & ((1 << count) - 1))
    this.pendingBits += count
    while (this.pendingBits >= 8) {
      this.pendingBits -= 8
      this.byte((this.pending >>> this.pendingBits) & 255)
    }
    this.pending &= (1 << this.pendingBits) - 1
  }

  /** Exp-Golomb code ue(v), H.264 clause 9.1. */
  unsigned(value: number) {
    const code = value + 1
    const size = 32 - Math.clz32(code)
    this.bits(0, size - 1)
    this.bits(code, size)
  }

  /** Exp-Golomb code se(v). */
  signed(value: number) {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value)
  }

  alignWithZeros() {
    if (this.pendingBits > 0) this.bits(0, 8 - this.pendingBits)
  }

  /** Whole bytes; only where the writer is aligned. */
  raw(data: Uint8Array) {
    this.reserve(data.length)
    this.bytes.set(data, this.length)
    this.length += data.length
  }

  /** rbsp_trailing_bits(), then the payload; it is valid until the next reset. */
  finish(): Buffer {
    this.bits(1, 1)
    this.alignWithZeros()
    return this.bytes.subarray(0, this.length)
  }

  private byte(value: number) {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  private reserve(count: number) {
    if (this.length + count <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + count))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }
}
