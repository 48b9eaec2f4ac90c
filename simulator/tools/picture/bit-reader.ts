import type { BitWriter } from '../../src/h264/bit-writer.ts'

/** Reads a NAL unit behind its header byte, without its emulation prevention bytes. */
export class BitReader {
  private readonly bytes: Uint8Array
  private position = 0

  constructor(unit: Buffer) {
    const bytes: number[] = []
    let zeros = 0
    for (const byte of unit.subarray(1)) {
      if (zeros >= 2 && byte === 3) {
        zeros = 0
        continue
      }
      zeros = byte === 0 ? zeros + 1 : 0
      bytes.push(byte)
    }
    this.bytes = Uint8Array.from(bytes)
  }

  bits(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++) value = value * 2 + this.bit()
    return value
  }

  unsigned(): number {
    let zeros = 0
    while (this.bit() === 0) zeros++
    return 2 ** zeros - 1 + this.bits(zeros)
  }

  signed(): number {
    const code = this.unsigned()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2
  }

  /** Everything up to rbsp_trailing_bits(). */
  copyRest(w: BitWriter) {
    let end = this.bytes.length * 8 - 1
    while (((this.bytes[end >> 3] ?? 0) >> (7 - (end & 7))) % 2 === 0) end--
    while (this.position < end) w.bits(this.bit(), 1)
  }

  private bit(): number {
    const at = this.position++
    return ((this.bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
  }
}
