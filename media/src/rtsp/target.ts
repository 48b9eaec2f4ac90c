import { isIP } from 'node:net'

import type { SessionEnd } from '../access-unit.ts'

/** A camera's stream and how to get to it. */
export interface RtspTarget {
  /** rtsp:// or rtsps://, without credentials. */
  url: string
  username?: string
  password?: string
  /** Address to dial instead of resolving the URL's host: a name is resolved once, then pinned. */
  connectHost?: string
  transport: 'tcp'
  tls?: { rejectUnauthorized: boolean }
}

export interface Endpoint {
  /** What stands in requests. */
  uri: string
  dialHost: string
  port: number
  isTls: boolean
  /** For SNI and the certificate's check; absent where the URL holds an IP address. */
  serverName?: string
}

const DEFAULT_PORTS: Record<string, number> = { 'rtsp:': 554, 'rtsps:': 322 }
const MAX_URL_LENGTH = 2048

export type EndpointOutcome = { ok: true; endpoint: Endpoint } | { ok: false; end: SessionEnd }

export function endpointOf(target: RtspTarget): EndpointOutcome {
  const refuse = (detail: string): EndpointOutcome => ({
    ok: false,
    end: { reason: 'addressRefused', detail },
  })
  if (target.url.length > MAX_URL_LENGTH) return refuse(`address of ${target.url.length} characters`)
  const url = URL.parse(target.url)
  if (!url) return refuse('not an address')
  const defaultPort = DEFAULT_PORTS[url.protocol]
  if (defaultPort === undefined) return refuse(`not an RTSP address: scheme ${url.protocol.slice(0, 32)}`)
  if (url.username || url.password) return refuse('address holds credentials')
  if (!url.hostname) return refuse('address without a host')
  url.hash = ''
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    ok: true,
    endpoint: {
      uri: url.href,
      dialHost: target.connectHost ?? host,
      port: url.port ? Number(url.port) : defaultPort,
      isTls: url.protocol === 'rtsps:',
      ...(isIP(host) ? {} : { serverName: host }),
    },
  }
}
