import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { datagrams, type PacketRun } from '../rtp/packets.ts'
import type { Viewer } from '../media-stream.ts'

/** A key picture goes out in bursts that a receiver's buffer holds. */
const BURST = 24
const BURST_EVERY_MS = 1
const LARGEST_WAITING = 8000
const PORT_TRIES = 20

export interface UdpPorts {
  rtp: Socket
  rtcp: Socket
  rtpPort: number
}

/** A pair of sockets, the first on an even port (RFC 3550 section 11). */
export async function openPair(host: string): Promise<UdpPorts | undefined> {
  for (let tries = 0; tries < PORT_TRIES; tries++) {
    const rtp = createSocket('udp4')
    const rtcp = createSocket('udp4')
    rtp.bind(0, host)
    await once(rtp, 'listening')
    const rtpPort = rtp.address().port
    if (rtpPort % 2 === 0) {
      try {
        rtcp.bind(rtpPort + 1, host)
        await once(rtcp, 'listening')
        return { rtp, rtcp, rtpPort }
      } catch {
        // The odd port belongs to someone else: the next pair.
      }
    }
    rtp.close()
    rtcp.close()
  }
  return undefined
}

export class UdpViewer implements Viewer {
  private readonly ports: UdpPorts
  private readonly host: string
  private readonly clientPorts: { rtp: number; rtcp: number }
  readonly end: () => void
  private waiting: Buffer[] = []
  private timer: NodeJS.Timeout | undefined
  private isSkipping = false

  constructor(
    ports: UdpPorts,
    host: string,
    clientPorts: { rtp: number; rtcp: number },
    { onAlive, end }: { onAlive: () => void; end: () => void },
  ) {
    this.ports = ports
    this.host = host
    this.clientPorts = clientPorts
    this.end = end
    ports.rtcp.on('message', onAlive)
    // A client that has gone answers with ICMP errors until its session ends.
    ports.rtp.on('error', () => {})
    ports.rtcp.on('error', () => {})
  }

  frame(run: PacketRun, isKey: boolean): boolean {
    if (this.waiting.length > LARGEST_WAITING) this.isSkipping = true
    else if (isKey) this.isSkipping = false
    if (this.isSkipping) return false
    this.waiting.push(...datagrams(run))
    if (this.timer === undefined) this.burst()
    return true
  }

  report(packet: Buffer) {
    this.ports.rtcp.send(packet, this.clientPorts.rtcp, this.host)
  }

  close() {
    clearTimeout(this.timer)
    this.waiting = []
    this.ports.rtp.close()
    this.ports.rtcp.close()
  }

  private burst() {
    for (const packet of this.waiting.splice(0, BURST)) {
      this.ports.rtp.send(packet, this.clientPorts.rtp, this.host)
    }
    this.timer = this.waiting.length === 0 ? undefined : setTimeout(() => this.burst(), BURST_EVERY_MS)
  }
}
