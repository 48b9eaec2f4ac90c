import type { SdpMedia } from './sdp.ts'
import type { TrackReceiver } from './track-receiver.ts'

/** How the packets of a session's tracks come. */
export interface Carrier {
  readonly kind: 'tcp' | 'udp'
  /** The Transport header that offers it for the track of that index; `undefined` where there is nothing to offer. */
  offer(track: number): Promise<string | undefined>
  /** The camera agreed; `transport` is its own Transport header. */
  accept(track: number, transport: string, media: SdpMedia): void
  close(): void
}

export type OpenReceiver = (media: SdpMedia) => TrackReceiver

/** RFC 2326 section 10.12: the packets come on channels of the RTSP connection. */
export class InterleavedCarrier implements Carrier {
  readonly kind = 'tcp'
  readonly #open: OpenReceiver
  /** Keyed by channel. */
  #receivers: (TrackReceiver | undefined)[] = []

  constructor(open: OpenReceiver) {
    this.#open = open
  }

  async offer(track: number): Promise<string> {
    return `RTP/AVP/TCP;unicast;interleaved=${track * 2}-${track * 2 + 1}`
  }

  accept(track: number, transport: string, media: SdpMedia): void {
    const named = Number(/;\s*interleaved\s*=\s*(\d{1,3})/i.exec(transport)?.[1] ?? NaN)
    const channel = named <= 255 ? named : track * 2
    // A camera that names one channel for both tracks: the video, set up first, keeps it.
    this.#receivers[channel] ??= this.#open(media)
  }

  /** True for media. Odd channels carry RTCP by what was agreed in SETUP. */
  receive(channel: number, bytes: Buffer, at: number, end: number, arrivalUs: number): boolean {
    const ofRtp = this.#receivers[channel]
    if (ofRtp) ofRtp.rtp(bytes, arrivalUs, at, end)
    else this.#receivers[channel - 1]?.rtcp(bytes.subarray(at, end))
    return ofRtp !== undefined
  }

  close(): void {
    this.#receivers = []
  }
}
