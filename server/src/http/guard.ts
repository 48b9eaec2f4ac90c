import { CODES, Refusal } from '@vedette/contract/codes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Config } from '../config.ts'
import { checkOrigin } from './origin.ts'
import { Quota } from './quota.ts'

/** More than this at once is an overload: each holds memory while it waits for the database. */
const MAX_AT_ONCE = 1000
/** Limit that also counts those whose body still arrives, as slowly as its sender likes. */
const MAX_UNDER_WAY = 4000
/** A control room behind one address sends fewer. */
const MAX_OF_ADDRESS = 200
const PREFLIGHT_SECONDS = 600

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** What the console reads of answers: where its clock stands, and how much more there is of footage. */
const EXPOSED = 'date, content-range, x-vedette-layout'

/** Reads the URL as the router does: `/%76ms/…` and `http://host/vms/…` lead to the same handlers. */
function isUnder(folder: string, { url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith(folder) || routeOptions.url?.startsWith(folder) === true
}
const isOfPlatform = (request: FastifyRequest): boolean => isUnder('/vms/', request)
const isMedia = (request: FastifyRequest): boolean => isUnder('/vms/media/', request)

/** What holds for every request before anybody looks at what it asks: headers, Origin, readiness, overload. */
export function guard(app: FastifyInstance, config: Config, isReady: () => boolean): void {
  const underWay = new Quota(MAX_UNDER_WAY, MAX_OF_ADDRESS)
  const atOnce = new Quota(MAX_AT_ONCE, MAX_OF_ADDRESS)
  const admit = (quota: Quota, { ip }: FastifyRequest, { raw }: FastifyReply): void => {
    const giveBack = isReady() ? quota.take(ip) : undefined
    if (!giveBack) throw new Refusal('overloaded')
    raw.once('close', giveBack)
  }

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS).header('x-request-id', request.id)
    // A browser that obeys would let nobody past the next certificate that the platform makes for itself.
    if (config.tls?.kind === 'files') reply.header('strict-transport-security', 'max-age=31536000')
    // An element of another console fetches it without an Origin; its signed URL is its right to it.
    if (config.allowedOrigins.length > 0 && isMedia(request))
      reply.header('cross-origin-resource-policy', 'cross-origin')
    const verdict = checkOrigin(request.headers, config)
    if (verdict.kind === 'foreign')
      return reply.code(403).send({ CODE: CODES.noPermission.code, BODY: { Reason: 'Origin' } })
    if (verdict.kind === 'other') {
      reply
        .header('access-control-allow-origin', verdict.origin)
        .header('access-control-expose-headers', EXPOSED)
        .header('vary', 'Origin')
      if (request.method === 'OPTIONS')
        return reply
          .header('access-control-allow-methods', 'GET, POST')
          .header('access-control-allow-headers', 'authorization, content-type, range')
          .header('access-control-max-age', PREFLIGHT_SECONDS)
          .code(204)
          .send()
    }
    if (!isOfPlatform(request)) return undefined
    reply.header('cache-control', 'no-store')
    admit(underWay, request, reply)
    return undefined
  })

  // The body has arrived: from now on it is we who take the time.
  app.addHook('preValidation', async (request, reply) => {
    if (isOfPlatform(request)) admit(atOnce, request, reply)
  })
}
