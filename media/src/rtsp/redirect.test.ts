import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'

import { describeRtsp } from './describe.ts'
import { redirected } from './redirect.ts'
import { endpointOf } from './target.ts'
import {
  type Answer,
  type CameraRequest,
  type ScriptedCamera,
  startScriptedCamera,
  usual,
} from './testing/scripted-camera.ts'
import { watchSession } from './testing/watched-session.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

async function camera(
  answer: (request: CameraRequest) => Answer = usual,
  pem?: Buffer,
): Promise<ScriptedCamera> {
  const started = await startScriptedCamera(answer, pem)
  opened.push(started)
  return started
}

const open = (...args: Parameters<typeof watchSession>): ReturnType<typeof watchSession> => {
  const watched = watchSession(...args)
  opened.push(watched.session)
  return watched
}

const movedTo =
  (location: () => string) =>
  (request: CameraRequest): Answer =>
    request.method === 'DESCRIBE' ? `302 Moved\r\nLocation: ${location()}\r\n\r\n` : usual(request)

describe('a camera that redirects', () => {
  test('to another path of its own is followed there', async () => {
    const peer = await camera((request) =>
      request.uri.endsWith('/live') ? movedTo(() => `${peer.url}/two`)(request) : usual(request),
    )
    const { heard } = open({ url: peer.url })
    expect((await peer.requested('PLAY')).uri).toBe(`${peer.url}/two`)
    expect(heard).toEqual(['restart', 'format pcma'])
    expect((await describeRtsp({ url: peer.url, transport: 'tcp' }, 5000)).ok).toBe(true)
  })

  test('to another host is not followed where nobody checks it, and the place is told', async () => {
    const there = await camera()
    const peer = await camera(movedTo(() => there.url.replace('rtsp://', 'rtsp://user:secret@')))
    const end = await open({ url: peer.url }).ended
    expect(end.reason).toBe('addressRefused')
    const there2 = await camera(movedTo(() => there.url))
    const named = await open({ url: there2.url }).ended
    expect(named).toEqual({ reason: 'addressRefused', detail: expect.stringContaining(there.url) })
    expect(there.requests).toEqual([])
    expect(JSON.stringify(end)).not.toContain('secret')
  })

  test('to another host is followed to the address that was checked', async () => {
    const there = await camera()
    const named = there.url.replace('127.0.0.1', 'moved.invalid')
    const peer = await camera(movedTo(() => named))
    const asked: string[] = []
    open({
      url: peer.url,
      validateAddress: async (url) => {
        asked.push(url)
        return { ok: true, connectHost: '127.0.0.1' }
      },
    })
    expect((await there.requested('PLAY')).uri).toBe(named)
    expect(asked).toEqual([named])
  })

  test('to an address that is refused ends there', async () => {
    const there = await camera()
    const peer = await camera(movedTo(() => there.url))
    const validateAddress = async () => ({ ok: false as const, detail: 'a port of the platform' })
    const { ended } = open({ url: peer.url, validateAddress })
    expect((await ended).detail).toContain('a port of the platform')
    expect(there.requests).toEqual([])
  })

  test('in a circle is left after the third time', async () => {
    const peer = await camera(movedTo(() => peer.url))
    expect(await open({ url: peer.url }).ended).toEqual({
      reason: 'addressRefused',
      detail: 'redirected more than 3 times',
    })
    expect(peer.requests.filter(({ method }) => method === 'DESCRIBE')).toHaveLength(4)
  })

  test('amid the pictures by a request of its own is followed, and answered', async () => {
    const peer = await camera()
    open({ url: peer.url })
    await peer.requested('PLAY')
    peer.send(`REDIRECT ${peer.url} RTSP/1.0\r\nCSeq: 9\r\nLocation: ${peer.url}/two\r\n\r\n`)
    expect((await peer.requested('PLAY', 2)).uri).toBe(`${peer.url}/two`)
    expect(peer.requests.some(({ method }) => method === 'TEARDOWN')).toBe(true)
  })

  test.each([
    ['rtsps://10.0.0.9/a', 'rtsp://10.0.0.8/a', 'out of TLS'],
    ['rtsp://10.0.0.9/a', 'http://10.0.0.9/a', 'scheme'],
    ['rtsp://10.0.0.9/a', 'rtsp://10.0.0.9:70000/a', 'not an address'],
    ['rtsp://10.0.0.9/a', 'rtsp://me:secret@10.0.0.9/a', 'credentials'],
  ])('from %s to %s is refused', async (url, location, why) => {
    const target = {
      url,
      transport: 'tcp' as const,
      validateAddress: async () => ({ ok: true as const, connectHost: '10.0.0.8' }),
    }
    const outcome = endpointOf(target)
    if (!outcome.ok) throw new Error(outcome.end.detail)
    const next = await redirected({ target, endpoint: outcome.endpoint }, location)
    expect(next).toMatchObject({ ok: false, end: { detail: expect.stringContaining(why) } })
    expect(JSON.stringify(next)).not.toContain('secret')
  })
})

describe('a camera behind TLS', () => {
  const pem = readFileSync(new URL('./fixtures/self-signed.pem', import.meta.url))
  const trusted = getCACertificates('default')
  afterEach(() => setDefaultCACertificates(trusted))
  const asNamed = (peer: ScriptedCamera, name: string) => peer.url.replace('127.0.0.1', name)

  test('that signed its certificate itself is taken, unless certificates are to be verified', async () => {
    const peer = await camera(usual, pem)
    open({ url: peer.url })
    await peer.requested('PLAY')
    const strict = open({ url: peer.url, tls: 'verify' })
    expect(await strict.ended).toEqual({
      reason: 'certificate',
      detail: expect.stringContaining('SELF_SIGNED'),
    })
  })

  test('is verified by authority and by name', async () => {
    const peer = await camera(usual, pem)
    setDefaultCACertificates([...trusted, pem.toString()])
    open({ url: asNamed(peer, 'camera.test'), connectHost: '127.0.0.1', tls: 'verify' })
    await peer.requested('PLAY')
    const other = open({ url: asNamed(peer, 'other.test'), connectHost: '127.0.0.1', tls: 'verify' })
    expect(await other.ended).toEqual({
      reason: 'certificate',
      detail: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
    })
  })

  test('is given a password in plain text only when it is verified', async () => {
    const wantsBasic = (request: CameraRequest): Answer =>
      request.headers.has('authorization')
        ? usual(request)
        : '401 Unauthorized\r\nWWW-Authenticate: Basic realm="cam"\r\n\r\n'
    const peer = await camera(wantsBasic, pem)
    const login = { username: 'admin', password: 'secret', connectHost: '127.0.0.1' }
    const { ended } = open({ url: asNamed(peer, 'camera.test'), ...login })
    expect((await ended).reason).toBe('credentials')
    expect(peer.requests.some(({ headers }) => headers.has('authorization'))).toBe(false)
    setDefaultCACertificates([...trusted, pem.toString()])
    open({ url: asNamed(peer, 'camera.test'), ...login, tls: 'verify' })
    await peer.requested('PLAY')
  })

  test('carries its media over the connection, whatever was asked for', async () => {
    const peer = await camera(usual, pem)
    open({ url: peer.url, transport: 'udp' })
    expect((await peer.requested('SETUP')).headers.get('transport')).toContain('interleaved')
  })
})
