import { afterEach, expect, test } from 'vitest'

import { ManualTimers } from '../testing/manual-timers.ts'
import { readRecording, receive } from '../testing/recording.ts'
import {
  type Answer,
  type CameraRequest,
  type ScriptedCamera,
  startScriptedCamera,
  usual,
} from '../testing/scripted-camera.ts'
import { type UdpCamera, startUdpCamera } from '../testing/udp-camera.ts'
import { type WatchedSession, watchSession } from '../testing/watched-session.ts'
import { UdpCarrier } from './carrier.ts'
import { ephemeralPairs, pairsWithin } from './port-pairs.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

function kept<T extends { close(): unknown }>(one: T): T {
  opened.push(one)
  return one
}

const recording = readRecording('h264-aac')

/** The packets of the recorded picture, without their interleaved heads. */
function pictures(): Buffer[] {
  const packets: Buffer[] = []
  for (let at = recording.indexOf('$\0'); at + 4 <= recording.length;) {
    const length = recording.readUInt16BE(at + 2)
    if (recording[at + 1] === 0) packets.push(recording.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return packets
}

/** The first picture is a key frame in several slices. */
const FIRST_PICTURE_PACKETS = 12
/** What is heard before the first picture: both formats. */
const FORMATS = 2

const isUdp = ({ headers }: CameraRequest): boolean => /client_port/.test(headers.get('transport') ?? '')
const clientPort = ({ headers }: CameraRequest): number =>
  Number(/client_port=(\d+)/.exec(headers.get('transport') ?? '')?.[1])
const UNSUPPORTED = '461 Unsupported Transport\r\n\r\n'

interface Playing {
  camera: ScriptedCamera
  udp: UdpCamera
  watched: WatchedSession
  timers: ManualTimers
  /** The client's RTP port for the picture. */
  port: number
}

const answering =
  (udp: UdpCamera, serverPort = `;server_port=${udp.rtpPort}-${udp.rtcpPort}`) =>
  (request: CameraRequest): Answer =>
    request.method === 'SETUP' && isUdp(request)
      ? `200 OK\r\nTransport: ${request.headers.get('transport')}${serverPort}\r\nSession: 4711\r\n\r\n`
      : usual(request)

async function play(serverPort?: string): Promise<Playing> {
  const udp = kept(await startUdpCamera())
  const camera = kept(await startScriptedCamera(answering(udp, serverPort)))
  const timers = new ManualTimers()
  const watched = watchSession({ url: camera.url, transport: 'udp' }, { timers })
  kept(watched.session)
  await camera.requested('PLAY')
  // Answered only after the answer to PLAY was read.
  camera.send('OPTIONS * RTSP/1.0\r\nCSeq: 7\r\n\r\n')
  await camera.requested('RTSP/1.0')
  return { camera, udp, watched, timers, port: clientPort(await camera.requested('SETUP')) }
}

test('pictures that come by UDP in disorder are those that were sent', async () => {
  const { udp, watched, port } = await play()
  const inOrder = pictures()
  // The first two open the window; from there on neighbours change places.
  const packets = inOrder.map((packet, i) => (i < 2 ? packet : (inOrder[i ^ 1] ?? packet)))
  for (const packet of packets) await udp.send(packet, port)
  const sent = receive(recording).units.filter(({ kind }) => kind === 'video')
  await watched.heardAtLeast(FORMATS + sent.length)
  expect(watched.units.map(({ units }) => units)).toEqual(sent.map(({ units }) => units))
  expect(watched.heard.filter((what) => what.startsWith('lost'))).toEqual([])
})

/** Packets that pretend to be the camera's, but for the pictures themselves. */
const forged = (): Buffer[] =>
  pictures().map((packet) => {
    const copy = Buffer.from(packet)
    copy.writeUInt8(copy.readUInt8(copy.length - 1) ^ 0xff, copy.length - 1)
    return copy
  })

const recordedPictures = (): Buffer[][] =>
  receive(recording).units.flatMap(({ kind, units }) => (kind === 'video' ? [units] : []))

test.each(['127.0.0.1', '127.0.0.2'])(
  'what comes by UDP from another port than the camera said (of %s) is not of the camera',
  async (address) => {
    const { udp, watched, port } = await play()
    const stranger = kept(await startUdpCamera(address))
    for (const packet of forged()) await stranger.send(packet, port)
    for (const packet of pictures().slice(0, FIRST_PICTURE_PACKETS)) await udp.send(packet, port)
    await watched.heardAtLeast(FORMATS + 1)
    expect(watched.units[0]?.units).toEqual(recordedPictures()[0])
  },
)

test('a camera that names no port is known by its address and its first packet', async () => {
  const { udp, watched, port } = await play('')
  const elsewhere = kept(await startUdpCamera('127.0.0.2'))
  for (const packet of forged()) await elsewhere.send(packet, port)
  for (const packet of pictures().slice(0, FIRST_PICTURE_PACKETS)) await udp.send(packet, port)
  await watched.heardAtLeast(FORMATS + 1)
  const stranger = kept(await startUdpCamera())
  for (const packet of forged()) await stranger.send(packet, port)
  const nextPicture = pictures().slice(FIRST_PICTURE_PACKETS, FIRST_PICTURE_PACKETS + 3)
  for (const packet of nextPicture) await udp.send(packet, port)
  await watched.heardAtLeast(FORMATS + 2)
  expect(watched.units.map(({ units }) => units)).toEqual(recordedPictures().slice(0, 2))
})

test('the camera is told how its packets arrive', async () => {
  const { udp, watched, timers, port } = await play()
  const report = udp.reported()
  const packets = pictures()
  const isKept = (i: number): boolean => i !== FIRST_PICTURE_PACKETS + 2
  for (const [i, packet] of packets.entries()) if (isKept(i)) await udp.send(packet, port)
  const left = receive(recording, isKept).units.filter(({ kind }) => kind === 'video')
  await expect
    .poll(() => {
      timers.advance(100)
      return watched.units.length
    })
    .toBe(left.length)
  const heard = watched.heard.length
  const senderReport = Buffer.from('80c8000600001234e8a5c1808000000000015f900000000100000001', 'hex')
  await udp.report(senderReport, port + 1)
  await watched.heardAtLeast(heard + 1)
  timers.advance(5000)
  const bytes = await report
  expect(bytes.readUInt8(1)).toBe(201)
  const last = packets.at(-1) ?? Buffer.alloc(0)
  expect(bytes.readUInt32BE(8)).toBe(last.readUInt32BE(8))
  expect(bytes.readUInt8(12)).toBe(Math.floor(256 / packets.length))
  expect(bytes.readUIntBE(13, 3)).toBe(1)
  expect(bytes.readUInt32BE(16)).toBe(last.readUInt16BE(2))
  expect(bytes.readUInt32BE(24)).toBe(0xc1808000)
  expect(bytes.readUInt8(33)).toBe(202)
  expect(bytes.length % 4).toBe(0)
})

test('when nothing comes by UDP for 3 s the camera is asked again over TCP', async () => {
  const { camera, watched, timers } = await play()
  timers.advance(3000)
  expect(camera.requests.filter(({ method }) => method === 'PLAY')).toHaveLength(1)
  timers.advance(250)
  await camera.requested('PLAY', 2)
  expect(camera.requests.findLast(({ method }) => method === 'SETUP')?.headers.get('transport')).toContain(
    'interleaved',
  )
  expect(watched.heard).toEqual(['format pcma', 'restart', 'format pcma'])
  camera.send(recording.subarray(recording.indexOf('$\0')))
  await watched.heardAtLeast(5)
  expect(watched.ends).toEqual([])
})

/** Seconds of a stream of which every tenth packet is lost, until another connection is tried. */
async function lose({ udp, timers, port, watched }: Playing): Promise<void> {
  const packets = pictures()
  let sequence = packets[0]?.readUInt16BE(2) ?? 0
  for (let second = 0; second < 60 && !watched.heard.includes('restart'); second++) {
    for (let i = 0; i < 20; i++) {
      const packet = Buffer.from(packets[i % FIRST_PICTURE_PACKETS] ?? '')
      packet.writeUInt16BE(sequence++ & 0xffff, 2)
      if (i % 10 !== 5) await udp.send(packet, port)
    }
    // What was sent on loopback is there to be read, which takes a turn of the loop for some of them.
    for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve))
    timers.advance(1000)
  }
}

test('a camera whose packets by UDP keep being lost is asked again over TCP', async () => {
  const playing = await play()
  const { camera, watched } = playing
  await lose(playing)
  await camera.requested('PLAY', 2)
  expect(watched.heard.filter((what) => what.startsWith('lost ')).length).toBeGreaterThan(20)
  const transports = camera.requests.map(({ headers }) => headers.get('transport') ?? '')
  expect(transports.findLast((transport) => transport !== '')).toContain('interleaved')
  expect(watched.ends).toEqual([])
})

test('a camera whose packets by UDP keep being lost, and that refuses TCP, is taken by UDP for good', async () => {
  const udp = kept(await startUdpCamera())
  const camera = kept(
    await startScriptedCamera((request) =>
      request.method === 'SETUP' && !isUdp(request) ? UNSUPPORTED : answering(udp)(request),
    ),
  )
  const timers = new ManualTimers()
  const watched = watchSession({ url: camera.url, transport: 'udp' }, { timers })
  kept(watched.session)
  await camera.requested('PLAY')
  const port = clientPort(await camera.requested('SETUP'))
  await lose({ camera, udp, watched, timers, port })
  await camera.requested('PLAY', 2)
  const last = camera.requests.findLast(({ method }) => method === 'SETUP')
  expect(last && isUdp(last)).toBe(true)
  expect(watched.ends).toEqual([])
})

test('a camera that refuses UDP is taken over its connection', async () => {
  const camera = kept(
    await startScriptedCamera((request) =>
      request.method === 'SETUP' && isUdp(request) ? UNSUPPORTED : usual(request),
    ),
  )
  kept(watchSession({ url: camera.url, transport: 'udp' }).session)
  await camera.requested('PLAY')
  expect(camera.requests.map(({ method }) => method)).toEqual([
    'OPTIONS',
    'DESCRIBE',
    'SETUP',
    'SETUP',
    'SETUP',
    'PLAY',
  ])
})

test('a camera that refuses its connection for media is taken by UDP, unless only TCP is wanted', async () => {
  const udp = kept(await startUdpCamera())
  const answer = answering(udp)
  const camera = kept(
    await startScriptedCamera((request) =>
      request.method === 'SETUP' && !isUdp(request) ? UNSUPPORTED : answer(request),
    ),
  )
  const auto = watchSession({ url: camera.url, transport: 'auto' })
  kept(auto.session)
  await camera.requested('PLAY')
  const port = clientPort(await camera.requested('SETUP', 2))
  for (const packet of pictures().slice(0, FIRST_PICTURE_PACKETS)) await udp.send(packet, port)
  await auto.heardAtLeast(FORMATS + 1)
  const strict = watchSession({ url: camera.url, transport: 'tcp' })
  expect(await strict.ended).toEqual({ reason: 'protocol', detail: expect.stringContaining('461') })
})

test('without a free port the media come over the connection', async () => {
  const camera = kept(await startScriptedCamera(usual))
  kept(
    watchSession({ url: camera.url, transport: 'udp' }, { openPair: () => Promise.resolve(undefined) })
      .session,
  )
  await camera.requested('PLAY')
  expect((await camera.requested('SETUP')).headers.get('transport')).toContain('interleaved')
})

test('a carrier that is closed while it opens ports leaves none open', async () => {
  let port = 0
  const carrier = new UdpCarrier({
    openReceiver: () => {
      throw new Error('nothing was accepted')
    },
    openPair: async (address) => {
      const pair = await ephemeralPairs(address)
      port = pair?.rtpPort ?? 0
      carrier.close()
      return pair
    },
    addresses: () => ({ local: '127.0.0.1', remote: '127.0.0.1' }),
    admits: () => true,
    onMedia() {},
    timers: new ManualTimers(),
  })
  expect(await carrier.offer(0)).toBeUndefined()
  const again = await pairsWithin({ first: port, last: port + 1 })('127.0.0.1')
  expect(again?.rtpPort).toBe(port)
  again?.close()
})
