import type { AudioFormat } from '../access-unit.ts'
import type { Depacketizer, DepacketizerSink } from './depacketizer.ts'
import { ownCopy } from './own-copy.ts'
import type { RtpPacket } from './packet.ts'

/** RFC 3551 section 4.5.14: a packet is one frame of one byte a sample. */
export class G711Depacketizer implements Depacketizer {
  readonly #sink: DepacketizerSink
  readonly #format: AudioFormat

  constructor(sink: DepacketizerSink, codec: 'pcma' | 'pcmu', sampleRate: number, channels: number) {
    this.#sink = sink
    const rfc6381 = codec === 'pcma' ? 'alaw' : 'ulaw'
    this.#format = { kind: 'audio', codec, rfc6381, sampleRate, channels }
  }

  begin(): void {
    this.#sink.format(this.#format)
  }

  push({ payload }: RtpPacket, timestampUs: number, arrivalUs: number): void {
    this.#sink.accessUnit({
      kind: 'audio',
      isKey: true,
      timestampUs,
      arrivalUs,
      units: [ownCopy(payload)],
    })
  }
}
