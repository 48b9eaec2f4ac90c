export const NAL = { slice: 0x01, idr: 0x65, sps: 0x67, pps: 0x68 } as const

/** A NAL unit of this header byte, with emulation prevention (H.264 clause 7.4.1.1). */
export function nalUnit(header: number, rbsp: Uint8Array): Buffer {
  const breaks = emulations(rbsp)
  const out = Buffer.allocUnsafe(1 + rbsp.length + breaks.length)
  out[0] = header
  let length = 1
  let from = 0
  for (const at of breaks) {
    out.set(rbsp.subarray(from, at), length)
    length += at - from
    out[length++] = 3
    from = at
  }
  out.set(from === 0 ? rbsp : rbsp.subarray(from), length)
  return out
}

/** Where a byte goes between that the payload does not have: before a byte up to 3 that follows two zeros. */
function emulations(rbsp: Uint8Array): number[] {
  const breaks: number[] = []
  // Zeros are rare, and looked for natively.
  for (let at = rbsp.indexOf(0); at >= 0 && at + 2 < rbsp.length; at = rbsp.indexOf(0, at)) {
    if (rbsp[at + 1] !== 0) at += 2
    else if ((rbsp[at + 2] ?? 0) > 3) at += 3
    else {
      at += 2
      breaks.push(at)
    }
  }
  return breaks
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
