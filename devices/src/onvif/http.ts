/** One HTTP exchange with a device: its pinned address, a deadline, a bounded answer, and no redirect. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'

import { isDistrusted, type TlsPolicy } from '@vedette/media/rtsp/target'

import { OnvifFault } from './fault.ts'

/** Where a device is: its URL was checked, and this address of it is the one to dial. */
export interface HttpPlace {
  url: URL
  connectHost: string
  tls: TlsPolicy
}

export interface HttpRequest {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body: string | Readable
  deadlineMs: number
  maxBytes: number
}

export interface HttpAnswer {
  status: number
  /** The value of each `WWW-Authenticate`. */
  challenges: string[]
  contentType: string
  body: Buffer
}

/**
 * Throws OnvifFault `unreachable` when no whole answer came in time, `certificate` when the device shows none that can be trusted,
 * `protocol` when it is too large or a redirect.
 */
export function exchange(place: HttpPlace, request: HttpRequest): Promise<HttpAnswer> {
  const { url, connectHost, tls } = place
  const isTls = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const options = {
    host: connectHost,
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    method: request.method,
    headers: { ...request.headers, host: url.host },
    agent: false,
    signal: AbortSignal.timeout(request.deadlineMs),
  }
  const secure = {
    rejectUnauthorized: tls === 'verify',
    ...(isIP(host) === 0 ? { servername: host } : {}),
  }
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  const outgoing = isTls ? requestHttps({ ...options, ...secure }) : requestHttp(options)
  const fail = (error: unknown): void => {
    const fault = isDistrusted(outgoing.socket, tls) ? distrust : faultOf
    reject(fault(error, url, request.deadlineMs))
  }
  outgoing.on('error', fail)
  outgoing.on('response', (incoming) => {
    const pieces: Buffer[] = []
    let bytes = 0
    incoming.on('error', fail)
    incoming.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes <= request.maxBytes) return void pieces.push(piece)
      outgoing.destroy()
      reject(new OnvifFault('protocol', `The device answers with more than ${request.maxBytes} bytes`))
    })
    incoming.on('end', () => {
      const status = incoming.statusCode ?? 0
      if (status >= 300 && status < 400)
        return reject(
          new OnvifFault('protocol', 'The device sends on to another address, which is not followed'),
        )
      resolve({
        status,
        challenges: incoming.rawHeaders.flatMap((name, at, all) =>
          at % 2 === 0 && name.toLowerCase() === 'www-authenticate' ? [all[at + 1] ?? ''] : [],
        ),
        contentType: incoming.headers['content-type'] ?? '',
        body: Buffer.concat(pieces),
      })
    })
    incoming.on('close', () => {
      if (!incoming.complete) fail(new Error('the connection broke off'))
    })
  })
  if (typeof request.body === 'string') outgoing.end(request.body)
  else request.body.on('error', (error) => outgoing.destroy(error)).pipe(outgoing)
  return promise
}

function faultOf(error: unknown, { host }: URL, deadlineMs: number): OnvifFault {
  if (error instanceof Error && error.name === 'AbortError')
    return new OnvifFault('unreachable', `${host} did not answer within ${deadlineMs / 1000} s`)
  return new OnvifFault('unreachable', `${host} does not answer (${whyOf(error)})`)
}

function distrust(error: unknown, { host }: URL): OnvifFault {
  return new OnvifFault('certificate', `The certificate of ${host} can't be verified (${whyOf(error)})`)
}

function whyOf(error: unknown): string {
  const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return why.slice(0, 80)
}
