/** What a camera says about its clock (RFC 3550 section 6.4.1). */
export interface SenderReport {
  kind: 'video' | 'audio'
  /** The camera's wall clock, µs since 1970. */
  ntpUs: number
  /** The same instant on the timeline of `AccessUnit.timestampUs` of this kind. */
  rtpTimestampUs: number
}

const SENDER_REPORT = 200
const SENDER_INFO_END = 28
const SECONDS_1900_TO_1970 = 2_208_988_800
/** From 2036 on the NTP seconds start at 0 again: small ones are of the next era. */
const NTP_ERA = 2 ** 32

interface SenderInfo {
  ntpUs: number
  /** The middle 32 bits of the NTP time stamp, as a receiver's report repeats them. */
  ntpMiddle: number
  rtpTimestamp: number
}

/**
 * Reads the sender report of a compound packet; `undefined` where there is none or its clock was never set.
 *
 * ```
 *  0                   1                   2                   3
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |V=2|P|    RC   |   PT=SR=200   |     length in words − 1       |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                         SSRC of sender                        |
 * |              NTP timestamp, seconds since 1900                |
 * |              NTP timestamp, 2⁻³² seconds                      |
 * |                         RTP timestamp                         |
 * |  …                                                            |
 * ```
 */
export function parseSenderReport(packet: Buffer): SenderInfo | undefined {
  let at = 0
  while (at + 4 <= packet.length && packet.readUInt8(at) >> 6 === 2) {
    const end = at + (packet.readUInt16BE(at + 2) + 1) * 4
    if (packet.readUInt8(at + 1) === SENDER_REPORT && end - at >= SENDER_INFO_END && end <= packet.length) {
      const seconds = packet.readUInt32BE(at + 8)
      const fraction = packet.readUInt32BE(at + 12)
      if (seconds === 0) return undefined
      const era = seconds < SECONDS_1900_TO_1970 ? NTP_ERA : 0
      const unixSeconds = seconds + era - SECONDS_1900_TO_1970
      const ntpUs = unixSeconds * 1_000_000 + Math.round((fraction / NTP_ERA) * 1_000_000)
      return { ntpUs, ntpMiddle: packet.readUInt32BE(at + 10), rtpTimestamp: packet.readUInt32BE(at + 16) }
    }
    at = end
  }
  return undefined
}
