import type { AccessUnit, AudioFormat, VideoFormat } from '../access-unit.ts'
import type { RtpPacket } from './packet.ts'

export interface DepacketizerSink {
  format(format: VideoFormat | AudioFormat): void
  accessUnit(unit: AccessUnit): void
  /** The stream can't be shown: one sentence with the value that offended. */
  unusable(detail: string): void
}

/** Makes access units of one track's packets. */
export interface Depacketizer {
  /** Tells the format where the session description already has all of it. */
  begin?(): void
  /** `isAfterLoss` when at least one packet is missing before this one. */
  push(packet: RtpPacket, timestampUs: number, arrivalUs: number, isAfterLoss: boolean): void
}
