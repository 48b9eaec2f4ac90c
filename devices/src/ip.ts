/** Which addresses a camera may have, whatever a company allows. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

export type AddressKind =
  | 'unicast'
  | 'loopback'
  | 'unspecified'
  | 'link-local'
  | 'metadata'
  | 'multicast'
  | 'broadcast'

const SPECIAL: readonly (readonly [AddressKind, readonly string[]])[] = [
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['unspecified', ['0.0.0.0/8', '::/128']],
  ['broadcast', ['255.255.255.255/32']],
  // Those that cloud providers answer at outside the link-local range.
  [
    'metadata',
    [
      '169.254.169.254/32',
      '100.100.100.200/32',
      '168.63.129.16/32',
      '192.0.0.192/32',
      'fd00:ec2::/32',
      'fd20:ce::254/128',
    ],
  ],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  // RFC 1112 section 4: class E, never assigned.
  ['unspecified', ['240.0.0.0/4']],
]

const specialRanges = SPECIAL.map(([kind, ranges]) => [kind, cidrList(ranges)] as const)

/** A set of networks in CIDR notation (`10.0.0.0/8`, `fd00::/8`). Throws RangeError on what is none. */
export function cidrList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [, address = '', bits = ''] = /^([0-9A-Fa-f:.]+)\/(\d{1,3})$/.exec(network.trim()) ?? []
    const family = familyOf(address)
    if (!family || Number(bits) > (family === 'ipv4' ? 32 : 128))
      throw new RangeError(`not a network: ${network}`)
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

export function isIn(list: BlockList, address: string): boolean {
  const family = familyOf(address)
  return family !== undefined && list.check(address, family)
}

/** What an address is, an IPv6 one checked by the IPv4 address that it carries as well. */
export function kindOf(address: string): AddressKind {
  const kind = plainKindOf(address)
  const inner = isIPv6(address) ? embeddedIPv4(address) : undefined
  return kind === 'unicast' && inner ? plainKindOf(inner) : kind
}

function plainKindOf(address: string): AddressKind {
  return specialRanges.find(([, ranges]) => isIn(ranges, address))?.[0] ?? 'unicast'
}

/** The form to dial and compare: IPv6 compressed and without a zone, IPv4-mapped IPv6 as IPv4. Undefined for a name. */
export function canonicalAddress(text: string): string | undefined {
  const address = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  if (isIPv4(address)) return address
  const canonical = isIPv6(address) ? URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) : undefined
  if (canonical === undefined) return undefined
  return canonical.startsWith('::ffff:') ? (embeddedIPv4(canonical) ?? canonical) : canonical
}

/** IPv4-mapped, IPv4-compatible (RFC 4291 section 2.5.5), NAT64 (RFC 6052, RFC 8215) and 6to4 (RFC 3056) addresses. */
function embeddedIPv4(address: string): string | undefined {
  const groups = groupsOf(address)
  const [a = 0, b = 0, c = 0] = groups
  const [high = 0, low = 0] = groups.slice(6)
  const isZero = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0)
  if (isZero(0, 5) && (groups[5] === 0xffff || groups[5] === 0)) return dotted(high, low)
  if (a === 0x64 && b === 0xff9b) return dotted(high, low)
  if (a === 0x2002) return dotted(b, c)
  return undefined
}

/** The eight 16-bit groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const canonical = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? '::'
  const [head = '', tail] = canonical.split('::')
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  if (tail === undefined) return parse(head)
  const [before, after] = [parse(head), parse(tail)]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0)
  return [...before, ...zeros, ...after]
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  if (isIPv4(address)) return 'ipv4'
  return isIPv6(address) ? 'ipv6' : undefined
}
