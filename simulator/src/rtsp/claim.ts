import type { Socket } from 'node:net'
import type { FirstPacket, MediaStream, Viewer } from '../media-stream.ts'
import { TcpViewer } from './tcp-viewer.ts'
import { openPair, UdpViewer } from './udp-viewer.ts'

/** One client's claim on one track, from SETUP to TEARDOWN. */
export interface Claim {
  /** The Transport header's value. */
  transport: string
  /** `headers` of the request, names in lower case. */
  play: (headers: ReadonlyMap<string, string>) => FirstPacket
  pause: () => void
  close: () => void
}

/** Opens what the Transport header asks for; undefined where none of its choices is supported. */
export async function claim(
  socket: Socket,
  stream: MediaStream,
  transportHeader: string,
  onAlive: () => void,
): Promise<Claim | undefined> {
  for (const choice of transportHeader.split(',')) {
    const carrier = await carrierFor(choice.trim(), socket, onAlive)
    if (carrier === undefined) continue
    const { viewer, transport } = carrier
    const pause = () => stream.removeViewer(viewer)
    return {
      transport,
      play: () => stream.addViewer(viewer, Date.now()),
      pause,
      close() {
        pause()
        carrier.close()
      },
    }
  }
  return undefined
}

interface Carrier {
  viewer: Viewer
  transport: string
  close(): void
}

async function carrierFor(choice: string, socket: Socket, onAlive: () => void): Promise<Carrier | undefined> {
  if (/multicast/i.test(choice)) return undefined
  if (/^RTP\/AVP\/TCP\b/i.test(choice)) {
    const asked = /interleaved=(\d{1,3})(?:-(\d{1,3}))?/i.exec(choice)
    const channel = Number(asked?.[1] ?? 0)
    const reportChannel = Number(asked?.[2] ?? channel + 1)
    if (channel > 255 || reportChannel > 255) return undefined
    return {
      viewer: new TcpViewer(socket, channel, reportChannel),
      transport: `RTP/AVP/TCP;unicast;interleaved=${channel}-${reportChannel}`,
      close() {},
    }
  }
  const asked = /^RTP\/AVP(?:\/UDP)?;.*client_port=(\d{1,5})(?:-(\d{1,5}))?/i.exec(choice)
  if (asked === null) return undefined
  const rtp = Number(asked[1])
  const rtcp = Number(asked[2] ?? rtp + 1)
  const { remoteAddress, localAddress } = socket
  if (rtp < 1 || rtp > 65_535 || rtcp < 1 || rtcp > 65_535) return undefined
  if (remoteAddress === undefined || localAddress === undefined) return undefined
  const ports = await openPair(localAddress)
  if (ports === undefined) return undefined
  const viewer = new UdpViewer(ports, remoteAddress, { rtp, rtcp }, { onAlive, end: () => socket.destroy() })
  return {
    viewer,
    transport: `RTP/AVP;unicast;client_port=${rtp}-${rtcp};server_port=${ports.rtpPort}-${ports.rtpPort + 1}`,
    close: () => viewer.close(),
  }
}
