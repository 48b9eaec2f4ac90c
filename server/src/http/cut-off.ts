/** The end of a connection whose peer may not read what waits in it any more. */
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

/** The TCP sockets of those servers, by their two ends: Node has no public way from a TLS socket to the one below it. */
const tcpSockets = new Map<string, Socket>()

const endsOf = ({ localPort, remoteAddress, remotePort }: Socket): string =>
  `${localPort} ${remoteAddress} ${remotePort}`

/** Lets `cutOff` find what is below the TLS sockets of this server. */
export function rememberConnections(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const ends = endsOf(socket)
    tcpSockets.set(ends, socket)
    socket.once('close', () => {
      if (tcpSockets.get(ends) === socket) tcpSockets.delete(ends)
    })
  })
}

/** Resets the connection: a plain close still delivers what the system holds for a slow reader, which may be megabytes. */
export function cutOff(stream: Duplex): void {
  const tcp = stream instanceof TLSSocket ? tcpSockets.get(endsOf(stream)) : stream
  if (tcp instanceof Socket && !(tcp instanceof TLSSocket)) tcp.resetAndDestroy()
  stream.destroy()
}
