/** `GET /metrics`: for the platform's own machine, or for who holds the operator's token. */
import { createHash, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { type Config, isLoopbackHost } from '../config.ts'
import type { Metrics } from './metrics.ts'
import { networkOf } from './network.ts'

type Settings = Pick<Config, 'metricsToken' | 'publicUrl' | 'trustedProxies'>

export function serveMetrics(app: FastifyInstance, settings: Settings, metrics: Metrics): void {
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isFromHere(request, settings) || holdsToken(request, settings))
      return reply.type(metrics.contentType).send(await metrics.text())
    return reply
      .code(401)
      .type('text/plain; charset=utf-8')
      .header('www-authenticate', 'Bearer')
      .send('Only from this machine, or with VEDETTE_METRICS_TOKEN as Bearer\n')
  })
}

/** Behind a proxy on this machine everybody comes from its loopback. */
function isFromHere({ headers, raw }: FastifyRequest, { publicUrl, trustedProxies }: Settings): boolean {
  if (publicUrl || trustedProxies.length > 0) return false
  if (['x-forwarded-for', 'forwarded', 'via'].some((name) => headers[name] !== undefined)) return false
  return isLoopbackHost(networkOf(raw.socket.remoteAddress ?? '')) || raw.socket.remoteAddress === '::1'
}

function holdsToken({ headers }: FastifyRequest, { metricsToken }: Settings): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (!metricsToken || given === undefined) return false
  return timingSafeEqual(digestOf(given), digestOf(metricsToken.reveal()))
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
