import type { SessionEnd } from '../access-unit.ts'
import { type Endpoint, type RtspTarget, endpointOf } from './target.ts'

/** A fourth is taken for a circle. */
export const MAX_REDIRECTS = 3

export type Redirected = { ok: true; target: RtspTarget; endpoint: Endpoint } | { ok: false; end: SessionEnd }

/**
 * Where a camera sends us, as far as it may: to another path of the same host and port as it is, to any other address
 * only when `validateAddress` allows it, and never out of TLS.
 */
export async function redirected(
  { target, endpoint: from }: { target: RtspTarget; endpoint: Endpoint },
  location: string,
): Promise<Redirected> {
  const url = URL.parse(location, from.uri)?.href
  const refuse = (why: string): Redirected => ({
    ok: false,
    end: { reason: 'addressRefused', detail: `redirected to ${shown(url)}: ${why}` },
  })
  if (url === undefined) return refuse('not an address')
  const there = endpointOf({ ...target, url })
  if (!there.ok) return refuse(there.end.detail)
  const isSameHost = URL.parse(from.uri)?.hostname === URL.parse(url)?.hostname
  const isSamePlace = isSameHost && there.endpoint.port === from.port && there.endpoint.isTls === from.isTls
  if (isSamePlace) return { ok: true, target: { ...target, url }, endpoint: there.endpoint }
  if (from.isTls && !there.endpoint.isTls) return refuse('it leads out of TLS')
  if (!target.validateAddress) return refuse('only another path of the same host and port is followed')
  const verdict = await target.validateAddress(url)
  if (!verdict.ok) return refuse(verdict.detail)
  const checked = { ...target, url, connectHost: verdict.connectHost }
  const endpoint = endpointOf(checked)
  return endpoint.ok ? { ok: true, target: checked, endpoint: endpoint.endpoint } : endpoint
}

/** Shows the URL without the credentials that it may hold. */
function shown(url: string | undefined): string {
  const parsed = URL.parse(url ?? '')
  if (!parsed) return 'nowhere'
  parsed.username = parsed.password = parsed.search = ''
  return parsed.href.slice(0, 200).replace(/[^\x21-\x7e]/g, '?')
}
