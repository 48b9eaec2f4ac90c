import { readStrip } from '@vedette/contract/time-strip'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Simulator, startSimulator } from './simulator.ts'
import { RtspClient, rtpPacket, type RtpPacket, unitsOf } from './testing/client.ts'
import { decode } from './testing/decode.ts'
import { soap, usernameToken } from './testing/soap.ts'

const login = { username: 'admin', password: 'correct horse' }
const BELL = 5
const SOLAR = 4

let simulator: Simulator
const clients: RtspClient[] = []
beforeAll(async () => {
  simulator = await startSimulator({ devices: 6, rtspPort: 0, onvifPort: 0, discoveryPort: 0, ...login })
})
afterAll(async () => {
  for (const { socket } of clients) socket.destroy()
  await simulator.close()
})

async function command(body: unknown, token = simulator.control.token) {
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(simulator.control.url, { method: 'POST', body: JSON.stringify(body), headers })
  return { status: answer.status, text: await answer.text() }
}

async function ask(device: number, service: string, body: string): Promise<string> {
  const url = `http://127.0.0.1:${simulator.onvifPort}/onvif/${device}/${service}`
  return (await soap(url, body, usernameToken(login))).text
}

async function playing(path: string, track = ''): Promise<RtspClient> {
  const viewer = new RtspClient(`rtsp://127.0.0.1:${simulator.rtspPort}${path}${track}`)
  clients.push(viewer)
  const transport = 'Transport: RTP/AVP/TCP;unicast;interleaved=0-1'
  const setup = await viewer.authorized('SETUP', login, [transport])
  await viewer.authorized('PLAY', login, [`Session: ${setup.headers.get('session')?.split(';')[0]}`])
  return viewer
}

/** The access units of channel 0, all of them so far. */
function unitsIn(viewer: RtspClient): RtpPacket[][] {
  const units: RtpPacket[][] = [[]]
  for (const { channel, payload } of viewer.packets) {
    if (channel !== 0) continue
    const packet = rtpPacket(payload)
    units.at(-1)?.push(packet)
    if (packet.isLast) units.push([])
  }
  return units.slice(0, -1)
}

/** The last picture of the sub stream, when `isWanted` says that it is the one. */
async function pictureWhen(viewer: RtspClient, isWanted: (picture: Buffer) => boolean): Promise<Buffer> {
  let tried = 0
  return viewer.until(() => {
    const units = unitsIn(viewer)
    if (units.length < tried + 12) return undefined
    tried = units.length
    const keyAt = units.findLastIndex((unit) => unitsOf(unit).some((nal) => ((nal[0] ?? 0) & 31) === 7))
    const picture = decode(
      units.slice(keyAt).flatMap((unit) => unitsOf(unit)),
      640,
      360,
    ).at(-1)
    return picture !== undefined && isWanted(picture) ? picture : undefined
  })
}

/** The mean luma of the sky. */
const sky = (picture: Buffer): number => {
  let sum = 0
  for (let y = 40; y < 60; y++) for (let x = 0; x < 640; x++) sum += picture[y * 640 + x] ?? 0
  return sum / (20 * 640)
}

test('the control call needs its token and a command that there is', async () => {
  const state = { type: 'state', device: 2, state: 'online' }
  expect((await command(state, 'wrong')).status).toBe(401)
  expect((await command(state)).status).toBe(200)
  for (const wrong of [{ ...state, device: 77 }, { ...state, state: 'gone' }, { type: 'x' }, 7, null]) {
    expect((await command(wrong)).status).toBe(400)
  }
  const { status } = await fetch(simulator.control.url, { method: 'POST', body: 'x'.repeat(20_000) })
  expect(status).toBe(401)
})

test('imaging is to be seen in the picture, and read back; what is out of range is refused', async () => {
  const viewer = await playing('/cam/2/sub')
  const before = sky(await pictureWhen(viewer, () => true))
  const set = (brightness: number): Promise<string> =>
    ask(
      2,
      'imaging_service',
      '<SetImagingSettings><VideoSourceToken>source1</VideoSourceToken>' +
        `<ImagingSettings><Brightness>${brightness}</Brightness></ImagingSettings></SetImagingSettings>`,
    )
  expect(await set(120)).toContain('ter:SettingsInvalid')
  await set(20)
  await pictureWhen(viewer, (picture) => sky(picture) < before - 30)
  expect(
    await ask(
      2,
      'imaging_service',
      '<GetImagingSettings><VideoSourceToken>source1</VideoSourceToken></GetImagingSettings>',
    ),
  ).toContain('<tt:Brightness>20<')
  await set(50)
  await pictureWhen(viewer, (picture) => Math.abs(sky(picture) - before) < 2)
})

test('by night the same viewpoint is dark', async () => {
  const viewer = await playing('/cam/2/sub')
  expect((await command({ type: 'light', device: 2, light: 'night' })).status).toBe(200)
  await pictureWhen(viewer, (picture) => sky(picture) < 60)
  await command({ type: 'light', device: 2, light: 'day' })
})

test('a camera is covered, turned away, and its picture sticks while its stream goes on', async () => {
  const viewer = await playing('/cam/3/sub')
  const timeIn = (picture: Buffer): number =>
    readStrip(640, (x, y) => picture[y * 640 + x] ?? 0, Date.now())?.timeMs ?? 0
  const spoil = async (how: string): Promise<void> =>
    expect((await command({ type: 'spoil', device: 3, how })).status).toBe(200)
  const plain = await pictureWhen(viewer, () => true)
  const ground = (picture: Buffer): Buffer => picture.subarray(640 * 200, 640 * 260)
  const distance = (picture: Buffer): number =>
    ground(picture).reduce((sum, luma, i) => sum + Math.abs(luma - (ground(plain)[i] ?? 0)), 0) / (640 * 60)
  await spoil('covered')
  const covered = await pictureWhen(viewer, (picture) => sky(picture) < 20)
  expect(Math.max(...ground(covered))).toBeLessThan(20)
  await spoil('away')
  await pictureWhen(viewer, (picture) => sky(picture) > 40 && distance(picture) > 12)
  await spoil('stuck')
  const stuck = await pictureWhen(viewer, (picture) => distance(picture) < 6)
  const later = await pictureWhen(viewer, () => true)
  expect(timeIn(later)).toBe(timeIn(stuck))
  await spoil('not')
  await pictureWhen(viewer, (picture) => timeIn(picture) > timeIn(stuck))
})

test('PTZ turns the picture, the strip stays readable, and a preset brings it back', async () => {
  const viewer = await playing('/cam/1/sub')
  const home = await pictureWhen(viewer, () => true)
  const column = (picture: Buffer, x: number): number[] =>
    Array.from({ length: 200 }, (_, y) => picture[(y + 40) * 640 + x] ?? 0)
  const distance = (picture: Buffer, shift: number): number => {
    let sum = 0
    for (let x = 40; x < 300; x += 20) {
      const [was, is] = [column(home, x + shift), column(picture, x)]
      was.forEach((value, i) => (sum += Math.abs(value - (is[i] ?? 0))))
    }
    return sum / (13 * 200)
  }
  const token = '<ProfileToken>sub1</ProfileToken>'
  const preset = await ask(1, 'ptz_service', `<SetPreset>${token}<PresetName>home</PresetName></SetPreset>`)
  const name = /<tptz:PresetToken>(\w+)</.exec(preset)?.[1] ?? ''
  const to = '<Position><PanTilt xmlns="http://www.onvif.org/ver10/schema" x="0.25" y="0"/></Position>'
  await ask(1, 'ptz_service', `<AbsoluteMove>${token}${to}</AbsoluteMove>`)
  const turned = await pictureWhen(viewer, (picture) => distance(picture, 160) < 4)
  expect(readStrip(640, (x, y) => turned[y * 640 + x] ?? 0, Date.now())?.camera).toBe(1)
  expect(await ask(1, 'ptz_service', `<GetStatus>${token}</GetStatus>`)).toContain('x="0.25"')
  await ask(1, 'ptz_service', `<GotoPreset>${token}<PresetToken>${name}</PresetToken></GotoPreset>`)
  await pictureWhen(viewer, (picture) => distance(picture, 0) < 4)
  expect(await ask(2, 'ptz_service', `<GetStatus>${token}</GetStatus>`)).toBe('')
})

test('what was sent is told frame by frame, and so is what was lost', async () => {
  const viewer = await playing('/cam/2/main')
  await viewer.until(() => (unitsIn(viewer).length > 10 ? true : undefined))
  const query = { type: 'sent', device: 2, quality: 'main' }
  const told = (): unknown => simulator.control.obey(query)
  expect(told()).toMatchObject({ ok: true, answer: { lost: 0, withheld: 0 } })
  expect((await command({ type: 'lose', device: 2, quality: 'main', frames: 5 })).status).toBe(200)
  const seen = unitsIn(viewer).length
  await viewer.until(() => (unitsIn(viewer).length > seen + 10 ? true : undefined))
  expect(told()).toMatchObject({ answer: { lost: 5 } })
  const { text } = await command(query)
  expect(text).toMatch(/"frames":\[\[\d{13},\d{13}\],/)
  const since = unitsIn(viewer).length
  expect(JSON.stringify(told()).split('],[').length).toBeGreaterThanOrEqual(since - 1)
})

test('a ring, a sleep and a waking are heard by those who listen', async () => {
  const listen = async (device: number): Promise<string> => {
    const created = await ask(device, 'event_service', '<CreatePullPointSubscription/>')
    return /\/subscription\/([\w-]+)</.exec(created)?.[1] ?? ''
  }
  const heard = async (device: number, id: string, wanted: RegExp): Promise<void> => {
    for (let text = ''; !wanted.test(text);) {
      text = await ask(
        device,
        `subscription/${id}`,
        '<PullMessages><Timeout>PT20S</Timeout><MessageLimit>1</MessageLimit></PullMessages>',
      )
    }
  }
  const bell = await listen(BELL)
  expect((await command({ type: 'ring', device: BELL })).status).toBe(200)
  await heard(BELL, bell, /Changed.*LogicalState" Value="true"/)
  await heard(BELL, bell, /Changed.*LogicalState" Value="false"/)
  expect((await command({ type: 'ring', device: 1 })).status).toBe(400)

  const solar = await listen(SOLAR)
  await command({ type: 'state', device: SOLAR, state: 'asleep' })
  await heard(SOLAR, solar, /Changed.*State" Value="true"/)
  const viewer = new RtspClient(`rtsp://127.0.0.1:${simulator.rtspPort}/cam/${SOLAR}/sub`)
  clients.push(viewer)
  expect((await viewer.authorized('DESCRIBE', login)).status).toBe(503)
  await ask(
    SOLAR,
    'device_service',
    '<SendAuxiliaryCommand><AuxiliaryCommand>vedette:Wake|On</AuxiliaryCommand></SendAuxiliaryCommand>',
  )
  await heard(SOLAR, solar, /Changed.*State" Value="false"/)
  expect((await viewer.authorized('DESCRIBE', login)).status).toBe(200)
})

test('a doorbell has sound beside its picture, at the bit rate that it was set to', async () => {
  const doorbell = new RtspClient(`rtsp://127.0.0.1:${simulator.rtspPort}/cam/${BELL}/sub`)
  clients.push(doorbell)
  const { body } = await doorbell.authorized('DESCRIBE', login)
  expect(body).toMatch(/m=audio 0 RTP\/AVP 97\r\na=rtpmap:97 mpeg4-generic\/16000\/1\r\n.*config=1408/)
  const set =
    '<SetAudioEncoderConfiguration><Configuration token="encoder-sound1">' +
    '<Encoding>AAC</Encoding><Bitrate>48</Bitrate></Configuration></SetAudioEncoderConfiguration>'
  await ask(BELL, 'media_service', set)
  expect(await ask(BELL, 'media_service', '<GetAudioEncoderConfigurations/>')).toContain('<tt:Bitrate>48<')
  const listener = await playing(`/cam/${BELL}/sub`, '/track1')
  const packets = await listener.until(() => {
    const heard = listener.packets
      .filter(({ channel }) => channel === 0)
      .map(({ payload }) => rtpPacket(payload))
    return heard.length > 12 ? heard : undefined
  })
  const gaps = packets.slice(1).map(({ timestamp }, i) => timestamp - (packets[i]?.timestamp ?? 0))
  expect(new Set(gaps)).toEqual(new Set([1024]))
  const bytes = packets.reduce((sum, { payload }) => sum + payload.length - 4, 0)
  expect((bytes * 8) / (packets.length * 0.064)).toBeGreaterThan(40_000)
})
