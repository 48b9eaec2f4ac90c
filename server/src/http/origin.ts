import type { IncomingHttpHeaders } from 'node:http'

import { type Config, isLoopbackHost } from '../config.ts'

type OriginConfig = Pick<Config, 'host' | 'publicUrl' | 'allowedOrigins'>

/** `own`: the platform's own pages, or no page at all · `other`: another console · `foreign`: to be refused. */
export type OriginVerdict = { kind: 'own' } | { kind: 'other'; origin: string } | { kind: 'foreign' }

/**
 * Checks where a request was made. Where the platform listens on loopback it has no name but loopback's and its public
 * one, so a page that rebinds a name of its own to this machine is refused as well.
 */
export function checkOrigin(headers: IncomingHttpHeaders, config: OriginConfig): OriginVerdict {
  const host = headers.host
  if (isLoopbackHost(config.host) && !isNameHere(host, config.publicUrl)) return { kind: 'foreign' }
  const { origin } = headers
  if (origin === undefined) return { kind: 'own' }
  const from = URL.parse(origin)
  if (from && (from.host === host || from.origin === config.publicUrl?.origin)) return { kind: 'own' }
  if (from && config.allowedOrigins.includes(from.origin)) return { kind: 'other', origin: from.origin }
  return { kind: 'foreign' }
}

function isNameHere(host: string | undefined, publicUrl: URL | undefined): boolean {
  if (host === undefined) return true
  if (host === publicUrl?.host || /^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/.test(host)) return true
  const name = URL.parse(`http://${host}/`)?.hostname ?? ''
  return isLoopbackHost(name.replace(/^\[(.*)\]$/, '$1'))
}
