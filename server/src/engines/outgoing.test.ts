import { once } from 'node:events'
import { createServer as createPlain, type RequestListener, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'

import { type AddressRules, validateAddress } from '@vedette/devices/address'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { selfSigned } from '../http/self-signed.ts'
import { outgoing, OutgoingFault, type OutgoingTrouble } from './outgoing.ts'

const RULES: AddressRules = { ownPorts: [], loopbackEndpoints: [], servesOwnMachineAlone: true }

describe('a request to somewhere else', () => {
  let answer: RequestListener
  let secure: Server
  let plain: Server
  const asked: string[] = []

  beforeEach(async () => {
    answer = (_request, response) => response.end('fine')
    const listen: RequestListener = (request, response) => {
      asked.push(`${request.method} ${request.headers.host} ${request.url}`)
      answer(request, response)
    }
    const certificate = await selfSigned({
      brand: 'Vedette',
      names: ['localhost'],
      notBefore: new Date(Date.now() - 60_000),
      notAfter: new Date(Date.now() + 3_600_000),
    })
    plain = createPlain(listen).listen(0, '127.0.0.1')
    secure = createSecure(certificate, listen).listen(0, '127.0.0.1')
    await Promise.all([once(plain, 'listening'), once(secure, 'listening')])
    asked.length = 0
  })
  afterEach(() => {
    for (const server of [plain, secure]) {
      server.closeAllConnections()
      server.close()
    }
  })

  const portOf = (server: Server): number => {
    const bound = server.address()
    return typeof bound === 'object' && bound !== null ? bound.port : 0
  }
  const ask = async (url: string, rules = RULES, resolve?: (name: string) => Promise<string[]>) => {
    const send = outgoing((typed) => validateAddress(typed, rules, resolve))
    const signal = new AbortController().signal
    const response = await send(url, {
      method: 'GET',
      headers: { accept: 'text/plain' },
      signal,
      maxBytes: 100,
    })
    return `${response.status} ${await response.text()}`
  }
  const trouble = async (sent: Promise<unknown>): Promise<OutgoingTrouble | 'none'> =>
    sent.then(
      () => 'none' as const,
      (error: unknown) => {
        if (error instanceof OutgoingFault) return error.trouble
        throw error
      },
    )

  it('goes in plain text to this machine alone, by the name that was asked for', async () => {
    const port = portOf(plain)
    const name = `http://provider.example:${port}/a?b=c`
    expect(await ask(name, RULES, async () => ['127.0.0.1'])).toBe('200 fine')
    expect(asked).toEqual([`GET provider.example:${port} /a?b=c`])
    // Before anything is dialled.
    expect(await trouble(ask(`http://provider.example:${port}/`, RULES, async () => ['192.0.2.7']))).toBe(
      'address',
    )
    expect(await trouble(ask(`http://provider.example:${port}/`, RULES, async () => ['169.254.1.1']))).toBe(
      'address',
    )
    const elsewhere = { ...RULES, servesOwnMachineAlone: false }
    expect(await trouble(ask(`http://127.0.0.1:${port}/`, elsewhere))).toBe('address')
    expect(await trouble(ask(`http://127.0.0.1:${port}/`, { ...RULES, ownPorts: [port] }))).toBe('address')
    expect(await trouble(ask(`rtsp://127.0.0.1:${port}/`))).toBe('address')
    expect(asked).toHaveLength(1)
  })

  it('trusts no certificate that nobody vouches for', async () => {
    expect(await trouble(ask(`https://localhost:${portOf(secure)}/`, RULES, async () => ['127.0.0.1']))).toBe(
      'silent',
    )
    expect(asked).toEqual([])
  })

  it.each<[string, OutgoingTrouble, RequestListener]>([
    ['sends on', 'redirect', (_request, response) => response.writeHead(302, { location: '/b' }).end()],
    ['has no end', 'tooLarge', (_request, response) => response.end('x'.repeat(101))],
    [
      'breaks off',
      'silent',
      (_request, response) => response.writeHead(200, { 'content-length': 9 }).destroy(),
    ],
    ['is none', 'silent', (request) => request.socket.destroy()],
  ])('fails where the answer %s', async (_how, expected, listen) => {
    answer = listen
    expect(await trouble(ask(`http://127.0.0.1:${portOf(plain)}/`))).toBe(expected)
    expect(asked).toHaveLength(1)
  })

  it('ends when its time is over, also where that was before', async () => {
    const deadline = new AbortController()
    answer = () => deadline.abort()
    const send = outgoing((typed) => validateAddress(typed, RULES))
    const request = { method: 'GET', headers: {}, signal: deadline.signal, maxBytes: 100 }
    for (let time = 0; time < 2; time++)
      expect(await trouble(send(`http://127.0.0.1:${portOf(plain)}/`, request))).toBe('slow')
    expect(asked).toHaveLength(1)
  })
})
