/** Wraps samples in FLAC frames without compressing them (RFC 9639): browsers play FLAC, but no G.711. */

const BITS_PER_SAMPLE = 16
/** Section 8.2: no frame has more samples. */
const MOST_SAMPLES = 65_535
const STREAMINFO_BYTES = 34
/** Section 9.1.1: blocks of any size, each with the number of its first sample. */
const SYNC_VARIABLE = [0xff, 0xf9]
/** The size follows in 16 bits; the rate is as the stream's. */
const SIZE_16_BITS = 0x70
/** One channel of 16 bits. */
const MONO_16_BITS = 0x08
const VERBATIM = 0x02

/** The metadata block of a stream of one channel, as in the box `dfLa`: section 8.2. */
export function streamInfo(sampleRate: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4 + STREAMINFO_BYTES)
  const isLastBlock = 0x80
  bytes.set([isLastBlock, 0, 0, STREAMINFO_BYTES])
  const view = new DataView(bytes.buffer, 4)
  view.setUint16(0, 16)
  view.setUint16(2, MOST_SAMPLES)
  // 20 bits of the rate, 3 of the channels less one, 5 of the bits of a sample less one.
  view.setUint32(10, ((sampleRate << 12) | ((BITS_PER_SAMPLE - 1) << 4)) >>> 0)
  return bytes
}

/** One frame of samples between -1 and 1: section 9. */
export function flacFrame(samples: Float32Array, firstSample: number): Uint8Array<ArrayBuffer> {
  const number = codedNumber(firstSample)
  const headBytes = 4 + number.length + 3
  const bytes = new Uint8Array(headBytes + 1 + 2 * samples.length + 2)
  const view = new DataView(bytes.buffer)
  bytes.set([...SYNC_VARIABLE, SIZE_16_BITS, MONO_16_BITS, ...number])
  view.setUint16(headBytes - 3, samples.length - 1)
  bytes[headBytes - 1] = crc8(bytes.subarray(0, headBytes - 1))
  bytes[headBytes] = VERBATIM
  samples.forEach((sample, i) => view.setInt16(headBytes + 1 + 2 * i, Math.round(sample * 32_768)))
  view.setUint16(bytes.length - 2, crc16(bytes.subarray(0, -2)))
  return bytes
}

/** Section 9.1.5: as UTF-8 codes characters, up to 36 bits. */
function codedNumber(value: number): number[] {
  if (value < 0x80) return [value]
  const tail: number[] = []
  let rest = value
  // The first byte has a bit for itself and one for each that follows, and one that is 0.
  while (tail.length === 0 || rest >= 2 ** (6 - tail.length)) {
    tail.unshift(0x80 | (rest % 64))
    rest = Math.floor(rest / 64)
  }
  return [((0xff00 >> (tail.length + 1)) & 0xff) | rest, ...tail]
}

export function crc8(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1
  }
  return crc
}

export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x8005) & 0xffff : crc << 1
  }
  return crc
}
