import { type Socket, createSocket } from 'node:dgram'

import { portOf } from './scripted-camera.ts'

/** The UDP side of a camera with one track: it sends RTP from one port, and takes and sends RTCP on another. */
export interface UdpCamera {
  rtpPort: number
  rtcpPort: number
  /** Sends to the RTP port of a client. */
  send(bytes: Buffer, port: number): Promise<void>
  /** Sends to the RTCP port of a client. */
  report(bytes: Buffer, port: number): Promise<void>
  /** The next packet on the RTCP port. */
  reported(): Promise<Buffer>
  close(): void
}

export async function startUdpCamera(address = '127.0.0.1'): Promise<UdpCamera> {
  const [rtp, rtcp] = await Promise.all([bound(address), bound(address)])
  return {
    rtpPort: portOf(rtp.address()),
    rtcpPort: portOf(rtcp.address()),
    send: (bytes, port) => sent(rtp, bytes, port),
    report: (bytes, port) => sent(rtcp, bytes, port),
    reported: () => new Promise((resolve) => rtcp.once('message', resolve)),
    close() {
      rtp.close()
      rtcp.close()
    },
  }
}

async function bound(address: string): Promise<Socket> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, address, resolve))
  return socket
}

function sent(socket: Socket, bytes: Buffer, port: number): Promise<void> {
  return new Promise((resolve, reject) =>
    socket.send(bytes, port, '127.0.0.1', (error) => (error ? reject(error) : resolve())),
  )
}
