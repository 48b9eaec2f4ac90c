import type { Socket } from 'node:net'
import { onChannel, type PacketRun } from '../rtp/packets.ts'
import type { Viewer } from '../media-stream.ts'

/** What may wait for a slow client; beyond it frames are left out up to the next key frame. */
const LARGEST_WAITING = 8_388_608

/** Packets interleaved with RTSP on one connection (RFC 2326 section 10.12). */
export class TcpViewer implements Viewer {
  private readonly socket: Socket
  private readonly channel: number
  private readonly reportChannel: number
  private isSkipping = false

  constructor(socket: Socket, channel: number, reportChannel: number) {
    this.socket = socket
    this.channel = channel
    this.reportChannel = reportChannel
  }

  frame(run: PacketRun, isKey: boolean): boolean {
    if (this.socket.writableLength > LARGEST_WAITING) this.isSkipping = true
    else if (isKey) this.isSkipping = false
    if (!this.isSkipping) this.socket.write(onChannel(run, this.channel))
    return !this.isSkipping
  }

  report(packet: Buffer) {
    if (this.socket.writableLength > LARGEST_WAITING) return
    const header = Buffer.from([0x24, this.reportChannel, packet.length >> 8, packet.length & 255])
    this.socket.write(Buffer.concat([header, packet]))
  }

  end() {
    this.socket.destroy()
  }
}
