/** RTP of one video stream (RFC 3550), of H.264 by RFC 6184: packets of one access unit, framed for RTSP's interleaved channel. */

export const RTP_CLOCK = 90_000
export const PAYLOAD_TYPE = 96

const INTERLEAVED_HEADER = 4
const RTP_HEADER = 12
const FU_HEADER = 2
/** Set in the last packet of a picture. */
const MARKER = 0x80
const FU_A = 28
/** Fits an Ethernet frame with IP, UDP and RTP headers. */
export const LARGEST_PAYLOAD = 1400

export interface PacketRun {
  /** All packets, each behind its 4-byte interleaved header for channel 0. */
  framed: Buffer
  /** Where each packet's interleaved header begins. */
  starts: number[]
}

export class Packetizer {
  readonly ssrc: number
  packetCount = 0
  octetCount = 0
  private sequence: number

  constructor(ssrc: number, firstSequence: number) {
    this.ssrc = ssrc
    this.sequence = firstSequence & 0xffff
  }

  get nextSequence(): number {
    return this.sequence
  }

  packetize(units: readonly Buffer[], timestamp: number): PacketRun {
    let size = 0
    for (const unit of units) size += framedSize(unit.length)
    const framed = Buffer.allocUnsafe(size)
    const starts: number[] = []
    let at = 0
    const open = (payload: number, isLast: boolean) => {
      starts.push(at)
      this.writeHeader(framed, at, payload, PAYLOAD_TYPE | (isLast ? MARKER : 0), timestamp)
      at += INTERLEAVED_HEADER + RTP_HEADER
    }
    units.forEach((unit, i) => {
      const isLastUnit = i === units.length - 1
      if (unit.length <= LARGEST_PAYLOAD) {
        open(unit.length, isLastUnit)
        at += unit.copy(framed, at)
        return
      }
      const header = unit[0] ?? 0
      const step = LARGEST_PAYLOAD - FU_HEADER
      for (let from = 1; from < unit.length; from += step) {
        const to = Math.min(unit.length, from + step)
        const isEnd = to === unit.length
        open(FU_HEADER + to - from, isLastUnit && isEnd)
        framed[at++] = (header & 0xe0) | FU_A
        framed[at++] = (header & 0x1f) | (from === 1 ? 0x80 : 0) | (isEnd ? 0x40 : 0)
        at += unit.copy(framed, at, from, to)
      }
    })
    this.packetCount = (this.packetCount + starts.length) >>> 0
    return { framed, starts }
  }

  /** A picture whose payloads another format has made. */
  wrap(payloads: readonly Buffer[], type: number, timestamp: number): PacketRun {
    const headers = INTERLEAVED_HEADER + RTP_HEADER
    const framed = Buffer.allocUnsafe(payloads.reduce((sum, { length }) => sum + headers + length, 0))
    let at = 0
    const starts = payloads.map((payload, i) => {
      const start = at
      const isLast = i === payloads.length - 1
      this.writeHeader(framed, start, payload.length, type | (isLast ? MARKER : 0), timestamp)
      at += headers + payload.copy(framed, start + headers)
      return start
    })
    this.packetCount = (this.packetCount + starts.length) >>> 0
    return { framed, starts }
  }

  private writeHeader(framed: Buffer, at: number, payload: number, markedType: number, timestamp: number) {
    framed[at] = 0x24
    framed[at + 1] = 0
    framed.writeUInt16BE(RTP_HEADER + payload, at + 2)
    framed[at + 4] = 0x80
    framed[at + 5] = markedType
    framed.writeUInt16BE(this.sequence, at + 6)
    framed.writeUInt32BE(timestamp, at + 8)
    framed.writeUInt32BE(this.ssrc, at + 12)
    this.sequence = (this.sequence + 1) & 0xffff
    this.octetCount = (this.octetCount + payload) >>> 0
  }
}

function framedSize(unitBytes: number): number {
  const overhead = INTERLEAVED_HEADER + RTP_HEADER
  if (unitBytes <= LARGEST_PAYLOAD) return overhead + unitBytes
  const fragments = Math.ceil((unitBytes - 1) / (LARGEST_PAYLOAD - FU_HEADER))
  return unitBytes - 1 + fragments * (overhead + FU_HEADER)
}

/** The packets without their interleaved headers, as they go over UDP. */
export function datagrams(run: PacketRun): Buffer[] {
  return run.starts.map((start, i) =>
    run.framed.subarray(start + INTERLEAVED_HEADER, run.starts[i + 1] ?? run.framed.length),
  )
}

/** The same packets for a client that asked for another interleaved channel. */
export function onChannel(run: PacketRun, channel: number): Buffer {
  if (channel === 0) return run.framed
  const copy = Buffer.from(run.framed)
  for (const start of run.starts) copy[start + 1] = channel
  return copy
}
