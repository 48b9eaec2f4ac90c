/** The platform and the devices on two machines: what is found, added and let in over a network, not over loopback. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import type { BodyOf, Call, ReplyOf } from '@vedette/contract/call'
import { addByAddress, deviceList, discoverDevices, probeDevice } from '@vedette/contract/calls/device'
import { addGateway, deviceEventList } from '@vedette/contract/calls/gateway'
import { getGroupList } from '@vedette/contract/calls/group'
import { CODES } from '@vedette/contract/codes'
import { devTypeNumber, PRESENCE } from '@vedette/contract/devices'
import { afterAll, beforeAll, expect, it } from 'vitest'

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

/** Runs it on the machine of the devices, or the platform's; answers its status and all that it printed. */
async function runAt(
  where: 'near' | 'far',
  command: readonly string[],
): Promise<{ code: number; text: string }> {
  const [program = '', ...args] = [...network[where].within, ...command]
  const started = startProcess(program, args)
  return { code: await started.ended, text: started.output() }
}

it('devices of another machine are found by multicast alone, and added where they were found', async () => {
  const { List } = await answered(discoverDevices, {})
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
  const again = (await answered(discoverDevices, {})).List.filter(({ KnownDID }) => KnownDID === DID)
  expect(again.map(({ Url: at }) => at)).toEqual([Url])
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
  const found = await runAt('near', ['onvif-util', '-a'])
  expect(found.text).toMatch(/Found 3 cameras[\s\S]*Main gate 01 VC-210/)
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
  const { code, text } = await runAt('near', ['sh', '-c', script, CAMERA_PASSWORD])
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
  const refused = await runAt('near', ['sh', '-c', script, 'wrong'])
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('NotAuthorized')])
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
