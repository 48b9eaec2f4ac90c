import { isIP, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

import type { SessionEnd } from '../access-unit.ts'

/** A camera's stream and how to get to it. */
export interface RtspTarget {
  /** rtsp:// or rtsps://, without credentials. */
  url: string
  username?: string
  password?: string
  /** Address to dial instead of resolving the URL's host: a name is resolved once, then pinned. */
  connectHost?: string
  transport: RtspTransport
  tls?: TlsPolicy
  /** Stored footage is wanted, of this time by the device's own clock, ms since 1970: ONVIF Streaming Specification, "Replay". */
  replay?: { fromMs: number; toMs: number }
  /** Asked before a redirect to another host or port is followed; without it none is. */
  validateAddress?: CheckAddress
}

/**
 * `tcp`: over the RTSP connection alone. `auto`: so, and by UDP where the camera refuses that. `udp`: by UDP, and over
 * the connection where the camera refuses that or nothing arrives. Over TLS always `tcp`: RTP by UDP is in the clear.
 */
export type RtspTransport = 'tcp' | 'udp' | 'auto'

/**
 * `verify`: the certificate must be of a known authority and of this name. `any` (also where absent, for most cameras
 * sign their own): anyone who answers is believed, so he gets no password in plain text either.
 */
export type TlsPolicy = 'any' | 'verify'

/** Whether a connection ended because the certificate was to be verified and can't be. */
export function isDistrusted(socket: Socket | null, tls: TlsPolicy | undefined): boolean {
  return tls === 'verify' && socket instanceof TLSSocket && Boolean(socket.authorizationError)
}

/** Whether an address that a camera named may be dialled, and at which resolved address. */
export type CheckAddress = (
  url: string,
) => Promise<{ ok: true; connectHost: string } | { ok: false; detail: string }>

export interface Endpoint {
  /** What stands in requests. */
  uri: string
  dialHost: string
  port: number
  isTls: boolean
  /** Whether a password in plain text is safe here. */
  isVerified: boolean
  /** Used for SNI and the certificate's check; absent where the URL holds an IP address. */
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
      isVerified: url.protocol === 'rtsps:' && target.tls === 'verify',
      ...(isIP(host) ? {} : { serverName: host }),
    },
  }
}
