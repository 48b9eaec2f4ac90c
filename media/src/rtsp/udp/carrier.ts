import type { RemoteInfo } from 'node:dgram'

import type { Carrier, OpenReceiver } from '../carrier.ts'
import type { SdpMedia } from '../sdp.ts'
import type { Cancel, Timers } from '../timers.ts'
import type { TrackReceiver } from '../track-receiver.ts'
import type { OpenPortPair, PortPair } from './port-pairs.ts'
import { Reception } from './reception.ts'
import { ReorderWindow } from './reorder-window.ts'

export interface UdpCarrierOptions {
  openReceiver: OpenReceiver
  openPair: OpenPortPair
  /** The two ends of the RTSP connection: media go between the same. */
  addresses(): { local: string; remote: string } | undefined
  /** Counts a packet; false when there have been too many and the session is over. */
  admits(bytes: number, arrivalUs: number): boolean
  onMedia(): void
  timers: Timers
}

interface Track {
  pair: PortPair
  /** Set once the camera has agreed. */
  receiver?: TrackReceiver
  reception: Reception
  window?: ReorderWindow
  /** Where the camera sends from, as SETUP was answered; of one that did not say, the first packet's. */
  rtpPort?: number
  rtcpPort?: number
}

const REPORT_MS = 5000

/** RTP and RTCP on a pair of UDP ports for each track. */
export class UdpCarrier implements Carrier {
  readonly kind = 'udp'
  readonly #options: UdpCarrierOptions
  readonly #tracks = new Map<number, Track>()
  readonly #cancelReports: Cancel
  #isClosed = false

  constructor(options: UdpCarrierOptions) {
    this.#options = options
    this.#cancelReports = options.timers.every(REPORT_MS, () => this.#report())
  }

  async offer(track: number): Promise<string | undefined> {
    const addresses = this.#options.addresses()
    const pair = addresses && (await this.#options.openPair(addresses.local))
    if (!pair) return undefined
    if (this.#isClosed) {
      pair.close()
      return undefined
    }
    this.#tracks.get(track)?.pair.close()
    this.#tracks.set(track, { pair, reception: new Reception() })
    return `RTP/AVP;unicast;client_port=${pair.rtpPort}-${pair.rtpPort + 1}`
  }

  /** An SSRC in the answer is passed over: cameras exist that name one and send another. */
  accept(index: number, transport: string, media: SdpMedia): void {
    const track = this.#tracks.get(index)
    if (!track) return
    const [, rtpPort, rtcpPort] = /;\s*server_port\s*=\s*(\d{1,5})(?:-(\d{1,5}))?/i.exec(transport) ?? []
    if (Number(rtpPort) > 0) {
      track.rtpPort = Number(rtpPort)
      track.rtcpPort = Number(rtcpPort ?? Number(rtpPort) + 1)
    }
    const receiver = this.#options.openReceiver(media)
    track.receiver = receiver
    track.window = new ReorderWindow({
      timers: this.#options.timers,
      deliver: (packet, arrivalUs) => receiver.packet(packet, arrivalUs),
    })
    track.pair.rtp.on('message', (bytes, from) => this.#rtp(track, bytes, from))
    track.pair.rtcp.on('message', (bytes, from) => this.#rtcp(track, bytes, from))
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#cancelReports()
    for (const { pair, window } of this.#tracks.values()) {
      window?.close()
      pair.close()
    }
    this.#tracks.clear()
  }

  #rtp(track: Track, bytes: Buffer, from: RemoteInfo): void {
    if (!this.#isCamera(from) || from.port !== (track.rtpPort ?? from.port)) return
    const arrivalUs = this.#options.timers.nowUs()
    if (!this.#options.admits(bytes.length, arrivalUs)) return
    const packet = track.receiver?.read(bytes)
    if (!packet) return
    track.rtpPort ??= from.port
    track.rtcpPort ??= from.port + 1
    this.#options.onMedia()
    track.reception.heard(packet.sequence, packet.ssrc)
    track.window?.push(packet, arrivalUs)
  }

  #rtcp(track: Track, bytes: Buffer, from: RemoteInfo): void {
    if (!this.#isCamera(from) || from.port !== track.rtcpPort) return
    const arrivalUs = this.#options.timers.nowUs()
    if (!this.#options.admits(bytes.length, arrivalUs)) return
    track.reception.senderReported(bytes, arrivalUs)
    track.receiver?.rtcp(bytes)
  }

  #isCamera({ address }: RemoteInfo): boolean {
    return !this.#isClosed && address === this.#options.addresses()?.remote
  }

  /** Cameras exist that drop anyone who sends no reports. */
  #report(): void {
    const remote = this.#options.addresses()?.remote
    if (remote === undefined) return
    for (const { pair, reception, rtcpPort } of this.#tracks.values()) {
      const report = reception.report(this.#options.timers.nowUs())
      // One that does not arrive is not missed.
      if (report && rtcpPort !== undefined) pair.rtcp.send(report, rtcpPort, remote, () => {})
    }
  }
}
