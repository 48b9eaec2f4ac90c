import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readStrip } from '@vedette/contract/time-strip'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Simulator, startSimulator } from './simulator.ts'
import { RtspClient, rtpPacket, type RtpPacket, unitsOf, utcOf } from './testing/client.ts'
import { decode } from './testing/decode.ts'

let simulator: Simulator
const login = { username: 'admin', password: 'correct horse' }
const clients: RtspClient[] = []

beforeAll(async () => {
  simulator = await startSimulator({ devices: 3, rtspPort: 0, onvifPort: 0, discoveryPort: 0, ...login })
})
afterAll(async () => {
  for (const { socket } of clients) socket.destroy()
  await simulator.close()
})

function client(path: string): RtspClient {
  const made = new RtspClient(`rtsp://127.0.0.1:${simulator.rtspPort}${path}`)
  clients.push(made)
  return made
}

async function playing(path: string, transport = 'RTP/AVP/TCP;unicast;interleaved=0-1') {
  const viewer = client(path)
  const setup = await viewer.authorized('SETUP', login, [`Transport: ${transport}`])
  const session = `Session: ${setup.headers.get('session')?.split(';')[0]}`
  const play = await viewer.authorized('PLAY', login, [session])
  return { viewer, setup, play, session }
}

/** The first access units that came on channel 0. */
function accessUnits(viewer: RtspClient, count: number): Promise<RtpPacket[][]> {
  return viewer.until(() => {
    const units: RtpPacket[][] = [[]]
    for (const { channel, payload } of viewer.packets) {
      if (channel !== 0) continue
      const packet = rtpPacket(payload)
      units.at(-1)?.push(packet)
      if (packet.isLast) units.push([])
    }
    return units.length > count ? units.slice(0, count) : undefined
  })
}

test('OPTIONS needs no login and names the methods', async () => {
  const answer = await client('/cam/1/sub').request('OPTIONS')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('public')).toContain('DESCRIBE')
})

test('a description tells codec, parameter sets and frame rate to anyone who knows the password', async () => {
  for (const algorithm of ['MD5', 'SHA-256'] as const) {
    const answer = await client('/cam/1/main').authorized('DESCRIBE', login, [], algorithm)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatch(/a=rtpmap:96 H264\/90000\r\n/)
    expect(answer.body).toMatch(/sprop-parameter-sets=Z0L[\w+/=]+,[\w+/=]+\r\n/)
    expect(answer.body).toContain('a=framerate:25\r\n')
  }
})

test('a wrong password is refused, and so is a right one for another address', async () => {
  const wrong = { ...login, password: 'battery staple' }
  expect((await client('/cam/1/main').authorized('DESCRIBE', wrong)).status).toBe(401)
  const forged =
    'Authorization: Digest username="admin", realm="Vedette Simulator", nonce="0-0", uri="x", response="0"'
  expect((await client('/cam/1/main').request('DESCRIBE', [forged])).status).toBe(401)
})

test('a camera that does not exist is not found', async () => {
  expect((await client('/cam/99/main').authorized('DESCRIBE', login)).status).toBe(404)
})

test('over TCP the first packets are a key picture, and RTP-Info foretold them', async () => {
  const { viewer, play } = await playing('/cam/1/sub')
  expect(play.status).toBe(200)
  const info = play.headers.get('rtp-info') ?? ''
  const [first = []] = await accessUnits(viewer, 1)
  expect(unitsOf(first).map((unit) => (unit[0] ?? 0) & 31)).toEqual(expect.arrayContaining([7, 8, 5]))
  expect(info).toContain(`rtptime=${first[0]?.timestamp}`)
  expect(info).toContain(`seq=${first[0]?.sequence};`)
})

test('sender reports tell the time that the strip in the picture shows', async () => {
  const { viewer } = await playing('/cam/2/sub')
  const units = await accessUnits(viewer, 4)
  const report = viewer.packets.find(({ channel }) => channel === 1)?.payload ?? Buffer.alloc(0)
  const frames = decode(
    units.flatMap((unit) => unitsOf(unit)),
    640,
    360,
  )
  const shown = frames.map((frame) => readStrip(640, (x, y) => frame[y * 640 + x] ?? 0, Date.now()))
  expect(shown).toEqual(
    units.map((unit) => ({ camera: 2, timeMs: Math.round(utcOf(report, unit[0]?.timestamp ?? 0)) })),
  )
  expect(shown.map((reading) => (reading?.timeMs ?? 0) - (shown[0]?.timeMs ?? 0))).toEqual([0, 40, 80, 120])
})

test('over UDP whole key pictures and sender reports arrive', async () => {
  const [rtp, rtcp] = [createSocket('udp4'), createSocket('udp4')]
  for (const socket of [rtp, rtcp]) {
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
  }
  const packets: RtpPacket[] = []
  const isWhole = new Promise<void>((resolve) => {
    rtp.on('message', (message) => {
      packets.push(rtpPacket(message))
      if (packets.at(-1)?.isLast === true) resolve()
    })
  })
  const reported = once(rtcp, 'message')
  const ports = `${rtp.address().port}-${rtcp.address().port}`
  const { setup } = await playing('/cam/1/main', `RTP/AVP;unicast;client_port=${ports}`)
  expect(setup.headers.get('transport')).toContain(`client_port=${ports};server_port=`)
  await Promise.all([isWhole, reported])
  packets.sort((a, b) => ((a.sequence - b.sequence) << 16) >> 16)
  expect(decode(unitsOf(packets), 1920, 1080)).toHaveLength(1)
  rtp.close()
  rtcp.close()
})

test('another interleaved channel is honoured', async () => {
  const { viewer, setup } = await playing('/cam/1/sub', 'RTP/AVP/TCP;unicast;interleaved=6-7')
  expect(setup.headers.get('transport')).toContain('interleaved=6-7')
  await viewer.until(() => viewer.packets.find(({ channel }) => channel === 6))
  expect(viewer.packets.every(({ channel }) => channel === 6 || channel === 7)).toBe(true)
})

test('TEARDOWN ends the session but not the connection', async () => {
  const { viewer, session } = await playing('/cam/1/sub')
  expect((await viewer.authorized('TEARDOWN', login, [session])).status).toBe(200)
  expect((await viewer.authorized('PLAY', login, [session])).status).toBe(454)
})

test('an unsupported transport is refused', async () => {
  const answer = await client('/cam/1/sub').authorized('SETUP', login, [
    'Transport: RTP/SAVP;unicast;client_port=2-3',
  ])
  expect(answer.status).toBe(461)
})

test('garbage on the socket costs that connection alone', async () => {
  const bad = client('/cam/1/sub')
  bad.socket.write(Buffer.alloc(100_000, 0x7f))
  await once(bad.socket, 'close')
  expect((await client('/cam/1/sub').request('OPTIONS')).status).toBe(200)
})

test('a camera that goes offline drops its viewers and refuses new ones until it is back', async () => {
  const { viewer } = await playing('/cam/3/sub')
  const gone = once(viewer.socket, 'close')
  simulator.control.obey({ type: 'state', device: 3, state: 'offline' })
  await gone
  await expect(client('/cam/3/sub').authorized('DESCRIBE', login)).rejects.toThrow('ended')
  expect((await client('/cam/2/sub').authorized('DESCRIBE', login)).status).toBe(200)
  simulator.control.obey({ type: 'state', device: 3, state: 'online' })
  expect((await client('/cam/3/sub').authorized('DESCRIBE', login)).status).toBe(200)
})

test('a frozen camera answers requests but sends no media until it thaws', async () => {
  simulator.control.obey({ type: 'state', device: 3, state: 'frozen' })
  const { viewer, session } = await playing('/cam/3/sub')
  expect((await viewer.authorized('GET_PARAMETER', login, [session])).status).toBe(200)
  expect(viewer.packets).toEqual([])
  simulator.control.obey({ type: 'state', device: 3, state: 'online' })
  await accessUnits(viewer, 1)
})

test('there is no camera to control beyond the last', () => {
  expect(simulator.control.obey({ type: 'state', device: 4, state: 'offline' })).toMatchObject({ ok: false })
})
