/** Seconds from 1900 (NTP) to 1970 (UTC). */
const NTP_EPOCH_S = 2_208_988_800
const SENDER_REPORT = 200
const SOURCE_DESCRIPTION = 202
const CNAME = 1

export interface SenderState {
  ssrc: number
  /** UTC of a frame, ms since 1970, and that frame's RTP time stamp. */
  timeMs: number
  timestamp: number
  packetCount: number
  octetCount: number
  name: string
}

/**
 * Sender report and source description in one compound packet (RFC 3550 sections 6.4.1, 6.5).
 *
 *      0                   1                   2                   3
 *     |V=2|P|   RC=0  |   PT = SR     |            length             |
 *     |                         SSRC of sender                        |
 *     |              NTP timestamp, 32 bits of s, 32 of fraction      |
 *     |      RTP timestamp      |  packet count  |  octet count       |
 */
export function senderReport(state: SenderState): Buffer {
  const name = Buffer.from(state.name, 'latin1').subarray(0, 255)
  // SSRC, item header, name, then 1 to 4 zero bytes that end the list on a word's edge.
  const itemWords = Math.floor((2 + name.length) / 4) + 1
  const report = Buffer.alloc(28 + 8 + itemWords * 4)
  report[0] = 0x80
  report[1] = SENDER_REPORT
  report.writeUInt16BE(6, 2)
  report.writeUInt32BE(state.ssrc, 4)
  writeNtp(report, 8, state.timeMs)
  report.writeUInt32BE(state.timestamp, 16)
  report.writeUInt32BE(state.packetCount, 20)
  report.writeUInt32BE(state.octetCount, 24)
  report[28] = 0x81
  report[29] = SOURCE_DESCRIPTION
  report.writeUInt16BE(1 + itemWords, 30)
  report.writeUInt32BE(state.ssrc, 32)
  report[36] = CNAME
  report[37] = name.length
  name.copy(report, 38)
  return report
}

/** What a report says: UTC in ms since 1970, and the RTP time stamp of that moment. */
export function reportedMs(report: Buffer): { timeMs: number; timestamp: number } {
  const seconds = report.readUInt32BE(8) - NTP_EPOCH_S
  return {
    timeMs: seconds * 1000 + (report.readUInt32BE(12) * 1000) / 2 ** 32,
    timestamp: report.readUInt32BE(16),
  }
}

/** Writes the moment as an NTP time stamp (RFC 3550 section 4) at this place. */
export function writeNtp(into: Buffer, at: number, timeMs: number) {
  const seconds = Math.floor(timeMs / 1000)
  into.writeUInt32BE((seconds + NTP_EPOCH_S) % 2 ** 32, at)
  into.writeUInt32BE(Math.floor(((timeMs - seconds * 1000) * 2 ** 32) / 1000), at + 4)
}
