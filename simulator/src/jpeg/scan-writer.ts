/** Bits of a scan, the first one highest. A byte of ones is followed by a zero, so that it is no marker (T.81 section F.1.2.3). */
export class ScanWriter {
  private readonly bytes: Buffer
  private at = 0
  private held = 0
  private heldBits = 0

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size)
  }

  reset() {
    this.at = 0
    this.held = 0
    this.heldBits = 0
  }

  /** Up to 16 bits. */
  put(bits: number, length: number) {
    this.held = ((this.held & ((1 << this.heldBits) - 1)) << length) | bits
    this.heldBits += length
    while (this.heldBits >= 8) {
      this.heldBits -= 8
      const byte = (this.held >> this.heldBits) & 255
      this.bytes[this.at++] = byte
      if (byte === 255) this.bytes[this.at++] = 0
    }
  }

  /** What was written, filled up with ones. */
  finish(): Buffer {
    if (this.heldBits > 0) this.put((1 << (8 - this.heldBits)) - 1, 8 - this.heldBits)
    return Buffer.from(this.bytes.subarray(0, this.at))
  }
}
