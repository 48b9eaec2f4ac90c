export const NAL = { slice: 0x01, idr: 0x65, sps: 0x67, pps: 0x68 } as const

/** A NAL unit of this header byte, with emulation prevention (H.264 clause 7.4.1.1). */
export function nalUnit(header: number, rbsp: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(1 + rbsp.length + emulations(rbsp))
  out[0] = header
  if (out.length === rbsp.length + 1) {
    out.set(rbsp, 1)
    return out
  }
  let length = 1
  let zeros = 0
  for (const byte of rbsp) {
    if (zeros >= 2 && byte <= 3) {
      out[length++] = 3
      zeros = 0
    }
    out[length++] = byte
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return out
}

function emulations(rbsp: Uint8Array): number {
  let count = 0
  let zeros = 0
  for (let i = 0; i < rbsp.length; i++) {
    const byte = rbsp[i] ?? 0
    if (zeros >= 2 && byte <= 3) {
      count++
      zeros = 0
    }
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return count
}

/** The NAL units of an Annex B byte stream, header byte included. */
export function splitAnnexB(stream: Buffer): Buffer[] {
  const units: Buffer[] = []
  let start = -1
  for (let i = 0; i + 2 < stream.length; i++) {
    if (stream[i] !== 0 || stream[i + 1] !== 0 || stream[i + 2] !== 1) continue
    if (start >= 0) units.push(stream.subarray(start, stream[i - 1] === 0 ? i - 1 : i))
    start = i + 3
    i += 2
  }
  if (start >= 0) units.push(stream.subarray(start))
  return units
}
