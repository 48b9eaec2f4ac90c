/** Requests to addresses that people typed, or that another server named: checked, pinned, bounded, and never sent on. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'

import type { AddressOutcome } from '@vedette/devices/address'

export type OutgoingTrouble = 'address' | 'silent' | 'slow' | 'tooLarge' | 'redirect'

export class OutgoingFault extends Error {
  readonly trouble: OutgoingTrouble

  constructor(trouble: OutgoingTrouble, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OutgoingFault'
    this.trouble = trouble
  }
}

export interface OutgoingRequest {
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array | undefined
  /** Ends the request; it failed as `slow`. */
  signal: AbortSignal
  maxBytes: number
}

/** Throws OutgoingFault. The answer's body is there as a whole. */
export type Outgoing = (url: string, request: OutgoingRequest) => Promise<Response>

/** `check` says which addresses may be dialled: https ones, and plain http where that is loopback. */
export function outgoing(check: (address: string) => Promise<AddressOutcome>): Outgoing {
  return async (url, request) => {
    const place = await check(url)
    if (!place.ok) throw new OutgoingFault('address', place.detail)
    if (request.signal.aborted) throw new OutgoingFault('slow', `no time is left to ask ${url}`)
    const isTls = place.scheme === 'https:'
    if (!isTls && !(place.scheme === 'http:' && isLoopback(place.connectHost)))
      throw new OutgoingFault('address', `${url} is neither https nor on this machine`)
    return exchange(new URL(place.url), place, request)
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

function exchange(
  url: URL,
  { connectHost, port }: { connectHost: string; port: number },
  request: OutgoingRequest,
): Promise<Response> {
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const options = {
    host: connectHost,
    port,
    path: `${url.pathname}${url.search}`,
    method: request.method,
    headers: { ...request.headers, host: url.host },
    agent: false as const,
    signal: request.signal,
  }
  const secure = isIP(name) === 0 ? { servername: name } : {}
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const asked = url.protocol === 'https:' ? requestHttps({ ...options, ...secure }) : requestHttp(options)
  const fail = (error: unknown): void => reject(faultOf(error, url, request.signal))
  asked.on('error', fail)
  asked.on('response', (answer) => {
    const pieces: Buffer[] = []
    let bytes = 0
    answer.on('error', fail)
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes <= request.maxBytes) return void pieces.push(piece)
      asked.destroy()
      reject(new OutgoingFault('tooLarge', `${url.host} answers with more than ${request.maxBytes} bytes`))
    })
    answer.on('end', () => {
      const status = answer.statusCode ?? 0
      if (status >= 300 && status < 400)
        return reject(new OutgoingFault('redirect', `${url.host} sends on to another address`))
      const type = answer.headers['content-type'] ?? 'application/octet-stream'
      const challenge = answer.headers['www-authenticate']
      const headers = { 'content-type': type, ...(challenge ? { 'www-authenticate': challenge } : {}) }
      resolve(new Response(status === 204 ? null : Buffer.concat(pieces), { status, headers }))
    })
    answer.on('close', () => {
      if (!answer.complete) fail(new Error('the connection broke off'))
    })
  })
  asked.end(request.body)
  return promise
}

function faultOf(error: unknown, { host }: URL, signal: AbortSignal): OutgoingFault {
  if (signal.aborted) return new OutgoingFault('slow', `${host} did not answer in time`, { cause: error })
  return new OutgoingFault('silent', `${host} does not answer`, { cause: error })
}
