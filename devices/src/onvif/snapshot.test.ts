import type { IncomingMessage, ServerResponse } from 'node:http'

import { footage } from '@vedette/media/testing/footage'
import { RtspPeer } from '@vedette/media/testing/rtsp-peer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { validateAddress } from '../address.ts'
import { OnvifClient } from './client.ts'
import { onvifDriver } from './probe.ts'
import { ownPicture } from './snapshot.ts'
import { PASSWORD, type ScriptedDevice, scriptedDevice, USERNAME } from './testing/scripted-device.ts'

const JPEG = Buffer.from('a picture')
const MEDIA =
  '<Service><Namespace>http://www.onvif.org/ver10/media/wsdl</Namespace><XAddr>http://10.0.0.9/onvif/media</XAddr></Service>'
const profile = (token: string, encoding: string, width: number, height: number) =>
  `<Profiles token="${token}"><Name>${token}</Name><VideoSourceConfiguration><SourceToken>1</SourceToken>` +
  `</VideoSourceConfiguration><VideoEncoderConfiguration token="e-${token}"><Encoding>${encoding}</Encoding>` +
  `<Resolution><Width>${width}</Width><Height>${height}</Height></Resolution></VideoEncoderConfiguration>` +
  '</Profiles>'

let device: ScriptedDevice
let stream: RtspPeer
let laundered: Buffer[]
beforeEach(async () => {
  stream = await RtspPeer.start(footage('plain'))
  laundered = []
})
afterEach(async () => {
  await device.close()
  await stream.close()
})

type Get = (request: IncomingMessage, response: ServerResponse) => void

/** A device that names this address of its picture; `port` stands for its own. */
async function start(picture: string, get: Get = () => {}, profiles?: string): Promise<void> {
  device = await scriptedDevice({
    auth: 'digest',
    answers: {
      GetServices: MEDIA,
      GetProfiles: profiles ?? profile('big', 'H264', 1920, 1080) + profile('small', 'H264', 160, 96),
      GetSnapshotUri: () => `<MediaUri><Uri>${picture.replace('port', String(device.port))}</Uri></MediaUri>`,
      GetStreamUri: `<MediaUri><Uri>${stream.url.replace('127.0.0.1', '10.0.0.9')}</Uri></MediaUri>`,
    },
    get,
  })
}

/** `refused`: an address that contains this may not be dialled. */
function snapshot(password = PASSWORD, refused = 'nothing') {
  const rules = { ownPorts: [], loopbackEndpoints: [], servesOwnMachineAlone: true }
  const check = (url: string) => validateAddress(url.includes(refused) ? 'rtsp://169.254.0.1/' : url, rules)
  const address = {
    ok: true as const,
    url: device.url,
    scheme: 'http:' as const,
    connectHost: '127.0.0.1',
    port: device.port,
  }
  const access = { username: USERNAME, password, transport: 'auto' as const, tls: 'any' as const }
  return onvifDriver.snapshot(address, access, check, (file) => {
    laundered.push(file)
    return Promise.resolve(file.equals(JPEG) ? Buffer.from('harmless') : undefined)
  })
}

describe('a snapshot', () => {
  it('is the picture that a device gives out, fetched where the device is, with its login', async () => {
    const asked: (string | undefined)[] = []
    await start('http://10.0.0.9:port/snap.jpg?channel=1', (request, response) => {
      asked.push(request.url)
      response.end(JPEG)
    })
    expect(await snapshot()).toEqual({
      ok: true,
      snapshot: { form: 'picture', bytes: Buffer.from('harmless') },
    })
    expect(asked).toEqual(['/snap.jpg?channel=1'])
    expect(stream.plays).toBe(0)
  })

  it.each<[string, string, Get]>([
    ['names none', '', () => {}],
    ['names a file', 'file:///etc/passwd', () => {}],
    [
      'says that it is gone',
      'http://10.0.0.9:port/snap',
      (_request, response) => response.writeHead(404).end(JPEG),
    ],
    [
      'sends on',
      'http://10.0.0.9:port/snap',
      (_request, response) => response.writeHead(302, { location: '/x' }).end(),
    ],
    [
      'gives too much',
      'http://10.0.0.9:port/snap',
      (_request, response) => response.end(Buffer.alloc(6 * 1024 * 1024)),
    ],
    ['hangs up', 'http://10.0.0.9:port/snap', (request) => request.socket.destroy()],
  ])('is a key frame of the stream where the device %s', async (_what, picture, get) => {
    await start(picture, get)
    const outcome = await snapshot()
    expect(outcome).toMatchObject({ ok: true, snapshot: { form: 'keyFrame' } })
    expect(outcome.ok && outcome.snapshot.bytes.toString('latin1', 4, 8)).toBe('ftyp')
    expect(laundered).toEqual([])
  })

  it('is a key frame where what the device gives is no picture', async () => {
    await start('http://10.0.0.9:port/snap', (_request, response) => response.end('<html>'))
    expect(await snapshot()).toMatchObject({ ok: true, snapshot: { form: 'keyFrame' } })
    expect(laundered).toEqual([Buffer.from('<html>')])
  })

  it('is fetched from no address that is forbidden', async () => {
    const asked: (string | undefined)[] = []
    await start('http://10.0.0.9:port/secret', (request, response) => {
      asked.push(request.url)
      response.end(JPEG)
    })
    expect(await snapshot(PASSWORD, '/secret')).toMatchObject({ ok: true, snapshot: { form: 'keyFrame' } })
    expect(await snapshot(PASSWORD, '127.0.0.1')).toMatchObject({ ok: false, reason: 'noUsableStream' })
    expect(asked).toEqual([])
  })

  it('of a device that sends none and has no stream that plays is refused', async () => {
    await start('', () => {}, profile('only', 'JPEG', 640, 480))
    expect(await snapshot()).toMatchObject({ ok: false, reason: 'noUsableStream' })
  })

  it('needs the right password', async () => {
    await start('http://10.0.0.9:port/snap', (_request, response) => response.end(JPEG))
    expect(await snapshot('wrong')).toMatchObject({ ok: false, reason: 'credentials' })
    expect(laundered).toEqual([])
  })
})

describe('the picture that a device gives of an alarm', () => {
  const SNAP = 'http://10.0.0.9:port/snap.jpg'
  const none = { bytes: undefined, isOffered: false }
  const rules = { ownPorts: [], loopbackEndpoints: [], servesOwnMachineAlone: true }
  const check = (url: string) => validateAddress(url, rules)

  async function opened(): Promise<OnvifClient> {
    const place = { url: device.url, connectHost: '127.0.0.1', username: USERNAME, password: PASSWORD }
    const client = new OnvifClient({ ...place, tls: 'any' }, { deadlineMs: 60_000, totalMs: 60_000 })
    await client.open()
    return client
  }

  it.each<[string, string, Get, { bytes: Buffer | undefined; isOffered: boolean }]>([
    ['is there', SNAP, (_request, response) => response.end(JPEG), { bytes: JPEG, isOffered: true }],
    ['is offered by one that hangs up', SNAP, ({ socket }) => socket.destroy(), { ...none, isOffered: true }],
    ['is not offered by one that names none', '', () => {}, none],
    ['is not offered by one that refuses', SNAP, (_request, response) => response.writeHead(403).end(), none],
  ])('%s', async (_what, picture, get, expected) => {
    await start(picture, get)
    expect(await ownPicture(await opened(), 0, check)).toEqual(expected)
  })

  it('is fetched at once the second time, and its address is asked for anew where it holds no more', async () => {
    let isExpired = false
    await start(SNAP, (_request, response) => {
      if (isExpired) response.writeHead(404)
      isExpired = false
      response.end(JPEG)
    })
    const client = await opened()
    const asks = (): number => device.asked.filter((action) => action.endsWith('GetSnapshotUri')).length
    for (const [expired, askedFor] of [
      [false, 1],
      [false, 1],
      [true, 2],
    ] as const) {
      isExpired = expired
      expect(await ownPicture(client, 0, check)).toEqual({ bytes: JPEG, isOffered: true })
      expect(asks()).toBe(askedFor)
    }
  })
})
