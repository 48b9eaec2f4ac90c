import type { AccessUnit, AudioFormat, VideoFormat } from '../../access-unit.ts'
import type { DepacketizerSink } from '../depacketizer.ts'

export interface PacketFields {
  payloadType?: number
  sequence: number
  timestamp: number
  marker: boolean
  payload: Buffer
}

export function rtpPacket({ payloadType = 96, sequence, timestamp, marker, payload }: PacketFields): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt8(0x80, 0)
  header.writeUInt8((marker ? 0x80 : 0) | payloadType, 1)
  header.writeUInt16BE(sequence & 0xffff, 2)
  header.writeUInt32BE(timestamp >>> 0, 4)
  header.writeUInt32BE(0x1234, 8)
  return Buffer.concat([header, payload])
}

/** How one NAL unit of H.264 is put into payloads: alone, or in FU-A of at most so many bytes. */
export function packetizeH264(nal: Buffer, mtu: number): Buffer[] {
  if (nal.length <= mtu) return [nal]
  return fragments(nal.subarray(1), mtu - 2).map((piece, i, all) => {
    const first = nal.readUInt8(0)
    const flags = (i === 0 ? 0x80 : 0) | (i === all.length - 1 ? 0x40 : 0)
    return Buffer.concat([Buffer.from([(first & 0xe0) | 28, flags | (first & 0x1f)]), piece])
  })
}

export function packetizeH265(nal: Buffer, mtu: number): Buffer[] {
  if (nal.length <= mtu) return [nal]
  return fragments(nal.subarray(2), mtu - 3).map((piece, i, all) => {
    const first = nal.readUInt8(0)
    const flags = (i === 0 ? 0x80 : 0) | (i === all.length - 1 ? 0x40 : 0)
    const head = [(first & 0x81) | (49 << 1), nal.readUInt8(1), flags | ((first >> 1) & 0x3f)]
    return Buffer.concat([Buffer.from(head), piece])
  })
}

function fragments(bytes: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
  return pieces
}

export interface Collected extends DepacketizerSink {
  formats: (VideoFormat | AudioFormat)[]
  units: AccessUnit[]
  refusals: string[]
}

export function collect(): Collected {
  const collected: Collected = {
    formats: [],
    units: [],
    refusals: [],
    format: (format) => collected.formats.push(format),
    accessUnit: (unit) => collected.units.push(unit),
    unusable: (detail) => collected.refusals.push(detail),
  }
  return collected
}
