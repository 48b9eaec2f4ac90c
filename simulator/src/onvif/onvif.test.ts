/** The ONVIF devices, as a program that nobody here wrote sees them, and as someone who means harm does. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { Cam, type RequestCallback } from 'onvif'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../simulator.ts'
import { RtspClient } from '../testing/client.ts'
import { soap, usernameToken } from '../testing/soap.ts'

const login = { username: 'admin', password: 'correct horse' }
const NVR = 3
const DOORBELL = 5

let simulator: Simulator
beforeAll(async () => {
  const ports = { rtspPort: 0, onvifPort: 0, discoveryPort: 0 }
  simulator = await startSimulator({ devices: 18, ...ports, ...login })
})
afterAll(() => simulator.close())

const urlOf = (number: number, service = 'device_service') =>
  `http://127.0.0.1:${simulator.onvifPort}/onvif/${number}/${service}`

/** Connected, so that its name and password were taken. */
async function outsider(number: number, options: { password?: string; useWSSecurity?: boolean } = {}) {
  return new Promise<Cam>((resolve, reject) => {
    const at = { hostname: '127.0.0.1', port: simulator.onvifPort, path: `/onvif/${number}/device_service` }
    const camera = new Cam({ ...at, ...login, ...options }, (error) =>
      error ? reject(error) : resolve(camera),
    )
  })
}

/** The answer to what is asked with this callback. */
function told(ask: (callback: RequestCallback<unknown>) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    ask((error, answer) => (error ? reject(error) : resolve(answer)))
  })
}

const GET_INFORMATION = '<GetDeviceInformation xmlns="http://www.onvif.org/ver10/device/wsdl"/>'

const OFFERS = {
  camera: 'channels: 1, detection',
  nvr: 'channels: 4, detection',
  edr: 'channels: 1, position',
  solarCamera: 'channels: 1, sleep',
  splitDoorbell: 'channels: 1, sound, ring, detection',
  singleDoorbell: 'channels: 1, sound, ring, detection',
  photoDoorbell: 'channels: 1, sound, ring',
  iotGate: 'no ONVIF',
  barcodeGun: 'no ONVIF',
}

test.each(Object.entries(OFFERS))('both of the type %s offer %s', async (type, offer) => {
  const devices = simulator.devices.filter((it) => it.type === type)
  const isTold = async (number: number, service: string, body: string, word: string): Promise<boolean> =>
    (await soap(urlOf(number, service), body, usernameToken(login))).text.includes(word)
  for (const { number, onvifUrl } of devices) {
    const sources = await soap(urlOf(number, 'media_service'), '<GetVideoSources/>', usernameToken(login))
    const profiles = (word: string) => isTold(number, 'media_service', '<GetProfiles/>', word)
    const wake =
      '<SendAuxiliaryCommand><AuxiliaryCommand>vedette:Wake|On</AuxiliaryCommand></SendAuxiliaryCommand>'
    const offered = {
      position: await isTold(number, 'device_service', '<GetGeoLocation/>', 'tds:Location '),
      sleep: await isTold(number, 'device_service', wake, '>OK<'),
      sound: await profiles('AudioEncoderConfiguration'),
      ring: await isTold(number, 'event_service', '<GetEventProperties/>', 'DigitalInput'),
      detection: await profiles('VideoAnalyticsConfiguration'),
      // Every other camera turns.
      ptz: (await profiles('PTZConfiguration')) !== (type === 'camera' && number % 2 === 1),
    }
    const channels = sources.text.split('VideoSources token=').length - 1
    const words = Object.entries(offered).flatMap(([word, isOffered]) => (isOffered ? [word] : []))
    expect(onvifUrl === '' ? 'no ONVIF' : [`channels: ${channels}`, ...words].join(', ')).toBe(offer)
  }
  expect(devices).toHaveLength(2)
})

describe('npm onvif', () => {
  test.each([{ useWSSecurity: true }, { useWSSecurity: false }])(
    'finds identity, channels and streams of an NVR with %j',
    async (how) => {
      const camera = await outsider(NVR, how)
      expect(await told((done) => camera.getDeviceInformation(done))).toMatchObject({
        manufacturer: 'Vedette',
        model: 'VN-404',
        serialNumber: 'VSIM00000003',
      })
      expect(camera.videoSources).toHaveLength(4)
      const stream = { protocol: 'RTSP', profileToken: 'sub4' }
      expect(await told((done) => camera.getStreamUri(stream, done))).toMatchObject({
        uri: `rtsp://127.0.0.1:${simulator.rtspPort}/cam/3/4/sub`,
      })
    },
  )

  test.each([{ useWSSecurity: true }, { useWSSecurity: false }])(
    'is refused everything but the time with a wrong password and %j',
    async (how) => {
      await expect(outsider(1, { password: 'wrong', ...how })).rejects.toThrow(/not authorized|failed 401/)
    },
  )

  test('reads back what it set: time, host name, scopes', async () => {
    const camera = await outsider(2)
    const dateTime = new Date('2030-05-06T07:08:09Z')
    const set = { dateTimeType: 'Manual', daylightSavings: false, dateTime, timezone: 'CST-8' } as const
    await told((done) => camera.setSystemDateAndTime(set, done))
    const time = await soap(urlOf(2), '<GetSystemDateAndTime/>')
    expect(time.text).toMatch(/<tt:TZ>CST-8<.*<tt:Hour>7<\/tt:Hour><tt:Minute>8<.*<tt:Year>2030</)
    // Its tokens carry its own clock's time from here on.
    const later = await outsider(2)
    const name = await soap(
      urlOf(2),
      '<SetHostname><Name>yard-2</Name></SetHostname>',
      usernameToken(login, Date.parse('2030-05-06T07:08:20Z')),
    )
    expect(name.status).toBe(200)
    expect(await told((done) => later.getHostname(done))).toMatchObject({ name: 'yard-2' })
    await told((done) => later.setScopes(['onvif://www.onvif.org/name/Back%20yard'], done))
    expect(JSON.stringify(await told((done) => later.getScopes(done)))).toContain(
      'onvif://www.onvif.org/name/Back%20yard',
    )
  })

  test('sets an encoder and reads it back; what the encoder cannot is refused', async () => {
    const camera = await outsider(1)
    const set = (frameRateLimit: number) => {
      const options = {
        token: 'encoder-main1',
        $: { GovLength: 20, Profile: 'High' },
        rateControl: { frameRateLimit, bitrateLimit: 2000 },
      }
      return told((done) => camera.setVideoEncoderConfiguration(options, done))
    }
    await set(10)
    expect(await told((done) => camera.getVideoEncoderConfigurations(done))).toMatchObject([
      { $: { GovLength: 20, Profile: 'High' }, rateControl: { frameRateLimit: 10, bitrateLimit: 2000 } },
      { $: { GovLength: 25, Profile: 'Baseline' } },
    ])
    const viewer = new RtspClient(`rtsp://127.0.0.1:${simulator.rtspPort}/cam/1/main`)
    const { body } = await viewer.authorized('DESCRIBE', login)
    viewer.socket.destroy()
    // profile_idc 100
    expect(body).toContain('profile-level-id=6400')
    await expect(set(24)).rejects.toThrow('Wrong')
  })

  test('two listeners each hear everything', async () => {
    const heard = await Promise.all(
      [1, 2].map(async () => {
        const header = (): string => usernameToken(login)
        const created = await soap(
          urlOf(DOORBELL, 'event_service'),
          '<CreatePullPointSubscription><InitialTerminationTime>PT60S</InitialTerminationTime></CreatePullPointSubscription>',
          header(),
        )
        const address = /<wsa:Address>([^<]+)</.exec(created.text)?.[1] ?? ''
        const pull = '<PullMessages><Timeout>PT20S</Timeout><MessageLimit>1</MessageLimit></PullMessages>'
        const topics: string[] = []
        while (!topics.includes('tns1:RuleEngine/CellMotionDetector/Motion')) {
          const { text } = await soap(address, pull, header())
          topics.push(...[...text.matchAll(/ConcreteSet">([^<]+)</g)].map(([, topic = '']) => topic))
        }
        expect((await soap(address, '<Unsubscribe/>', header())).text).toContain('wsnt:UnsubscribeResponse')
        expect((await soap(address, pull, header())).status).toBe(400)
        return topics
      }),
    )
    for (const topics of heard) expect(topics).toContain('tns1:Device/Trigger/DigitalInput')
  })
})

describe('a token', () => {
  test('does not count for long, and near the time of the device alone', async () => {
    const token = usernameToken(login)
    expect((await soap(urlOf(1), GET_INFORMATION, token)).status).toBe(200)
    await expect
      .poll(async () => (await soap(urlOf(1), GET_INFORMATION, token)).text, { timeout: 60_000 })
      .toContain('ter:NotAuthorized')
    for (const hours of [-1, 1]) {
      const old = usernameToken(login, Date.now() + hours * 3_600_000)
      expect((await soap(urlOf(1), GET_INFORMATION, old)).status).toBe(400)
    }
  })

  test('is asked for by a challenge where there is none', async () => {
    const answer = await fetch(urlOf(1), {
      method: 'POST',
      body: '<a:Envelope xmlns:a="b"><a:Body><c/></a:Body></a:Envelope>',
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Digest .*algorithm=SHA-256.*algorithm=MD5/)
  })
})

describe('firmware', () => {
  const start = async (number: number): Promise<string> => {
    const { text } = await soap(urlOf(number), '<StartFirmwareUpgrade/>', usernameToken(login))
    return /<tds:UploadUri>([^<]+)</.exec(text)?.[1] ?? ''
  }
  const file = (model: string): string =>
    `vedette-simulator-firmware model=${model} version=2.1.0\n${'x'.repeat(100_000)}`
  const upload = (url: string, body: string) => fetch(url, { method: 'POST', body })

  test('of its model brings a new version after a while away; other files, and a second one, are refused', async () => {
    expect((await upload(await start(6), file('VC-210'))).status).toBe(415)
    const url = await start(6)
    expect((await upload(url, file('VB-110'))).status).toBe(200)
    // On a busy machine it is away by then.
    const second = await upload(url, file('VB-110')).then(
      ({ status }) => status,
      () => 'away' as const,
    )
    expect([404, 'away']).toContain(second)
    await expect
      .poll(
        async () => {
          try {
            return (await soap(urlOf(6), GET_INFORMATION, usernameToken(login))).text
          } catch {
            // It is away.
            return ''
          }
        },
        { timeout: 60_000, interval: 500 },
      )
      .toContain('2.1.0')
  })
})

describe('what is no proper request', () => {
  test('is answered, and hurts nobody', async () => {
    const bodies = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.constantFrom(
        '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        '<e:Envelope xmlns:e="x"/>',
        '<e:Envelope xmlns:e="x"><e:Body><__proto__/></e:Body></e:Envelope>',
        '<e:Envelope xmlns:e="x"><e:Body><constructor/></e:Body></e:Envelope>',
        `${'<a>'.repeat(60_000)}`,
        'x'.repeat(300_000),
      ),
    )
    const paths = fc.constantFrom(
      '1/device_service',
      '1/event_service',
      '99/device_service',
      '15/device_service',
      '1/firmware/x',
      '1/subscription/toString',
      '%00',
      '..',
    )
    await fc.assert(
      fc.asyncProperty(bodies, paths, async (body, path) => {
        const { status } = await fetch(`http://127.0.0.1:${simulator.onvifPort}/onvif/${path}`, {
          method: 'POST',
          body,
        })
        expect([400, 401, 404, 405, 413]).toContain(status)
      }),
      { numRuns: 60 },
    )
    expect((await soap(urlOf(1), GET_INFORMATION, usernameToken(login))).status).toBe(200)
  })

  test('of somebody who knows the password hurts nobody either', async () => {
    const operations = fc.constantFrom(
      'GetProfile',
      'SetVideoEncoderConfiguration',
      'GetStreamUri',
      'SetScopes',
      'SetHostname',
      'SetSystemDateAndTime',
      'toString',
      '__proto__',
      'CreatePullPointSubscription',
      'PullMessages',
    )
    const services = fc.constantFrom(
      'device_service',
      'media_service',
      'media2_service',
      'event_service',
      'subscription/x',
    )
    const content = fc.oneof(
      fc.constant(''),
      fc
        .string({ maxLength: 40 })
        .map((text) => `<ProfileToken>${text.replaceAll(/[<&]/g, '')}</ProfileToken>`),
    )
    await fc.assert(
      fc.asyncProperty(operations, services, content, async (operation, service, inner) => {
        const answer = await soap(
          urlOf(4, service),
          `<${operation}>${inner}</${operation}>`,
          usernameToken(login),
        )
        expect([200, 400, 500]).toContain(answer.status)
        expect(answer.text).not.toContain('undefined')
      }),
      { numRuns: 60 },
    )
  })

  test('bytes that are no HTTP end their connection alone', async () => {
    const socket = connect(simulator.onvifPort, '127.0.0.1')
    socket.on('error', () => {})
    socket.end(Buffer.alloc(5000, 7))
    socket.resume()
    await once(socket, 'close')
    expect((await soap(urlOf(1), GET_INFORMATION, usernameToken(login))).status).toBe(200)
  })
})

test('an offline device does not answer, and a gateway has no pictures to tell of', async () => {
  simulator.control.obey({ type: 'state', device: 8, state: 'offline' })
  await expect(soap(urlOf(8), GET_INFORMATION, usernameToken(login))).rejects.toThrow('fetch failed')
  simulator.control.obey({ type: 'state', device: 8, state: 'online' })
  expect((await soap(urlOf(8), GET_INFORMATION, usernameToken(login))).status).toBe(200)
  expect(simulator.devices.filter(({ type }) => type === 'iotGate')).toMatchObject([
    { onvifUrl: '' },
    { onvifUrl: '' },
  ])
  expect((await soap(urlOf(15), GET_INFORMATION)).status).toBe(404)
})

test('there are two of each of the nine types', () => {
  const counts = Map.groupBy(simulator.devices, ({ devType }) => devType)
  expect([...counts.values()].map((each) => each.length)).toEqual(Array.from({ length: 9 }, () => 2))
  expect(new Set(simulator.devices.map(({ did }) => did)).size).toBe(18)
})

test('a probe is answered by every device with pictures, each for itself', async () => {
  const port = 20_000 + (process.pid % 20_000)
  const other = await startSimulator({
    devices: 18,
    rtspPort: 0,
    onvifPort: 0,
    discoveryPort: port,
    ...login,
  })
  const socket = createSocket('udp4')
  const addresses = new Set<string>()
  const all = new Promise<void>((resolve) => {
    socket.on('message', (message) => {
      const address = /<d:XAddrs>([^<]+)</.exec(message.toString())?.[1]
      if (address !== undefined) addresses.add(address)
      if (addresses.size === 14) resolve()
    })
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  socket.setMulticastInterface('127.0.0.1')
  const probe =
    '<e:Envelope xmlns:e="a"><e:Header><MessageID>urn:uuid:1</MessageID></e:Header><e:Body><Probe>' +
    '<Types>dn:NetworkVideoTransmitter</Types></Probe></e:Body></e:Envelope>'
  // Datagrams may be lost, so it asks until all have answered.
  const ask = setInterval(() => socket.send(probe, port, '239.255.255.250'), 200)
  await all
  clearInterval(ask)
  socket.close()
  expect([...addresses].toSorted()).toEqual(
    other.devices
      .map(({ onvifUrl }) => onvifUrl)
      .filter((url) => url !== '')
      .toSorted(),
  )
  await other.close()
})
