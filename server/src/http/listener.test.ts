/** Peers that mean no good, or do not know better. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterEach, describe, expect, it } from 'vitest'

import { listenerFor, type Limits } from './listener.ts'

const NARROW: Limits = {
  headersTimeoutMs: 100,
  requestTimeoutMs: 200,
  checkMs: 20,
  handshakeTimeoutMs: 100,
  headerBytes: 2048,
  headers: 20,
  requestsPerSocket: 30,
  sockets: 100,
  socketsPerAddress: 5,
}

const open: { server?: Server; sockets: Socket[] } = { sockets: [] }
afterEach(async () => {
  for (const socket of open.sockets.splice(0)) socket.destroy()
  open.server?.close()
})

/** Returns the target of each request. */
async function serve(limits: Partial<Limits> = {}, trustedProxies: string[] = []): Promise<() => Socket> {
  const server = listenerFor(
    { certificate: undefined, trustedProxies },
    (request, response) => request.resume().on('end', () => response.end(`<${request.url}>`)),
    { ...NARROW, headersTimeoutMs: 20_000, requestTimeoutMs: 30_000, ...limits },
  )
  open.server = server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    open.sockets.push(socket)
    return socket
  }
}

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

describe('a peer', () => {
  it('that never ends its header is sent away', async () => {
    const peer = (await serve({ headersTimeoutMs: 100 }))()
    peer.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    expect(await text(peer)).toMatch(/^HTTP\/1.1 408 /)
  })

  it('that says nothing at all is sent away', async () => {
    const peer = (await serve({ headersTimeoutMs: 100 }))()
    expect(await text(peer)).toMatch(/^HTTP\/1.1 408 /)
  })

  it('that never ends its body is sent away', async () => {
    const peer = (await serve({ requestTimeoutMs: 200, headersTimeoutMs: 100 }))()
    peer.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    expect(await text(peer)).toMatch(/^HTTP\/1.1 408 /)
  })

  it('with a header that is too large is refused with 431', async () => {
    const peer = (await serve())()
    peer.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(3000)}\r\n\r\n`)
    expect(await text(peer)).toMatch(/^HTTP\/1.1 431 /)
  })

  it('that sends requests without waiting gets an answer to each in their order, as far as one socket may go', async () => {
    const peer = (await serve())()
    const paths = Array.from({ length: 30 }, (_, i) => `/${i}`)
    peer.write(paths.map(request).join(''))
    let heard = ''
    for await (const bytes of peer) {
      heard += String(bytes)
      if (heard.includes('</29>')) break
    }
    expect([...heard.matchAll(/<(\/\d+)>/g)].map(([, path]) => path)).toEqual(paths)
    expect(heard.match(/Connection: close/g)).toHaveLength(1)
  })

  it('has so many sockets and no more, until it closes some', async () => {
    const dial = await serve()
    const first = Array.from({ length: 5 }, dial)
    await Promise.all(first.map((socket) => once(socket, 'connect')))
    expect(await text(dial())).toBe('')
    const [oldest] = first
    oldest?.write(request('/still'))
    expect(String(await once(oldest ?? dial(), 'data'))).toContain('/still')
    first[1]?.end()
    if (first[1]) await once(first[1].resume(), 'close')
    const later = dial()
    later.write(request('/later'))
    expect(String(await once(later, 'data'))).toContain('/later')
  })

  it('that is a trusted proxy has more', async () => {
    const dial = await serve({}, ['127.0.0.0/8'])
    const sockets = Array.from({ length: 20 }, dial)
    for (const socket of sockets) {
      socket.write(request('/many'))
      expect(String(await once(socket, 'data'))).toContain('/many')
    }
  })
})
