import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { CameraStream } from '../ingest/camera-stream.ts'
import { epochsOf } from '../testing/live-recording.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { openRtspSession } from './session.ts'
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

/** One stream of a shard against a peer that means no good, as far as the messages for viewers. */
let peer: ScriptedCamera
let stream: CameraStream
let timers: ManualTimers
let messages: Buffer[]
let ended: PromiseWithResolvers<void>
let onMessage: () => void

async function against(answer: (request: CameraRequest) => Answer): Promise<void> {
  peer = await startScriptedCamera(answer)
  stream = new CameraStream({
    stream: 1,
    target: { url: peer.url, transport: 'tcp' },
    clock: new ManualClock(),
    open: (target, events) => openRtspSession(target, events, { timers }),
    onMessage: (message) => {
      messages.push(message.bytes())
      onMessage()
    },
    onStatus: () => {
      if (stream.status().state === 'reconnecting') ended.resolve()
    },
  })
  stream.start()
}

beforeEach(() => {
  timers = new ManualTimers()
  messages = []
  onMessage = () => {}
  ended = Promise.withResolvers()
})

afterEach(async () => {
  stream.stop()
  await peer.close()
})

/** How it went, and that nothing came of it. */
async function reasonOfEnd(): Promise<string> {
  await ended.promise
  expect(messages).toEqual([])
  return stream.status().reason
}

const interleaved = (payload: Buffer): Buffer => {
  const head = Buffer.from([0x24, 0, 0, 0])
  head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

describe('a camera that sends instead of an answer', () => {
  test.each([
    ['two megabytes of noise', Buffer.alloc(2 << 20, 0xa5)],
    ['a head without an end', Buffer.from(`RTSP/1.0 200 OK\r\nX: ${'a'.repeat(1 << 17)}`)],
    ['one header line after another', Buffer.from(`RTSP/1.0 200 OK\r\n${'A: b\r\n'.repeat(1 << 14)}`)],
    ['a body of four gigabytes', Buffer.from('RTSP/1.0 200 OK\r\nContent-Length: 4294967296\r\n\r\n')],
    ['a body of less than nothing', Buffer.from('RTSP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n')],
  ])('%s is left', async (_, bytes) => {
    await against(() => undefined)
    await peer.requested('OPTIONS')
    peer.send(bytes)
    expect(await reasonOfEnd()).toBe('protocol')
  })

  test.each([
    ['10,000 media', `${'m=video 0 RTP/AVP 96\n'.repeat(10_000)}`],
    ['a line of 100,000 characters', `a=${'b'.repeat(100_000)}`],
  ])('a description of %s is left', async (_, sdp) => {
    await against((request) => (request.method === 'DESCRIBE' ? described(sdp) : usual(request)))
    expect(await reasonOfEnd()).toBe('protocol')
  })
})

describe('a camera that plays and', () => {
  test('sends noise is left', async () => {
    await against(usual)
    await peer.requested('PLAY')
    peer.send(Buffer.alloc(2 << 20, 'noise'))
    expect(await reasonOfEnd()).toBe('protocol')
  })

  test('sends tiny packets as fast as it can is left', async () => {
    await against(usual)
    await peer.requested('PLAY')
    peer.send(Buffer.concat(Array.from({ length: 41_000 }, () => interleaved(Buffer.from([0x80])))))
    expect(await reasonOfEnd()).toBe('protocol')
  })

  test('asks and asks, and reads no answer, is left', async () => {
    await against(usual)
    await peer.requested('PLAY')
    peer.send('OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n'.repeat(41_000))
    expect(await reasonOfEnd()).toBe('protocol')
  })

  test('stops amid a packet is stalled', async () => {
    await against(usual)
    await peer.requested('PLAY')
    // Its answer tells that the answer to PLAY was read as well.
    peer.send('OPTIONS * RTSP/1.0\r\nCSeq: 7\r\n\r\n')
    await peer.requested('RTSP/1.0')
    peer.send(interleaved(Buffer.alloc(60_000, 0x80)).subarray(0, 1000))
    timers.advance(5250)
    expect(await reasonOfEnd()).toBe('stalled')
  })

  test('claims a picture of 32,768 by 32,768 is left', async () => {
    const sps = h264Sps(32_768 / 16, 32_768 / 16)
    const sets = `${sps.toString('base64')},${Buffer.from('68ce3880', 'hex').toString('base64')}`
    const sdp = SDP.replace(
      'a=control:trackID=1',
      `a=fmtp:96 sprop-parameter-sets=${sets}\r\na=control:trackID=1`,
    )
    await against((request) => (request.method === 'DESCRIBE' ? described(sdp) : usual(request)))
    await peer.requested('PLAY')
    peer.send(interleaved(Buffer.from('80e000010000000100000001658884000102', 'hex')))
    expect(await reasonOfEnd()).toBe('unsupportedCodec')
  })

  test('shows pictures with every kind of broken packet between them is still shown', async () => {
    const recording = readRecording('h264-aac')
    const media = recording.subarray(recording.indexOf('$\0'))
    const broken = [
      Buffer.alloc(0),
      Buffer.from([0x80]),
      Buffer.alloc(12, 0xff),
      Buffer.alloc(65_535, 0x80),
      // Padding longer than the packet, an extension longer than it, sources that are not there.
      Buffer.from('a06000010000000000000001ff', 'hex'),
      Buffer.from('90600001000000000000000100010fff', 'hex'),
      Buffer.from('8f6000010000000000000001', 'hex'),
    ]
    await against(usual)
    await peer.requested('PLAY')
    const shown = Promise.withResolvers<void>()
    onMessage = () => {
      if (messages.length >= 34) shown.resolve()
    }
    const parts: Buffer[] = []
    for (let at = 0, i = 0; at + 4 <= media.length; i++) {
      const end = at + 4 + media.readUInt16BE(at + 2)
      const noise = broken[i % broken.length] ?? Buffer.alloc(0)
      parts.push(media.subarray(at, end), interleaved(noise))
      at = end
    }
    peer.send(Buffer.concat(parts))
    await shown.promise
    const [epoch] = epochsOf(messages)
    expect(epoch?.pictures).toBeGreaterThanOrEqual(33)
    expect(stream.status().state).toBe('live')
  })
})

/** A minimal baseline sequence parameter set of so many blocks each way. */
function h264Sps(widthInBlocks: number, heightInBlocks: number): Buffer {
  const ue = (value: number): string =>
    (value + 1).toString(2).padStart(2 * Math.floor(Math.log2(value + 1)) + 1, '0')
  const bits = [
    ue(0),
    ue(0),
    ue(0),
    ue(0),
    ue(1),
    '0',
    ue(widthInBlocks - 1),
    ue(heightInBlocks - 1),
    '1100',
    '1',
  ].join('')
  const bytes = bits.match(/.{1,8}/g)?.map((byte) => parseInt(byte.padEnd(8, '0'), 2)) ?? []
  return Buffer.from([0x67, 66, 0, 10, ...bytes])
}
