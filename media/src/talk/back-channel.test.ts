import { afterEach, describe, expect, it } from 'vitest'

import type { SessionEnd } from '../access-unit.ts'
import {
  type Answer,
  type CameraRequest,
  described,
  type ScriptedCamera,
  SDP,
  startScriptedCamera,
  usual,
} from '../rtsp/testing/scripted-camera.ts'
import { askBackChannel, BackChannel } from './back-channel.ts'
import type { SpeechFormat } from './speech-format.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

const BACK = 'www.onvif.org/ver20/backchannel'
const PCMU = 'm=audio 0 RTP/AVP 0\r\na=control:back=1\r\na=sendonly'
const AAC = 'm=audio 0 RTP/AVP 104\r\na=rtpmap:104 mpeg4-generic/16000/1\r\na=control:back=2\r\na=sendonly'

/** Tells of its loudspeaker to who requires it, as ONVIF has it. */
async function doorbell(
  tracks: readonly string[],
  answer: (request: CameraRequest) => Answer = usual,
): Promise<ScriptedCamera> {
  const camera = await startScriptedCamera((request) => {
    if (request.method !== 'DESCRIBE') return answer(request)
    return described([SDP, ...(request.headers.get('require') === BACK ? tracks : [])].join('\r\n'))
  })
  opened.push(camera)
  return camera
}

function speak(url: string) {
  const { promise: open, resolve: onOpen } = Promise.withResolvers<SpeechFormat>()
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<SessionEnd>()
  const channel = new BackChannel({ url, transport: 'tcp' }, { open: onOpen, end: onEnd })
  opened.push(channel)
  return { channel, open, ended }
}

describe('the way back to a camera', () => {
  it('is set up alone, and what is said goes there as RTP of G.711', async () => {
    const camera = await doorbell([PCMU])
    const { channel, open } = speak(camera.url)
    expect(await open).toEqual({ codec: 'pcmu', sampleRate: 8000 })
    const sound = Buffer.alloc(160, 0x55)
    channel.say(sound)
    channel.say(sound)
    await expect.poll(() => camera.heard.length).toBe(2)
    channel.close()
    await camera.requested('TEARDOWN')
    expect(camera.requests.map(({ method, uri, headers }) => [method, uri, headers.get('require')])).toEqual([
      ['OPTIONS', camera.url, undefined],
      ['DESCRIBE', camera.url, BACK],
      ['SETUP', `${camera.url}/back=1`, BACK],
      ['PLAY', camera.url, BACK],
      ['TEARDOWN', camera.url, undefined],
    ])
    const [first, second] = camera.heard.map((bytes) => bytes.subarray(3))
    expect(first?.subarray(12)).toEqual(sound)
    // The first after silence is marked, and payload type 0 is PCMU (RFC 3551).
    expect([first?.[1], second?.[1]]).toEqual([0x80, 0])
    expect((second?.readUInt32BE(4) ?? 0) - (first?.readUInt32BE(4) ?? 0)).toBe(160)
  })

  it('carries AAC where the camera hears nothing else', async () => {
    const camera = await doorbell([AAC])
    const { channel, open } = speak(camera.url)
    expect(await open).toEqual({ codec: 'aac', sampleRate: 16_000 })
    const frame = Buffer.from('21104560', 'hex')
    channel.say(frame)
    await expect.poll(() => camera.heard.length).toBe(1)
    const payload = camera.heard[0]?.subarray(3 + 12)
    expect(payload?.toString('hex')).toBe(`0010${(4 << 3).toString(16).padStart(4, '0')}21104560`)
  })

  it('is G.711 of a camera that hears both', async () => {
    const camera = await doorbell([AAC, PCMU])
    expect(await askBackChannel({ url: camera.url, transport: 'tcp' })).toEqual({
      ok: true,
      format: { codec: 'pcmu', sampleRate: 8000 },
    })
    expect(camera.requests.map(({ method }) => method)).toEqual(['OPTIONS', 'DESCRIBE'])
  })

  it('goes by the channel that the camera names', async () => {
    const camera = await doorbell([PCMU], (request) =>
      request.method === 'SETUP'
        ? '200 OK\r\nTransport: RTP/AVP/TCP;unicast;interleaved=6-7\r\nSession: 1\r\n\r\n'
        : usual(request),
    )
    const { channel, open } = speak(camera.url)
    await open
    channel.say(Buffer.alloc(160))
    await expect.poll(() => camera.heard[0]?.[0]).toBe(6)
  })

  it.each([
    ['offers none', async () => doorbell([])],
    [
      'does not know of back channels',
      async () => {
        const camera = await startScriptedCamera((request) =>
          request.method === 'DESCRIBE' ? '551 Option not supported\r\n\r\n' : usual(request),
        )
        opened.push(camera)
        return camera
      },
    ],
  ])('is not there on a camera that %s', async (_how, start) => {
    const camera = await start()
    const target = { url: camera.url, transport: 'tcp' } as const
    expect(await askBackChannel(target)).toMatchObject({ ok: false, end: { reason: 'unsupportedCodec' } })
    expect(await speak(camera.url).ended).toMatchObject({ reason: 'unsupportedCodec' })
  })

  it('ends when the camera hangs up', async () => {
    const camera = await doorbell([PCMU])
    const { open, ended } = speak(camera.url)
    await open
    camera.hangUp()
    expect(await ended).toMatchObject({ reason: 'closedByCamera' })
  })
})
