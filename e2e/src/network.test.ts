/** The platform and the devices on two machines: what is found, added and let in over a network, not over loopback. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import type { BodyOf, Call, ReplyOf } from '@vedette/contract/call'
import { addByAddress, deviceList, discoverDevices, probeDevice } from '@vedette/contract/calls/device'
import { setDeviceConfig } from '@vedette/contract/calls/device-config'
import { addGateway, deviceEventList } from '@vedette/contract/calls/gateway'
import { getGroupList } from '@vedette/contract/calls/group'
import { beginFirmware, sendFirmware, upgradeDevices, upgradeList } from '@vedette/contract/calls/upgrade'
import { CODES } from '@vedette/contract/codes'
import { devTypeNumber, PRESENCE } from '@vedette/contract/devices'
import { Cam, type RequestCallback } from 'onvif'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { type Doorway, openDoorway } from './support/network/doorway.ts'
import { type Network, twoMachines } from './support/network/machines.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { type Started, startProcess } from './support/process.ts'
import { ask, logIn, replied } from './support/session.ts'

const CAMERA_PASSWORD = 'Story-camera-1'
const PATIENCE = { timeout: 60_000, interval: 200 }
const usualAuthorities = getCACertificates()

let network: Network
let devices: Started
let platform: Platform
let doorway: Doorway
let address: string
let token: string
let gid: string
let mqttPort: string

beforeAll(async () => {
  network = await twoMachines()
  const { near, far } = network
  const [command, ...args] = [
    ...far.within,
    process.execPath,
    resolve(import.meta.dirname, '../../simulator/src/main.ts'),
  ]
  devices = startProcess(command, args, {
    VEDETTE_SIM_HOST: far.address,
    VEDETTE_SIM_DEVICES: '3',
    VEDETTE_SIM_PASSWORD: CAMERA_PASSWORD,
  })
  await devices.line(/^\{"rtspPort"/)
  // Beyond loopback the platform speaks TLS, with a certificate that it makes itself.
  const env = { VEDETTE_HOST: near.address, VEDETTE_DEMO: '0' }
  platform = await startPlatform(env, { within: near.within })
  ;[, mqttPort = ''] = await platform.started.line(/by MQTT at port (\d+)$/)
  doorway = await openDoorway(near, Number(new URL(platform.address).port))
  address = `https://127.0.0.1:${doorway.port}`
  setDefaultCACertificates([readFileSync(certificate(), 'utf8')])
  token = await logIn(address)
  gid = (await answered(getGroupList, {})).List[0]?.GID ?? ''
})
afterAll(async () => {
  setDefaultCACertificates(usualAuthorities)
  await doorway.stop()
  await platform.stop()
  await devices.stop()
  await network.stop()
})

const certificate = (): string => join(platform.dataFolder, 'tls/cert.pem')

const answered = <C extends Call>(call: C, body: BodyOf<C>): Promise<ReplyOf<C>> =>
  replied(address, token, call, body)

/** Runs it on the machine of the devices, or the platform's; returns its status and all that it printed. */
async function runAt(
  where: 'near' | 'far',
  command: readonly string[],
): Promise<{ code: number; text: string }> {
  const [program = '', ...args] = [...network[where].within, ...command]
  const started = startProcess(program, args)
  return { code: await started.ended, text: started.output() }
}

it('devices of another machine are found by multicast alone, and added where they were found', async () => {
  // Who looks gives up before a busy machine has answered, so all here look until they see.
  const List = await vi.waitFor(async () => {
    const found = await answered(discoverDevices, {})
    expect(found.Total).toBe(3)
    return found.List
  }, PATIENCE)
  const { far } = network
  expect(List.map(({ Name }) => Name).toSorted()).toEqual([
    'Loading bay 03',
    'Main gate 01',
    'North drive 02',
  ])
  expect(List.find(({ Name }) => Name === 'Loading bay 03')?.DevType).toBe(devTypeNumber('nvr'))
  expect(List.map(({ Url }) => new URL(Url).hostname)).toEqual([far.address, far.address, far.address])
  const Url = List.find(({ Name }) => Name === 'Main gate 01')?.Url ?? ''
  const wrong = { Url, Username: 'admin', Password: 'wrong' }
  expect((await ask(address, token, probeDevice, wrong)).CODE).toBe(CODES.deviceCredentials.code)
  const body = {
    ...wrong,
    Password: CAMERA_PASSWORD,
    GID: gid,
    DevName: 'Gate',
    DevType: devTypeNumber('camera'),
  }
  const { DID } = await answered(addByAddress, body)
  await expect
    .poll(async () => (await answered(deviceList, { Keyword: DID })).List[0]?.Presence, PATIENCE)
    .toBe(PRESENCE.online)
  await vi.waitFor(async () => {
    const again = (await answered(discoverDevices, {})).List.filter(({ KnownDID }) => KnownDID === DID)
    expect(again.map(({ Url: at }) => at)).toEqual([Url])
  }, PATIENCE)
})

it("the platform's own address on the network is no camera's", async () => {
  const { near } = network
  const ports = [new URL(platform.address).port, mqttPort]
  for (const url of [...ports.map((port) => `http://${near.address}:${port}/`), 'http://169.254.10.20/']) {
    const { CODE } = await ask(address, token, probeDevice, { Url: url })
    expect([url, CODE]).toEqual([url, CODES.addressNotAllowed.code])
  }
})

it("Debian's onvif-util finds the devices, reads one and sets it", async () => {
  const { far } = network
  const seen = (command: readonly string[], wanted: RegExp) =>
    vi.waitFor(async () => {
      const outcome = await runAt('near', command)
      expect(outcome.text).toMatch(wanted)
      return outcome
    }, PATIENCE)
  await seen(['onvif-util', '-a'], /Found 3 cameras[\s\S]*Main gate 01 VC-210/)
  const commands = [
    'get rtsp',
    'get time',
    'get profiles',
    'get video 0',
    'get video options 0',
    'set gov_length 20',
    'get video 0',
    'get imaging options',
    'set brightness 70',
    'get imaging',
    'get network',
    'quit',
  ]
  const script = `printf '${commands.map((line) => `${line}\\n`).join('')}' | onvif-util -u admin -p "$0" ${far.address}`
  const { code, text } = await seen(['sh', '-c', script, CAMERA_PASSWORD], /found host/)
  expect(text).not.toMatch(/error|unrecognized|not found/i)
  expect(code).toBe(0)
  for (const line of [
    `rtsp://${far.address}:8554/cam/1/main`,
    'Time Offset: 0 seconds',
    'Token 1: sub1',
    'Resolution: 1920 x 1080',
    'Gov Length: 25',
    'Gov Length was set to 20',
    'Gov Length: 20',
    'Brightness: 70',
    `IP Address: ${far.address}`,
  ])
    expect(text).toContain(line)
  const refused = await seen(['sh', '-c', script, 'wrong'], /found host/)
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('NotAuthorized')])
})

/** npm's onvif, at the port of a doorway. */
function outsider(port: number): Promise<Cam> {
  return new Promise((resolve, reject) => {
    const login = { username: 'admin', password: CAMERA_PASSWORD }
    const at = { hostname: '127.0.0.1', port, path: '/onvif/2/device_service', timeout: 60_000 }
    const camera = new Cam({ ...at, ...login }, (error) => (error ? reject(error) : resolve(camera)))
  })
}

/** The answer to what is asked with this callback. */
function told(ask: (callback: RequestCallback<unknown>) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    ask((error, answer) => (error ? reject(error) : resolve(answer)))
  })
}

it("name, time, picture, stream and firmware that were set here are read off the device by npm's onvif", async () => {
  const { far } = network
  const place = {
    Url: `http://${far.address}:8000/onvif/2/device_service`,
    Username: 'admin',
    Password: CAMERA_PASSWORD,
  }
  const body = { ...place, GID: gid, DevName: 'Yard', DevType: devTypeNumber('camera') }
  const { DID } = await answered(addByAddress, body)
  const Change = {
    Name: 'Yard & north',
    Picture: { Brightness: 80 },
    Streams: [{ Quality: 'main' as const, Profile: 'High', Gop: 12, FrameRate: 10, BitrateKbps: 2000 }],
    Clock: { TimeZone: 'CST-8', Source: 'Manual' as const, IsSetNow: true },
  }
  expect(await answered(setDeviceConfig, { DID, Change })).toMatchObject({
    Pending: [],
    Refused: [],
    Trouble: 'none',
  })
  const door = await openDoorway(far, 8000)
  const camera = await outsider(door.port)
  expect(JSON.stringify(await told((done) => camera.getScopes(done)))).toContain('name/Yard%20%26%20north')
  expect(await told((done) => camera.getImagingSettings(done))).toMatchObject({ brightness: 80 })
  expect(await told((done) => camera.getVideoEncoderConfigurations(done))).toMatchObject([
    {
      $: { GovLength: 12, Profile: 'High' },
      encoding: 'H264',
      rateControl: { frameRateLimit: 10, bitrateLimit: 2000 },
    },
    { $: { GovLength: 25, Profile: 'Baseline' } },
  ])
  const time = await fetch(`http://127.0.0.1:${door.port}/onvif/2/device_service`, {
    method: 'POST',
    body: '<a:Envelope xmlns:a="b"><a:Body><GetSystemDateAndTime/></a:Body></a:Envelope>',
  })
  expect(await time.text()).toMatch(/>Manual<[\s\S]*>CST-8</)
  const firmware = async () => told((done) => camera.getDeviceInformation(done))
  expect(await firmware()).toMatchObject({ firmwareVersion: '1.0.0' })

  const file = Buffer.from('vedette-simulator-firmware model=VC-210 version=2.0.0\n')
  const Sha256 = createHash('sha256').update(file).digest('hex')
  const key = { Model: 'VC-210', Version: '2.0.0' }
  await answered(beginFirmware, { ...key, FileName: 'vc-210.bin', Bytes: file.length, Sha256 })
  await answered(sendFirmware, { ...key, Offset: 0, Data: file.toString('base64') })
  await answered(upgradeDevices, { DIDs: [DID] })
  const state = async () => (await answered(upgradeList, { DID })).List[0]?.State
  await expect.poll(state, PATIENCE).toBe('done')
  expect(await firmware()).toMatchObject({ firmwareVersion: '2.0.0' })
  await door.stop()
})

it('a gateway on the network is let in over TLS alone, on its own topics alone, and is offline when it is killed', async () => {
  const { near } = network
  const setup = await answered(addGateway, {
    DID: 'GATE-NET-0001',
    GID: gid,
    DevName: 'Cold store',
    DevType: devTypeNumber('iotGate'),
  })
  const { DID } = setup
  const base = ['-h', near.address, '-p', String(setup.Port), '-i', DID, '-u', DID]
  const tls = ['--cafile', certificate()]
  const say = (secret: string, topic: string, ...how: string[]) =>
    runAt('far', [
      'mosquitto_pub',
      ...base,
      '-P',
      secret,
      ...how,
      '-q',
      '1',
      '-t',
      topic,
      '-m',
      JSON.stringify({ scans: [{ code: '4006381333931' }] }),
    ])
  const own = `vedette/${DID}/scan`
  expect((await say(setup.Secret, own)).code).not.toBe(0)
  expect((await say('wrong', own, ...tls)).code).not.toBe(0)
  expect((await say(setup.Secret, 'vedette/GATE-NET-0002/scan', ...tls)).code).not.toBe(0)
  const events = async () => (await answered(deviceEventList, { DID, PageSize: 20 })).List
  expect(await events()).toEqual([])
  expect(await say(setup.Secret, own, ...tls)).toMatchObject({ code: 0 })
  expect((await events()).map(({ Kind, Value }) => [Kind, Value])).toEqual([['scan', '4006381333931']])

  const presence = async () => (await answered(deviceList, { Keyword: DID })).List[0]?.Presence
  const will = ['--will-topic', `vedette/${DID}/status`, '--will-payload', '{"online":false}']
  const [program, ...args] = [
    ...network.far.within,
    'mosquitto_sub',
    ...base,
    '-P',
    setup.Secret,
    ...tls,
    ...will,
    '-t',
    `vedette/${DID}/command`,
  ]
  const staying = startProcess(program, args)
  await expect.poll(presence, PATIENCE).toBe(PRESENCE.online)
  await staying.stop('SIGKILL')
  await expect.poll(presence, PATIENCE).toBe(PRESENCE.offline)
})
