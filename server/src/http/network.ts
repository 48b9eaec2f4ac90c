/** Tells which peer an address belongs to: what one peer may take is counted by this. */
import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** One customer has a whole IPv6 /64, so it counts as one address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':') || !isIPv6(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(Math.max(0, missing)).fill('0'), ...last]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Whether an address is one of these addresses and CIDR blocks. */
export function membership(members: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const member of members) {
    const [address = '', prefix] = member.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

/** The part of an `IncomingMessage` that is needed. */
interface Arrival {
  socket: { remoteAddress?: string | undefined }
  headers: IncomingHttpHeaders
}

/** Where a request comes from: the nearest address of its way that is no trusted proxy, as Fastify's `request.ip`. */
export function clientAddress(trustedProxies: readonly string[]): (request: Arrival) => string {
  const isTrusted = membership(trustedProxies)
  return ({ socket, headers }) => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    const way = [socket.remoteAddress ?? '', ...forwarded.toReversed().map((it) => it.trim())].filter(Boolean)
    return way.find((address) => !isTrusted(address)) ?? way.at(-1) ?? ''
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
