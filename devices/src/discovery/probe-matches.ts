/** What a device answers to a probe of WS-Discovery. */
import { nameInScopes, scopeValue } from '../onvif/device.ts'
import { type DeviceKind, kindOfDevice } from '../onvif/kind.ts'
import { plainText } from '../onvif/plain-text.ts'
import { child, childrenOf, parseXml, textAt, type XmlElement, XmlFault } from '../onvif/xml.ts'

export interface DiscoveredDevice {
  /** `urn:uuid:…`, lower case: the same wherever the device stands. */
  endpoint: string
  /** Where its service is, at the address from which it answered. */
  url: string
  /** Empty where it does not say. */
  name: string
  hardware: string
  /** What it seems to be. */
  kind: DeviceKind
}

const MAX_MATCHES = 64
const HARDWARE_SCOPE = 'onvif://www.onvif.org/hardware/'

/** The devices of one datagram that came from this address; none where it cannot be read. */
export function readProbeMatches(datagram: Buffer, from: string): DiscoveredDevice[] {
  const envelope = readXml(datagram)
  return childrenOf(child(envelope, 'Body', 'ProbeMatches'), 'ProbeMatch')
    .slice(0, MAX_MATCHES)
    .flatMap((match) => deviceOf(match, from) ?? [])
}

function readXml(datagram: Buffer): XmlElement | undefined {
  try {
    return parseXml(
      datagram
        .toString('utf8')
        .replace(/^\uFEFF/, '')
        .trim(),
    )
  } catch (error) {
    // Anybody may send anything to an open port.
    if (error instanceof XmlFault) return undefined
    throw error
  }
}

function deviceOf(match: XmlElement, from: string): DiscoveredDevice | undefined {
  const endpoint = plainText(textAt(match, 'EndpointReference', 'Address'), 200).toLowerCase()
  const addresses = textAt(match, 'XAddrs').split(/\s+/).slice(0, 16)
  const url = addressAt(addresses, from)
  if (endpoint === '' || url === undefined) return undefined
  const scopes = textAt(match, 'Scopes').split(/\s+/).slice(0, 100)
  return {
    endpoint,
    url,
    name: nameInScopes(scopes) ?? '',
    hardware: scopeValue(scopes, HARDWARE_SCOPE) ?? '',
    kind: kindOfDevice([...textAt(match, 'Types').split(/\s+/, 20), ...scopes]),
  }
}

/** Picks the address on the host that answered; else the first, moved to that host: a device may guess its own address. */
function addressAt(addresses: readonly string[], from: string): string | undefined {
  const urls = addresses.flatMap((address) => {
    const url = URL.parse(address)
    return url && (url.protocol === 'http:' || url.protocol === 'https:') ? [url] : []
  })
  const url = urls.find(({ hostname }) => hostname === from) ?? urls[0]
  if (!url) return undefined
  const port = url.port === '' ? '' : `:${url.port}`
  return `${url.protocol}//${from}${port}${url.pathname}${url.search}`.slice(0, 1000)
}
