import { randomBytes } from 'node:crypto'

import { parseSenderReport } from '../../rtp/rtcp.ts'

const RECEIVER_REPORT = 201
const SOURCE_DESCRIPTION = 202
const CNAME = 1
const MAX_LOST = 0x7fffff
const US_PER_SECOND = 1_000_000
const DELAY_UNITS_PER_SECOND = 65_536

/** How one source is received, and the report of it (RFC 3550 sections 6.4.2 and A.3). Jitter is not measured. */
export class Reception {
  readonly #ownSsrc = randomBytes(4).readUInt32BE()
  #ssrc: number | undefined
  #first = 0
  /** Extended past its wrap. */
  #highest = 0
  #received = 0
  #expectedBefore = 0
  #receivedBefore = 0
  #lastSenderReport: { ntpMiddle: number; arrivalUs: number } | undefined

  heard(sequence: number, ssrc: number): void {
    if (ssrc !== this.#ssrc) {
      this.#ssrc = ssrc
      this.#first = this.#highest = sequence
      this.#received = this.#expectedBefore = this.#receivedBefore = 0
      this.#lastSenderReport = undefined
    }
    const ahead = ((sequence - this.#highest) << 16) >> 16
    if (ahead > 0) this.#highest += ahead
    this.#received++
  }

  senderReported(bytes: Buffer, arrivalUs: number): void {
    const report = parseSenderReport(bytes)
    if (report) this.#lastSenderReport = { ntpMiddle: report.ntpMiddle, arrivalUs }
  }

  /** A receiver report with a source description; `undefined` before anything was heard. */
  report(nowUs: number): Buffer | undefined {
    if (this.#ssrc === undefined) return undefined
    const expected = this.#highest - this.#first + 1
    const lost = Math.min(Math.max(expected - this.#received, 0), MAX_LOST)
    const expectedNow = expected - this.#expectedBefore
    const lostNow = Math.max(expectedNow - (this.#received - this.#receivedBefore), 0)
    this.#expectedBefore = expected
    this.#receivedBefore = this.#received
    const fractionLost = expectedNow > 0 ? Math.min(Math.floor((lostNow * 256) / expectedNow), 255) : 0

    const report = Buffer.alloc(32)
    writeHead(report, 1, RECEIVER_REPORT, this.#ownSsrc)
    report.writeUInt32BE(this.#ssrc, 8)
    report.writeUInt8(fractionLost, 12)
    report.writeUIntBE(lost, 13, 3)
    report.writeUInt32BE(this.#highest % 2 ** 32, 16)
    if (this.#lastSenderReport) {
      const { ntpMiddle, arrivalUs } = this.#lastSenderReport
      const delaySeconds = Math.max(0, nowUs - arrivalUs) / US_PER_SECOND
      report.writeUInt32BE(ntpMiddle, 24)
      report.writeUInt32BE(Math.floor(delaySeconds * DELAY_UNITS_PER_SECOND) % 2 ** 32, 28)
    }
    return Buffer.concat([report, this.#sourceDescription()])
  }

  #sourceDescription(): Buffer {
    const name = Buffer.from('vedette')
    // One chunk with one item and at least one zero, filled to 32 bits: 8 + 2 + 7 + 3.
    const description = Buffer.alloc(20)
    writeHead(description, 1, SOURCE_DESCRIPTION, this.#ownSsrc)
    description.writeUInt8(CNAME, 8)
    description.writeUInt8(name.length, 9)
    name.copy(description, 10)
    return description
  }
}

function writeHead(packet: Buffer, count: number, type: number, ssrc: number): void {
  packet.writeUInt8(0x80 | count, 0)
  packet.writeUInt8(type, 1)
  packet.writeUInt16BE(packet.length / 4 - 1, 2)
  packet.writeUInt32BE(ssrc, 4)
}
