/** The gate's HTTP server: what holds for every request, whatever it asks. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'

import { CALLS } from '@vedette/contract/catalogue'
import { Refusal } from '@vedette/contract/codes'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { z } from 'zod'

import { type Config, isWildcardHost } from '../config.ts'
import type { Clock } from '../engines/clock.ts'
import { answerFailure, type CallNeeds, checkRoutes, mountRoutes } from './calls.ts'
import type { Certificate } from './certificate.ts'
import { serveConsole } from './console.ts'
import { loginCookie } from './cookie.ts'
import { MAX_BODY_BYTES } from './failure.ts'
import { guard } from './guard.ts'
import { Health, serveHealth } from './health.ts'
import { listenerFor } from './listener.ts'
import { type MediaNeeds, type MediaRoute, mountMedia } from './media.ts'
import { Metrics } from './metrics.ts'
import { serveMetrics } from './metrics-route.ts'
import { openApiOf } from './openapi.ts'
import { checkOrigin } from './origin.ts'
import type { Route } from './route.ts'
import type { PathQuery } from './signed-path.ts'
import { readUpload } from './upload.ts'

/** Structured: fields first, then what happened. */
export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>

export interface HttpServer {
  log: Log
  metrics: Metrics
  /** Lets tests send a request without a port. */
  inject: FastifyInstance['inject']
  /** Puts the calls in place. Throws when one of the catalogue has no handler or no `access`. */
  mount(routes: readonly Route[], needs: Omit<CallNeeds, 'metrics' | 'cookie'>): void
  /** Puts what carries media in place; returns how to end all that runs. */
  mountMedia(routes: readonly MediaRoute[], needs: Omit<MediaNeeds, 'metrics'>): () => void
  /** Serves files below a path, `<prefix>/<company>/<id>`, to addresses that were signed. */
  serveFiles(prefix: `/vms/media/${string}`, find: FindFile): void
  /** Given to what takes WebSocket upgrades off it. */
  server: Server
  /** Whether a browser's page may open a socket here. */
  isOriginAllowed(request: IncomingMessage): boolean
  /** Returns the address to open in a browser. */
  listen(): Promise<string>
  /** Address to open in a browser, ends in a slash; only once it listens. */
  address(): string
  /** Where it listens, undefined before it does. */
  port(): number | undefined
  /** Whether `/healthz` answers 200 and calls and sockets are served; until it is told so, both get 503. */
  setReady(isReady: boolean): void
  /** Without an answer to `probe`, `/healthz` says 503 too. `clock` is the machine's. */
  watch(clock: Clock, probe: () => Promise<unknown>): void
  close(): Promise<void>
}

/** Undefined where there is no such file for a request by this address. */
export type FindFile = (
  path: string,
  query: PathQuery,
  ids: { companyId: string; id: string },
) => Promise<{ type: string; bytes: Buffer } | undefined>

const FileQuery = z.partialRecord(z.enum(['e', 'u', 'o', 's']), z.string())
const FileIds = z.object({ companyId: z.string(), id: z.string() })

export interface HttpServerOptions {
  config: Config
  /** What `config.tls` asks for. */
  certificate: Certificate | undefined
  /** Where the built console is. */
  consoleFolder: string
  /** The product's name. */
  brand: string
  /** Where log lines go. */
  logTo: { write(line: string): void }
}

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { config, certificate, consoleFolder, brand, logTo } = options
  const { trustedProxies } = config
  const health = new Health()
  const metrics = new Metrics()
  const app = Fastify({
    serverFactory: (handler) => listenerFor({ certificate, trustedProxies }, handler),
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    logger: { level: config.logLevel, stream: logTo, base: null, redact: REDACTED },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // By far the quickest of Node's random texts.
    genReqId: () => randomUUID().slice(-17).replace('-', ''),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    forceCloseConnections: true,
    // The guard does, with an envelope.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) =>
      void answerFailure(new Refusal('unknownCall'), request, reply, metrics),
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => readUpload(request.headers['content-type'] ?? '', body),
  )
  app.addContentTypeParser('*', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, metrics))
  app.setNotFoundHandler((request, reply) =>
    answerFailure(new Refusal('unknownCall'), request, reply, metrics),
  )
  guard(app, config, () => health.isReady)
  serveHealth(app, health)
  serveMetrics(app, config, metrics)
  let openApi: string | undefined
  app.get('/vms/openapi.json', (_request, reply) =>
    reply.type('application/json').send((openApi ??= JSON.stringify(openApiOf(CALLS, brand)))),
  )
  await serveConsole(app, consoleFolder, config.map.origins)

  const address = (): string => config.publicUrl?.href ?? addressOf(app.server, config)

  return {
    log: app.log,
    metrics,
    inject: app.inject.bind(app),
    mount(routes, needs) {
      checkRoutes(CALLS, routes)
      mountRoutes(app, routes, { ...needs, metrics, cookie: loginCookie(config) })
    },
    mountMedia: (routes, needs) => mountMedia(app, routes, { ...needs, metrics }),
    serveFiles(prefix, find) {
      app.get(`${prefix}/:companyId/:id`, async ({ params, query }, reply) => {
        const ids = FileIds.parse(params)
        const signed = FileQuery.catch({}).parse(query)
        const file = await find(`${prefix}/${ids.companyId}/${ids.id}`, signed, ids)
        if (!file) throw new Refusal('unknownCall')
        return reply.type(file.type).send(file.bytes)
      })
    },
    server: app.server,
    isOriginAllowed: (request) => health.isReady && checkOrigin(request.headers, config).kind !== 'foreign',
    async listen() {
      // Fastify's line says where, which main.ts tells people.
      app.log.level = 'silent'
      await app.listen({ host: config.host, port: config.port })
      app.log.level = config.logLevel
      return address()
    },
    address,
    port: () => portOf(app.server),
    setReady(now) {
      health.isReady = now
    },
    watch: (...of) => health.watch(...of),
    close: () => app.close(),
  }
}

/** Bodies are checked by the contract's schemas alone, so that Fastify's compilers need not be loaded. */
function noSchemas(): never {
  throw new Error("a route has a schema of Fastify's")
}

/** Bodies and headers are never logged as such; these catch what slips into an error's fields. */
const REDACTED = [
  'authorization',
  '*.authorization',
  '*.*.authorization',
  'Password',
  '*.Password',
  '*.*.Password',
  'password',
  '*.password',
  '*.*.password',
]

function addressOf(server: Server, { host, tls }: Config): string {
  const name = isWildcardHost(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `${tls ? 'https' : 'http'}://${name}:${portOf(server)}/`
}

function portOf(server: Server): number | undefined {
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : undefined
}
