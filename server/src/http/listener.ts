/** The TCP side of the HTTP server, with what a peer may take before it has said anything of sense. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'

import type { Config } from '../config.ts'
import type { Certificate } from './certificate.ts'
import { rememberConnections } from './cut-off.ts'
import { membership } from './network.ts'
import { Quota } from './quota.ts'

export interface Limits {
  /** Limit for the header, from the connection on; the other one is for the whole request. */
  headersTimeoutMs: number
  requestTimeoutMs: number
  /** How often those two are looked after. */
  checkMs: number
  handshakeTimeoutMs: number
  headerBytes: number
  headers: number
  requestsPerSocket: number
  sockets: number
  /** A control room behind one address has eight for each page; proxies that are trusted have as many as they like. */
  socketsPerAddress: number
}

const LIMITS: Limits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  checkMs: 5000,
  handshakeTimeoutMs: 15_000,
  headerBytes: 16_384,
  headers: 100,
  requestsPerSocket: 10_000,
  sockets: 20_000,
  socketsPerAddress: 2000,
}

interface ListenerConfig extends Pick<Config, 'trustedProxies'> {
  /** Undefined: plain HTTP. */
  certificate: Certificate | undefined
}

export function listenerFor(config: ListenerConfig, handler: RequestListener, limits = LIMITS): Server {
  const options = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: limits.headerBytes,
  }
  const { certificate } = config
  const server = certificate
    ? tlsServer(certificate, options, limits, handler)
    : createServer(options, handler)
  server.maxHeadersCount = limits.headers
  server.maxRequestsPerSocket = limits.requestsPerSocket
  server.maxConnections = limits.sockets
  if (certificate) rememberConnections(server)
  boundAddresses(server, config, limits.socketsPerAddress)
  return server
}

function tlsServer(
  { cert, key }: Certificate,
  options: object,
  { handshakeTimeoutMs }: Limits,
  handler: RequestListener,
): Server {
  const identity = { cert, key: key.reveal() }
  return createTlsServer({ ...options, ...identity, handshakeTimeout: handshakeTimeoutMs }, handler)
}

function boundAddresses(server: Server, { trustedProxies }: ListenerConfig, most: number): void {
  const isProxy = membership(trustedProxies)
  const quota = new Quota(Infinity, most)
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isProxy(address)) return
    const giveBack = quota.take(address)
    if (giveBack) socket.on('close', giveBack)
    else socket.destroy()
  })
}
