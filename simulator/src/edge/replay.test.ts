/** A camera's card, as an ONVIF client finds it and as an RTSP client plays it. */
import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { readStrip } from '@vedette/contract/time-strip'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../simulator.ts'
import { RtspClient, unitsOf } from '../testing/client.ts'
import { decode } from '../testing/decode.ts'
import { soap, usernameToken } from '../testing/soap.ts'

const login = { username: 'admin', password: 'correct horse' }
/** CI must have it. */
const WITHOUT_GSTREAMER =
  process.env['CI'] === undefined && spawnSync('gst-launch-1.0', ['--version']).status !== 0

let simulator: Simulator
const clients: RtspClient[] = []
beforeAll(async () => {
  const ports = { rtspPort: 0, onvifPort: 0, discoveryPort: 0 }
  simulator = await startSimulator({ devices: 3, gopFrames: 10, ...ports, ...login })
  simulator.control.obey({ type: 'card', device: 1, isIn: true })
})
afterAll(async () => {
  for (const { socket } of clients) socket.destroy()
  await simulator.close()
})

async function ask(service: string, body: string, device = 1): Promise<string> {
  const url = `http://127.0.0.1:${simulator.onvifPort}/onvif/${device}/${service}`
  return (await soap(url, body, usernameToken(login))).text
}

const inside = (xml: string, name: string): string =>
  new RegExp(`<\\w+:${name}>([^<]*)<`).exec(xml)?.[1] ?? ''

interface Found {
  token: string
  fromMs: number
  toMs: number
}

async function found(): Promise<Found> {
  const search = '<FindRecordings><Scope/><KeepAliveTime>PT10S</KeepAliveTime></FindRecordings>'
  const token = inside(await ask('search_service', search), 'SearchToken')
  const searchToken = `<SearchToken>${token}</SearchToken>`
  const results = await ask(
    'search_service',
    `<GetRecordingSearchResults>${searchToken}</GetRecordingSearchResults>`,
  )
  expect(inside(results, 'SearchState')).toBe('Completed')
  expect(await ask('search_service', `<EndSearch>${searchToken}</EndSearch>`)).toContain('EndSearchResponse')
  const timeOf = (name: string): number => Date.parse(inside(results, name))
  return {
    token: inside(results, 'RecordingToken'),
    fromMs: timeOf('EarliestRecording'),
    toMs: timeOf('LatestRecording'),
  }
}

/** Asks until the card holds so much. */
async function holding(ms: number): Promise<Found> {
  for (;;) {
    const one = await found()
    if (one.toMs - one.fromMs >= ms) return one
  }
}

async function uriOf(token: string): Promise<string> {
  const body = `<GetReplayUri><RecordingToken>${token}</RecordingToken></GetReplayUri>`
  return inside(await ask('replay_service', body), 'Uri')
}

const clockOf = (timeMs: number): string => new Date(timeMs).toISOString().replaceAll(/[-:]/g, '')

interface Picture {
  timeMs: number
  flags: number
  cseq: number
  payloads: Buffer[]
}

/** Pictures by the header extension of their first packets. */
function picturesOf(client: RtspClient): Picture[] {
  const pictures: Picture[] = []
  for (const { channel, payload: packet } of client.packets) {
    if (channel !== 0) continue
    const isFirst = ((packet[0] ?? 0) & 0x10) !== 0
    if (isFirst) {
      expect(packet.readUInt32BE(12)).toBe(0xabac_0003)
      const seconds = packet.readUInt32BE(16) - 2_208_988_800
      const timeMs = Math.round(seconds * 1000 + (packet.readUInt32BE(20) * 1000) / 2 ** 32)
      pictures.push({ timeMs, flags: packet[24] ?? 0, cseq: packet[25] ?? 0, payloads: [] })
    }
    pictures.at(-1)?.payloads.push(packet.subarray(isFirst ? 28 : 12))
  }
  return pictures
}

async function played(url: string, headers: readonly string[]) {
  const client = new RtspClient(url)
  clients.push(client)
  const require = 'Require: onvif-replay'
  const setup = await client.authorized('SETUP', login, [
    require,
    'Transport: RTP/AVP/TCP;unicast;interleaved=0-1',
  ])
  const session = `Session: ${setup.headers.get('session')?.split(';')[0]}`
  const play = await client.authorized('PLAY', login, [session, require, ...headers])
  const isOver = (): boolean => client.packets.some(({ channel }) => channel === 1)
  await client.until(() => isOver() || undefined)
  return { play, pictures: picturesOf(client) }
}

const unitsIn = ({ payloads }: Picture): Buffer[] =>
  unitsOf(payloads.map((payload) => ({ payload, isLast: false, sequence: 0, timestamp: 0 })))

test('a device without a card has no Profile G', async () => {
  const services = await ask('device_service', '<GetServices/>', 2)
  expect(services).not.toContain('search_service')
  expect(await ask('device_service', '<GetServices/>')).toContain('ver10/replay/wsdl')
  expect(await ask('device_service', '<GetCapabilities/>')).toContain('<tt:Replay><tt:XAddr>')
  expect(await ask('device_service', '<GetCapabilities/>', 2)).not.toContain('<tt:Replay>')
})

test('a range is played from its key picture on, each picture with the time that it shows', async () => {
  const { token, fromMs } = await holding(2500)
  const [from, to] = [fromMs + 1000, fromMs + 2000]
  const range = `Range: clock=${clockOf(from)}-${clockOf(to)}`
  const { play, pictures } = await played(await uriOf(token), [range, 'Rate-Control: no', 'Immediate: yes'])
  expect(play.status).toBe(200)
  expect(play.headers.get('range')).toBe(`clock=${clockOf(from)}-${clockOf(to)}`)
  const times = pictures.map(({ timeMs }) => timeMs)
  expect(times[0]).toBeLessThanOrEqual(from)
  // A busy machine leaves pictures out.
  expect(times.at(-1)).toBeGreaterThan(to - 500)
  expect(times.at(-1)).toBeLessThanOrEqual(to)
  const frames = decode(
    pictures.flatMap((picture) => unitsIn(picture)),
    1920,
    1080,
  )
  const shown = frames.map((frame) => readStrip(1920, (x, y) => frame[y * 1920 + x] ?? 0, Date.now())?.timeMs)
  expect(shown).toEqual(times)
  expect(pictures[0]?.flags).toBe(0x80 | 0x20)
  expect((pictures.at(-1)?.flags ?? 0) & 0x70).toBe(0x10)
  expect(new Set(pictures.map(({ cseq }) => cseq)).size).toBe(1)
})

test('key pictures alone are played where they are asked for', async () => {
  const { token } = await holding(2500)
  const { pictures } = await played(await uriOf(token), ['Frames: intra', 'Rate-Control: no'])
  expect(pictures.length).toBeGreaterThan(3)
  expect(pictures.every(({ flags }) => (flags & 0xa0) === 0xa0)).toBe(true)
})

test('a pause is told as events, and said in the packets around it', async () => {
  const before = await holding(1000)
  simulator.control.obey({ type: 'state', device: 1, state: 'frozen' })
  const paused = await found()
  while (Date.now() < paused.toMs + 1500) await found()
  simulator.control.obey({ type: 'state', device: 1, state: 'online' })
  await holding(paused.toMs - before.fromMs + 2000)
  const start = `<StartPoint>${new Date(before.fromMs).toISOString()}</StartPoint>`
  const search = `<FindEvents>${start}<Scope/><KeepAliveTime>PT10S</KeepAliveTime></FindEvents>`
  const token = inside(await ask('search_service', search), 'SearchToken')
  const body = `<GetEventSearchResults><SearchToken>${token}</SearchToken></GetEventSearchResults>`
  const events = await ask('search_service', body)
  const states = [...events.matchAll(/Name="IsRecording" Value="(\w+)"/g)].map(([, value]) => value)
  // A busy machine may pause the camera once more.
  expect(states.length).toBeGreaterThanOrEqual(3)
  expect(states).toEqual(states.map((_, i) => String(i % 2 === 0)))

  const { pictures } = await played(await uriOf(before.token), ['Rate-Control: no'])
  const after = pictures.findIndex(({ flags }, i) => i > 0 && (flags & 0x20) !== 0)
  expect(pictures[after]?.flags).toBe(0x80 | 0x20)
  expect((pictures[after - 1]?.flags ?? 0) & 0x40).toBe(0x40)
  expect((pictures[after]?.timeMs ?? 0) - (pictures[after - 1]?.timeMs ?? 0)).toBeGreaterThan(1000)
})

test.skipIf(WITHOUT_GSTREAMER)('GStreamer plays it as an ONVIF client', async () => {
  const { token } = await holding(2500)
  // The card goes on being written: what is played ends where it did when it began.
  const source = ['rtspsrc', `location=${await uriOf(token)}`, 'onvif-mode=true', 'onvif-rate-control=false']
  const user = [`user-id=${login.username}`, `user-pw=${login.password}`, 'protocols=tcp']
  const way = ['!', 'rtponvifparse', '!', 'rtph264depay', '!', 'h264parse', '!', 'avdec_h264']
  const sink = ['!', 'fakesink', 'silent=false', 'sync=false']
  const child = spawn('gst-launch-1.0', ['-v', ...source, ...user, ...way, ...sink], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, wrong] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(wrong).not.toContain('ERROR')
  expect(said.match(/last-message = chain /g)?.length ?? 0).toBeGreaterThan(50)
})

test('taking the card out ends what it holds', async () => {
  const { token } = await holding(500)
  const url = await uriOf(token)
  simulator.control.obey({ type: 'card', device: 1, isIn: false })
  const client = new RtspClient(url)
  clients.push(client)
  expect((await client.authorized('DESCRIBE', login)).status).toBe(404)
})
