import { type Socket, createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

/** Two UDP sockets on neighbouring ports, RTP on the even one (RFC 3550 section 11). */
export interface PortPair {
  rtp: Socket
  rtcp: Socket
  rtpPort: number
  close(): void
}

/** Opens a pair on an address of this machine; `undefined` where no port is free. */
export type OpenPortPair = (address: string) => Promise<PortPair | undefined>

export interface PortRange {
  first: number
  last: number
}

const EPHEMERAL_TRIES = 16
/** A key frame of a 4K camera comes at once. */
const RECEIVE_BUFFER_BYTES = 1 << 20

/** Reads `20000-20999`; `undefined` for what is no range of unprivileged ports with room for a pair. */
export function parsePortRange(text: string): PortRange | undefined {
  const [, first, last] = (/^(\d{1,5})-(\d{1,5})$/.exec(text.trim()) ?? []).map(Number)
  if (first === undefined || last === undefined) return undefined
  const firstEven = first + (first % 2)
  return first >= 1024 && last <= 65_535 && firstEven < last ? { first: firstEven, last } : undefined
}

/** Whatever pair the system has free: it gives one port, the other is its neighbour. */
export const ephemeralPairs: OpenPortPair = async (address) => {
  for (let attempt = 0; attempt < EPHEMERAL_TRIES; attempt++) {
    const given = await bind(address, 0)
    if (!given) return undefined
    const { port } = given.address()
    const other = await bind(address, port % 2 === 0 ? port + 1 : port - 1)
    if (other) return port % 2 === 0 ? pairOf(given, other, port) : pairOf(other, given, port - 1)
    given.close()
  }
  return undefined
}

/** Pairs out of a range that several processes may share: what is taken is passed over. */
export function pairsWithin({ first, last }: PortRange): OpenPortPair {
  const count = Math.floor((last - first + 1) / 2)
  let next = Math.floor(Math.random() * count)
  return async (address) => {
    for (let tried = 0; tried < count; tried++) {
      const port = first + 2 * (next++ % count)
      const rtp = await bind(address, port)
      const rtcp = rtp && (await bind(address, port + 1))
      if (rtp && rtcp) return pairOf(rtp, rtcp, port)
      rtp?.close()
    }
    return undefined
  }
}

/** The same pairs, and how many are open. */
export function countedPairs(open: OpenPortPair): { open: OpenPortPair; readonly count: number } {
  const pairs = new Set<PortPair>()
  return {
    get count() {
      return pairs.size
    },
    open: async (address) => {
      const pair = await open(address)
      if (!pair) return undefined
      const counted: PortPair = {
        ...pair,
        close() {
          if (pairs.delete(counted)) pair.close()
        },
      }
      pairs.add(counted)
      return counted
    },
  }
}

function pairOf(rtp: Socket, rtcp: Socket, rtpPort: number): PortPair {
  return {
    rtp,
    rtcp,
    rtpPort,
    close() {
      rtp.close()
      rtcp.close()
    },
  }
}

function bind(address: string, port: number): Promise<Socket | undefined> {
  const socket = createSocket({
    type: isIPv6(address) ? 'udp6' : 'udp4',
    recvBufferSize: RECEIVE_BUFFER_BYTES,
  })
  return new Promise((resolve) => {
    socket.once('error', () => {
      // The port is taken.
      socket.close()
      resolve(undefined)
    })
    socket.bind({ address, port, exclusive: true }, () => {
      socket.removeAllListeners('error')
      // A socket that fails later shows by its silence.
      socket.on('error', () => {})
      socket.unref()
      resolve(socket)
    })
  })
}
