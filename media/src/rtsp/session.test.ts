import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { describeRtsp } from './describe.ts'
import type { RtspTarget } from './session.ts'
import { ManualTimers } from './testing/manual-timers.ts'
import { readRecording } from './testing/recording.ts'
import {
  type Answer,
  type CameraRequest,
  type ScriptedCamera,
  SDP,
  described,
  startScriptedCamera,
  usual,
} from './testing/scripted-camera.ts'
import { type WatchedSession, watchSession } from './testing/watched-session.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

async function camera(answer: (request: CameraRequest) => Answer): Promise<ScriptedCamera> {
  const started = await startScriptedCamera(answer)
  opened.push(started)
  return started
}

function open(target: Partial<RtspTarget> & { url: string }, timers = new ManualTimers()): WatchedSession {
  const watched = watchSession(target, { timers })
  opened.push(watched.session)
  return watched
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Whether the request proves the password `secret` of `admin` for the nonce. */
function provesPassword({ method, uri, headers }: CameraRequest, nonce: string): boolean {
  const header = headers.get('authorization') ?? ''
  const response = md5(`${md5('admin:cam:secret')}:${nonce}:${md5(`${method}:${uri}`)}`)
  return header.includes(`nonce="${nonce}"`) && header.includes(`response="${response}"`)
}

const challenge = (nonce: string, more = ''): string =>
  `401 Unauthorized\r\nWWW-Authenticate: Digest realm="cam", nonce="${nonce}"${more}\r\n\r\n`

test('a camera that plays is set up by its controls, told its format, and torn down at close', async () => {
  const recording = readRecording('h264-aac')
  const media = recording.subarray(recording.indexOf('$\0'))
  const sdp = SDP.replace('m=audio 0 RTP/AVP 8', 'm=audio 0 RTP/AVP 8\r\na=rtpmap:8 PCMA/8000')
  const peer = await camera((request) =>
    request.method === 'DESCRIBE' ? described(sdp, 'Content-Base: rtsp://10.0.0.9/cam/\r\n') : usual(request),
  )
  const { session, heard, heardAtLeast, ends } = open({ url: peer.url })
  await peer.requested('PLAY')
  peer.send(media)
  await heardAtLeast(30)
  session.close()
  await peer.requested('TEARDOWN')
  expect(heard.slice(0, 3)).toEqual(['format pcma', 'format h264', 'video'])
  expect(ends).toEqual([])
  expect(peer.requests.map(({ method, uri }) => `${method} ${uri}`)).toEqual([
    `OPTIONS ${peer.url}`,
    `DESCRIBE ${peer.url}`,
    'SETUP rtsp://10.0.0.9/cam/trackID=1',
    'SETUP rtsp://10.0.0.9/cam/trackID=2',
    'PLAY rtsp://10.0.0.9/cam/',
    'TEARDOWN rtsp://10.0.0.9/cam/',
  ])
  expect(peer.requests.at(-1)?.headers.get('session')).toBe('4711')
})

test('the channels are those that the camera names', async () => {
  const recording = readRecording('h264-aac')
  const media = Buffer.from(recording.subarray(recording.indexOf('$\0')))
  const onChannel6 = Buffer.alloc(media.length)
  media.copy(onChannel6)
  for (let at = 0; at + 4 <= media.length; at += 4 + media.readUInt16BE(at + 2)) {
    onChannel6[at + 1] = (media[at + 1] ?? 0) + 6
  }
  const peer = await camera((request) => {
    if (request.method !== 'SETUP') return usual(request)
    const channels = request.uri.endsWith('1') ? '6-7' : '8-9'
    return `200 OK\r\nTransport: RTP/AVP/TCP;unicast;interleaved=${channels}\r\nSession: 1\r\n\r\n`
  })
  const { heard, heardAtLeast } = open({ url: peer.url })
  await peer.requested('PLAY')
  peer.send(onChannel6)
  await heardAtLeast(10)
  expect(heard).toContain('video')
})

test('a camera is logged in to by Digest once, and a stale nonce is renewed', async () => {
  let nonce = 'one'
  const peer = await camera((request) => {
    if (request.method === 'PLAY' && nonce === 'one') {
      nonce = 'two'
      return challenge('two', ', stale=true')
    }
    return provesPassword(request, nonce) ? usual(request) : challenge(nonce)
  })
  open({ url: peer.url, username: 'admin', password: 'secret' })
  await peer.requested('PLAY', 2)
  expect(peer.requests.map(({ method }) => method)).toEqual([
    'OPTIONS',
    'OPTIONS',
    'DESCRIBE',
    'SETUP',
    'SETUP',
    'PLAY',
    'PLAY',
  ])
})

test('a wrong password is tried once, so that the camera locks nobody out', async () => {
  let nonces = 0
  const peer = await camera(() => challenge(`n${nonces++}`))
  const { ended } = open({ url: peer.url, username: 'admin', password: 'wr0ng' })
  const end = await ended
  expect(end.reason).toBe('credentials')
  expect(JSON.stringify(end)).not.toContain('wr0ng')
  expect(peer.requests).toHaveLength(2)
})

test('a password is not sent in plain text over plain TCP', async () => {
  const peer = await camera(() => '401 Unauthorized\r\nWWW-Authenticate: Basic realm="cam"\r\n\r\n')
  const { ended } = open({ url: peer.url, username: 'admin', password: 'secret' })
  expect(await ended).toEqual({ reason: 'credentials', detail: expect.stringContaining('plain text') })
  expect(peer.requests.some(({ headers }) => headers.has('authorization'))).toBe(false)
})

test.each([
  ['404 Not Found\r\n\r\n', 'notFound'],
  ['302 Moved\r\nLocation: rtsp://169.254.169.254/\r\n\r\n', 'addressRefused'],
  ['403 Forbidden\r\n\r\n', 'credentials'],
  ['503 Busy\r\n\r\n', 'closedByCamera'],
  ['418 Teapot\r\n\r\n', 'protocol'],
  [described('m=video 0 RTP/AVP 26\n'), 'unsupportedCodec'],
  [described('m=audio 0 RTP/AVP 0\n'), 'noVideo'],
  [described('m=video 0 RTP/AVP 96\n'.repeat(100)), 'protocol'],
  ['200 OK\r\nContent-Length: 99999999\r\n\r\n', 'protocol'],
])('DESCRIBE answered %.40j ends the session as %s', async (answer, reason) => {
  const peer = await camera((request) => (request.method === 'DESCRIBE' ? answer : usual(request)))
  const { ended } = open({ url: peer.url })
  expect((await ended).reason).toBe(reason)
  expect((await describeRtsp({ url: peer.url, transport: 'tcp' }, 5000)).ok).toBe(
    answer.startsWith('200') && (reason === 'unsupportedCodec' || reason === 'noVideo'),
  )
})

test.each([
  'file:///etc/passwd',
  'http://127.0.0.1/',
  'rtsp://admin:secret@127.0.0.1/',
  'rtsp://',
  'nonsense',
  `rtsp://127.0.0.1/${'a'.repeat(5000)}`,
])('the address %.40s is refused without a connection', async (url) => {
  const timers = new ManualTimers()
  const { ended, ends } = open({ url }, timers)
  expect(ends).toEqual([])
  timers.advance(0)
  const end = await ended
  expect(end.reason).toBe('addressRefused')
  expect(end.detail).not.toContain('secret')
  expect(await describeRtsp({ url, transport: 'tcp' }, 1000, timers)).toEqual({ ok: false, end })
})

test('a camera that nobody answers at is unreachable', async () => {
  const peer = await camera(usual)
  await peer.close()
  expect((await open({ url: peer.url }).ended).reason).toBe('unreachable')
})

test('the address that was resolved and allowed is the one that is dialled', async () => {
  const peer = await camera(usual)
  open({ url: peer.url.replace('127.0.0.1', 'camera.invalid'), connectHost: '127.0.0.1' })
  expect((await peer.requested('OPTIONS')).uri).toMatch(/^rtsp:\/\/camera\.invalid:/)
})

test('a camera that does not answer a request is given 5 s', async () => {
  const timers = new ManualTimers()
  const peer = await camera((request) => (request.method === 'DESCRIBE' ? undefined : usual(request)))
  const { ended, ends } = open({ url: peer.url }, timers)
  await peer.requested('DESCRIBE')
  timers.advance(4999)
  expect(ends).toEqual([])
  timers.advance(1)
  expect((await ended).reason).toBe('unreachable')
})

/** A request of the camera is answered after all that it sent before: so the session has seen it. */
async function seen(peer: ScriptedCamera, watched: WatchedSession, bytes: Buffer): Promise<void> {
  const before = watched.heard.length
  peer.send(bytes)
  await watched.heardAtLeast(before + 1)
}

const alaw = (sequence: number): Buffer =>
  Buffer.from([0x24, 2, 0, 13, 0x80, 8, 0, sequence, 0, 0, 0, sequence, 0, 0, 0, 1, 0x55])

test('a camera that falls silent is stalled after 5 s, one that sends is kept alive', async () => {
  const timers = new ManualTimers()
  const peer = await camera(usual)
  const watched = open({ url: peer.url }, timers)
  await peer.requested('PLAY')
  for (let second = 0; second < 12; second++) {
    await seen(peer, watched, alaw(second))
    timers.advance(1000)
  }
  const keepalive = await peer.requested('GET_PARAMETER')
  expect(keepalive.headers.get('session')).toBe('4711')
  expect(watched.ends).toEqual([])
  timers.advance(6000)
  expect((await watched.ended).reason).toBe('stalled')
  expect(watched.ends).toHaveLength(1)
})

test('a camera that does not know GET_PARAMETER is kept alive by OPTIONS', async () => {
  const timers = new ManualTimers()
  const peer = await camera((request) => (request.method === 'OPTIONS' ? '200 OK\r\n\r\n' : usual(request)))
  const watched = open({ url: peer.url }, timers)
  await peer.requested('PLAY')
  for (let second = 0; second < 12; second++) {
    await seen(peer, watched, alaw(second))
    timers.advance(1000)
  }
  await peer.requested('OPTIONS', 2)
  expect(peer.requests.some(({ method }) => method === 'GET_PARAMETER')).toBe(false)
})

test('a camera that hangs up ends the session once', async () => {
  const peer = await camera(usual)
  const { ended, ends, session } = open({ url: peer.url })
  await peer.requested('PLAY')
  peer.hangUp()
  expect((await ended).reason).toBe('closedByCamera')
  session.close()
  expect(ends).toHaveLength(1)
})

test('a camera that refuses its sound still shows its picture', async () => {
  const peer = await camera((request) =>
    request.uri.endsWith('trackID=2') ? '461 Unsupported Transport\r\n\r\n' : usual(request),
  )
  const { ends } = open({ url: peer.url })
  await peer.requested('PLAY')
  expect(ends).toEqual([])
})

test('what a camera offers is told without playing it', async () => {
  const peer = await camera((request) =>
    request.method === 'DESCRIBE' ? described(SDP, 'Server: Acmé 1.0\r\n') : usual(request),
  )
  expect(await describeRtsp({ url: peer.url, transport: 'tcp' }, 5000)).toEqual({
    ok: true,
    server: 'Acm?? 1.0',
    tracks: [
      { kind: 'video', codec: 'H264', clockRate: 90_000, channels: 1, width: 0, height: 0, isChosen: true },
      { kind: 'audio', codec: 'PCMA', clockRate: 8000, channels: 1, width: 0, height: 0, isChosen: true },
    ],
  })
  expect(peer.requests.map(({ method }) => method)).toEqual(['OPTIONS', 'DESCRIBE'])
})
