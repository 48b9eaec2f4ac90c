import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Simulator, startSimulator } from './simulator.ts'
import { RtspClient, rtpPacket } from './testing/client.ts'

const SINGLE_DOORBELL = 6
const REQUIRE = 'Require: www.onvif.org/ver20/backchannel'
const login = { username: 'admin', password: 'correct horse' }
let simulator: Simulator
const clients: RtspClient[] = []

beforeAll(async () => {
  simulator = await startSimulator({ devices: 6, rtspPort: 0, onvifPort: 0, discoveryPort: 0, ...login })
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

/** µ-law of a square wave of 500 Hz. */
const TONE = Buffer.from(Array.from({ length: 160 }, (_, i) => (i % 16 < 8 ? 0x90 : 0x10)))

async function playing(path: string): Promise<RtspClient> {
  const talker = client(path)
  const transport = 'Transport: RTP/AVP/TCP;unicast;interleaved=0-1'
  const setup = await talker.authorized('SETUP', login, [transport])
  expect(setup.status).toBe(200)
  await talker.authorized('PLAY', login, [`Session: ${setup.headers.get('session')?.split(';')[0]}`])
  return talker
}

test('a doorbell tells of its loudspeaker only to who requires it', async () => {
  const path = `/cam/${SINGLE_DOORBELL}/main`
  expect((await client(path).authorized('DESCRIBE', login)).body).not.toContain('a=sendonly')
  const told = (await client(path).authorized('DESCRIBE', login, [REQUIRE])).body
  expect(told.match(/a=sendonly/g)).toHaveLength(2)
})

test('a camera without a loudspeaker does not support the option', async () => {
  const answer = await client('/cam/1/main').authorized('DESCRIBE', login, [REQUIRE])
  expect(answer.status).toBe(551)
})

test('what is said to a doorbell is heard, and comes back by its microphone', async () => {
  const listener = await playing(`/cam/${SINGLE_DOORBELL}/main/track1`)
  const talker = await playing(`/cam/${SINGLE_DOORBELL}/main/track2`)
  const packet = Buffer.concat([Buffer.from([0x24, 0, 0, 172, 0x80, 0, 0, 1]), Buffer.alloc(8), TONE])
  for (let i = 0; i < 50; i++) talker.socket.write(packet)
  const heard = () => simulator.control.obey({ type: 'heard', device: SINGLE_DOORBELL })
  await expect.poll(heard).toMatchObject({ answer: { packets: 50, codec: 'pcmu' } })
  expect(heard()).toMatchObject({
    answer: { hz: expect.closeTo(500, -1), level: expect.closeTo(0.49, 1) },
  })
  // The first packet of the echo may hold what came before it as well.
  const loud = Buffer.concat([TONE, TONE])
  await listener.until(() =>
    listener.packets.find(({ channel, payload }) => channel === 0 && rtpPacket(payload).payload.equals(loud)),
  )
})
