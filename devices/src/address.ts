/** Where a camera may be: what an operator typed becomes an address that was parsed, checked, rebuilt and pinned, or a refusal. */
import { lookup } from 'node:dns/promises'
import type { BlockList } from 'node:net'
import { networkInterfaces } from 'node:os'

import { type AddressKind, canonicalAddress, isIn, kindOf } from './ip.ts'

const MAX_LENGTH = 1000
const DEFAULT_PORTS = { 'rtsp:': 554, 'rtsps:': 322, 'http:': 80, 'https:': 443 } as const

type Scheme = keyof typeof DEFAULT_PORTS

export interface AddressRules {
  /** Ports on which the platform itself listens: refused on all addresses of this machine. */
  ownPorts: readonly number[]
  /** `host:port` entries of this machine's loopback that are cameras: the simulator's. */
  loopbackEndpoints: readonly string[]
  /** The platform is reached from its own machine alone, without a proxy in front: its operator may name any loopback port. */
  servesOwnMachineAlone: boolean
  /** Networks in which the company's cameras stand, beside the listed endpoints; any when absent. */
  networks?: BlockList
}

/** Returns all addresses of a name, as `dns.lookup` does. */
export type Resolve = (host: string) => Promise<readonly string[]>

export type AddressRefusal =
  | 'tooLong'
  | 'malformed'
  | 'scheme'
  | 'credentialsInside'
  | 'unresolved'
  | 'forbidden'
  | 'ownPort'
  | 'loopback'
  | 'outsideNetworks'

export type AddressOutcome =
  | {
      ok: true
      /** Rebuilt from its parts, without credentials. */
      url: string
      scheme: Scheme
      /** The IP address to dial: the name is not resolved again. */
      connectHost: string
      port: number
    }
  | { ok: false; reason: AddressRefusal; detail: string }

type Refused = Extract<AddressOutcome, { ok: false }>

/** Checks an address that a person typed. `detail` of a refusal is one sentence for that person. */
export async function validateAddress(
  typed: string,
  rules: AddressRules,
  resolve: Resolve = resolveName,
): Promise<AddressOutcome> {
  const parsed = parseAddress(typed)
  if ('ok' in parsed) return parsed
  const { host, port, scheme, url } = parsed
  const addresses = await addressesOf(host, resolve)
  let refusal = refuse('unresolved', `The name ${shown(host)} is not known here`)
  for (const connectHost of addresses) {
    const found = objection(connectHost, port, rules)
    if (!found) return { ok: true, url, scheme, connectHost, port }
    refusal = found
  }
  return refusal
}

interface ParsedAddress {
  url: string
  scheme: Scheme
  /** A name, or a canonical IP address without brackets. */
  host: string
  port: number
}

function parseAddress(typed: string): ParsedAddress | Refused {
  if (typed.length > MAX_LENGTH) return tooLong(typed.length)
  const odd = Array.from(typed).find(isForbiddenCharacter)
  if (odd !== undefined)
    return refuse('malformed', `The address contains ${named(odd)}, which no address may have`)
  const [, schemeText = '', authority = '', rest = ''] = /^([^:/?#]*):\/\/([^/?#]*)([^#]*)/.exec(typed) ?? []
  const scheme = `${schemeText.toLowerCase()}:`
  if (!isScheme(scheme)) {
    const given = /^[^:/?#]*:/.exec(typed)?.[0] ?? typed
    return refuse(
      'scheme',
      `An address begins with rtsp://, rtsps://, http:// or https://, not with ${shown(given)}`,
    )
  }
  if (authority.includes('@'))
    return refuse(
      'credentialsInside',
      `The address holds a user name or password before ${shown(authority.slice(authority.lastIndexOf('@') + 1))}; enter them in their own fields`,
    )
  // Only the parser of http reads hosts fully: odd IPv4 notations, international names, percent signs.
  const place = URL.parse(`http://${authority}/`)
  if (!place?.hostname) return refuse('malformed', `${shown(authority)} is not a host with an optional port`)
  const port = /:\d+$/.test(authority) ? Number(place.port || DEFAULT_PORTS['http:']) : DEFAULT_PORTS[scheme]
  if (port === 0) return refuse('malformed', 'Port 0 is not a port that a camera can have')
  const host = canonicalAddress(place.hostname) ?? place.hostname
  const hostInUrl = host.includes(':') ? `[${host}]` : host
  const url = URL.parse(`${scheme}//${hostInUrl}:${port}${rest}`)
  if (!url) return refuse('malformed', `${shown(typed)} is not an address`)
  // It is checked again in this form, in which signs beyond ASCII are longer.
  if (url.href.length > MAX_LENGTH) return tooLong(url.href.length)
  // Addresses are stored and shown as they are; only the fields' password is sealed.
  const holder = passwordKeyOf(url)
  if (holder !== undefined)
    return refuse(
      'credentialsInside',
      `The address holds a password behind ${shown(`${holder}=`)}; leave it out and enter it in its own field`,
    )
  return { url: url.href, scheme, host, port }
}

const PASSWORD_KEY = /^(?:password|passwd|pwd|pass)$/i

function passwordKeyOf({ search }: URL): string | undefined {
  const keys = new URLSearchParams(search.replaceAll(';', '&')).keys()
  return [...keys].find((key) => PASSWORD_KEY.test(key))
}

async function addressesOf(host: string, resolve: Resolve): Promise<string[]> {
  const literal = canonicalAddress(host)
  const found = literal === undefined ? await resolve(host) : [literal]
  return found.flatMap((address) => canonicalAddress(address) ?? [])
}

/** A name that does not resolve has no addresses; the caller says so to the operator. */
async function resolveName(host: string): Promise<string[]> {
  try {
    const found = await lookup(host, { all: true })
    return found.map(({ address }) => address)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) return []
    throw cause
  }
}

const FORBIDDEN: Partial<Record<AddressKind, string>> = {
  unspecified: 'an unspecified or reserved address',
  'link-local': 'a link-local address',
  metadata: 'an address of a cloud metadata service',
  multicast: 'a multicast address',
  broadcast: 'the broadcast address',
}

function objection(address: string, port: number, rules: AddressRules): Refused | undefined {
  const kind = kindOf(address)
  const forbidden = FORBIDDEN[kind]
  if (forbidden) return refuse('forbidden', `${address} is ${forbidden}; no camera can be there`)
  const isLoopback = kind === 'loopback'
  if (rules.ownPorts.includes(port) && (isLoopback || ownAddresses().has(address)))
    return refuse('ownPort', `Port ${port} at ${address} belongs to the platform itself`)
  if (isLoopback) {
    if (rules.loopbackEndpoints.includes(endpointText(address, port))) return undefined
    if (!rules.servesOwnMachineAlone)
      return refuse(
        'loopback',
        `${endpointText(address, port)} is the platform's own machine, where no camera is registered`,
      )
  }
  if (rules.networks && !isIn(rules.networks, address))
    return refuse('outsideNetworks', `${address} is outside the networks in which cameras are allowed`)
  return undefined
}

function ownAddresses(): Set<string> {
  const entries = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return new Set(entries.flatMap(({ address }) => canonicalAddress(address) ?? []))
}

function endpointText(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}

function isScheme(text: string): text is Scheme {
  return Object.hasOwn(DEFAULT_PORTS, text)
}

function refuse(reason: AddressRefusal, detail: string): Refused {
  return { ok: false, reason, detail }
}

function tooLong(characters: number): Refused {
  return refuse('tooLong', `The address has ${characters} characters; at most ${MAX_LENGTH} are read`)
}

/** A value as it may stand in a sentence: short, in quotation marks. */
function shown(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)
}

/** What the URL parser would drop or translate without a word, and what quotes. */
function isForbiddenCharacter(character: string): boolean {
  const isControl = character <= ' ' || (character >= '\u007f' && character <= '\u00a0')
  return isControl || '\\"<>^`{|}'.includes(character)
}

function named(character: string): string {
  if (character === ' ') return 'a space'
  const point = character.charCodeAt(0)
  const isPrintable = point > 32 && point < 127
  return isPrintable
    ? `the character ${character}`
    : `the character U+${point.toString(16).toUpperCase().padStart(4, '0')}`
}
