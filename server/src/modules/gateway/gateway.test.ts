import { once } from 'node:events'
import { connect } from 'node:net'

import { deviceList } from '@vedette/contract/calls/device'
import { getEventListV2 } from '@vedette/contract/calls/event'
import {
  addGateway,
  deviceEventList,
  renewGatewaySecret,
  sensorList,
  setSensorLimit,
} from '@vedette/contract/calls/gateway'
import { CODES } from '@vedette/contract/codes'
import { devTypeNumber, PRESENCE } from '@vedette/contract/devices'
import { recordPictureUrl, replayUrl, replayUrls } from '@vedette/contract/calls/replay'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { ask, type MosquittoDevice, publish, stay, type Staying } from '../../testing/mosquitto.ts'
import { engines } from '../../testing/storage.ts'

const LICENSE = 'Box-label-4711'
const PATIENCE = { timeout: 60_000, interval: 50 }

describe.each(engines)('gateways and scanning guns on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let made = 0
  const staying: Staying[] = []
  beforeAll(async () => {
    app = await startTestApp({ engine })
    company = await app.company()
  })
  afterEach(async () => {
    await Promise.all(staying.splice(0).map((device) => device.kill()))
  })
  afterAll(() => app.close())

  const bodyFor = (type: 'iotGate' | 'barcodeGun') => ({
    DID: `GATE-${engine.toUpperCase()}-${String(++made).padStart(4, '0')}`,
    License: LICENSE,
    GID: company.rootGid,
    DevName: `Gateway ${made}`,
    DevType: devTypeNumber(type),
  })
  const added = async (type: 'iotGate' | 'barcodeGun' = 'iotGate'): Promise<MosquittoDevice> => {
    const setup = await app.ask(addGateway, bodyFor(type), company.token)
    return { port: setup.Port, did: setup.DID, secret: setup.Secret }
  }
  const connected = (device: MosquittoDevice): Staying => {
    const one = stay(device)
    staying.push(one)
    return one
  }
  const row = async (did: string) => {
    const { List } = await app.ask(deviceList, { Keyword: did }, company.token)
    return List[0]
  }
  const isOnline = (did: string) =>
    vi.waitFor(async () => expect((await row(did))?.Presence).toBe(PRESENCE.online), PATIENCE)
  const eventsOf = async (DID: string) =>
    (await app.ask(deviceEventList, { DID, PageSize: 100 }, company.token)).List

  it('connect with the licence of their box and are online', async () => {
    const device = await added()
    expect(device.secret).toBe(LICENSE)
    expect(await row(device.did)).toMatchObject({ Presence: PRESENCE.offline, DevType: 7 })
    connected(device)
    await isOnline(device.did)
  })

  it('have no playback', async () => {
    const { did } = await added()
    const refused = await app.send(replayUrl, { DID: did, From: 1, To: 2 }, company.token)
    expect(refused.CODE).toBe(CODES.gatewayNoPlayback.code)
    const together = await app.send(replayUrls, { Streams: [{ DID: did }], From: 1, To: 2 }, company.token)
    expect(together.CODE).toBe(CODES.gatewayNoPlayback.code)
    const picture = await app.send(recordPictureUrl, { DID: did, At: 1 }, company.token)
    expect(picture.CODE).toBe(CODES.gatewayNoPlayback.code)
  })

  it('get a secret where the box has no licence, and another one when it is renewed', async () => {
    const { License: _license, ...body } = bodyFor('barcodeGun')
    const first = await app.ask(addGateway, body, company.token)
    const device = { port: first.Port, did: first.DID, secret: first.Secret }
    const scan = { scans: [{ code: '4006381333931', symbology: 'EAN-13' }] }
    expect(await publish(device, `vedette/${device.did}/scan`, scan)).toMatchObject({ code: 0 })
    const second = await app.ask(renewGatewaySecret, { DID: device.did }, company.token)
    expect((await publish(device, `vedette/${device.did}/scan`, scan)).code).not.toBe(0)
    const renewed = { ...device, secret: second.Secret }
    expect(await publish(renewed, `vedette/${device.did}/scan`, scan)).toMatchObject({ code: 0 })
    const codes = (await eventsOf(device.did)).map(({ Kind, Name, Value }) => [Kind, Name, Value])
    expect(codes).toEqual(Array.from({ length: 2 }, () => ['scan', 'EAN-13', '4006381333931']))
  })

  it('are not believed to have scanned twice what they tell again because the answer was lost', async () => {
    const device = await added('barcodeGun')
    const at = app.clock.now() - 5000
    const tell = async (...scans: { code: string; at?: number }[]) =>
      expect(await publish(device, `vedette/${device.did}/scan`, { scans })).toMatchObject({ code: 0 })
    await tell({ code: 'PALLET-7', at })
    await tell({ code: 'PALLET-7', at }, { code: 'PALLET-8', at }, { code: 'PALLET-7', at: at + 900 })
    const events = async () =>
      (await app.ask(getEventListV2, { DIDs: [device.did], Types: [3] }, company.token)).List
    await vi.waitFor(async () => expect(await events()).toHaveLength(3), PATIENCE)
    const codes = (await eventsOf(device.did)).map(({ Value }) => Value)
    expect(codes).toEqual(['PALLET-7', 'PALLET-8', 'PALLET-7'])
    // A gun without a clock is believed each time.
    await tell({ code: 'PALLET-9' })
    await tell({ code: 'PALLET-9' })
    expect(await eventsOf(device.did)).toHaveLength(5)
  })

  it('are refused with a wrong secret, under another name and as strangers', async () => {
    const device = await added()
    const stranger = { ...device, did: 'NOBODY-0000' }
    for (const refused of [{ ...device, secret: 'not the secret' }, { ...device, secret: '' }, stranger]) {
      const { code, text } = await publish(refused, `vedette/${refused.did}/status`, { online: true })
      expect([code, text]).toEqual([
        expect.any(Number),
        expect.stringMatching(/not authori[sz]ed|bad user|refused/i),
      ])
      expect(code).not.toBe(0)
    }
    expect((await row(device.did))?.Presence).toBe(PRESENCE.offline)
  })

  it('get in with the right secret however often others behind their address are wrong', async () => {
    const device = await added()
    const wrong = (did: string) => publish({ ...device, did, secret: 'wrong' }, `vedette/${did}/status`, {})
    for (let tries = 0; tries < 21; tries += 7)
      await Promise.all(Array.from({ length: 7 }, (_, at) => wrong(`NOBODY-1${tries + at}00`)))
    expect((await wrong(device.did)).code).not.toBe(0)
    const readings = { readings: [{ sensor: 'door', kind: 'door', value: true }] }
    expect(await publish(device, `vedette/${device.did}/sensors`, readings)).toMatchObject({ code: 0 })
  })

  it("say and hear nothing on another device's topics", async () => {
    const [device, other] = [await added(), await added()]
    const forged = { readings: [{ sensor: 'door', kind: 'door', value: true }] }
    expect((await publish(device, `vedette/${other.did}/sensors`, forged)).code).not.toBe(0)
    for (const topic of [`vedette/${other.did}/command`, '#', `vedette/+/sensors`])
      expect((await ask(device, topic)).text).toMatch(/denied/i)
    expect(await app.ask(sensorList, { DID: other.did }, company.token)).toMatchObject({ Total: 0 })
    expect(await eventsOf(other.did)).toEqual([])
  })

  it('are offline after a kill -9, by their will', async () => {
    const device = await added()
    const one = connected(device)
    await isOnline(device.did)
    await one.kill()
    await vi.waitFor(async () => {
      app.clock.advance(2000)
      expect(await row(device.did)).toMatchObject({ Presence: PRESENCE.offline, Reason: 'closedByCamera' })
    }, PATIENCE)
  })

  it('with one name are two: the newer wins, and that is told', async () => {
    const device = await added()
    connected(device)
    await isOnline(device.did)
    connected(device)
    // The first one comes back by itself and wins in its turn, so there may be more than one by now.
    await vi.waitFor(
      async () =>
        expect(await eventsOf(device.did)).toContainEqual(
          expect.objectContaining({ Kind: 'takenOver', Value: '127.0.0.1' }),
        ),
      PATIENCE,
    )
    expect((await row(device.did))?.Presence).toBe(PRESENCE.online)
  })

  it('scan codes and leave their limits as events among the alarms', async () => {
    const device = await added()
    const topic = (name: string) => `vedette/${device.did}/${name}`
    const reads = async (value: number) => {
      const readings = [{ sensor: 'Cold room', kind: 'temperature', value, unit: '°C' }]
      expect(await publish(device, topic('sensors'), { readings })).toMatchObject({ code: 0 })
    }
    const told = async () =>
      (await app.ask(getEventListV2, { DIDs: [device.did], Types: [3, 6] }, company.token)).List.map(
        ({ Type, IdentName, Origin }) => [Type, IdentName, Origin],
      )
    await reads(4)
    const limits = { DID: device.did, Sensor: 'Cold room', Low: null, High: 8 }
    await app.ask(setSensorLimit, limits, company.token)
    expect((await app.ask(sensorList, { DID: device.did }, company.token)).List).toMatchObject([
      { Sensor: 'Cold room', Low: null, High: 8 },
    ])
    await reads(7.5)
    expect(await told()).toEqual([])
    await reads(9)
    await reads(9.5)
    await vi.waitFor(async () => expect(await told()).toEqual([[6, 'Cold room', 'device']]), PATIENCE)
    await reads(5)
    app.clock.advance(60_000)
    await reads(10)
    const scans = [{ code: '4006381333931', symbology: 'EAN-13' }]
    await publish(device, topic('scan'), { scans })
    await vi.waitFor(
      async () =>
        expect(await told()).toEqual([
          [3, '4006381333931', 'device'],
          [6, 'Cold room', 'device'],
          [6, 'Cold room', 'device'],
        ]),
      PATIENCE,
    )
    const wrong = await app.send(setSensorLimit, { ...limits, Low: 9 }, company.token)
    expect(wrong.CODE).toBe(CODES.badInput.code)
  })

  it('say again what could not become an alarm, and then it does', async () => {
    const device = await added()
    const { storage } = app.platform
    const rename = (from: string, to: string) =>
      storage.write([sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.compile(storage.db)])
    const scans = [{ code: 'PALLET-7', at: app.clock.now() }]
    const readings = [{ sensor: 'Cellar', kind: 'water', value: true }]
    const say = async (kind: string, body: object) =>
      (await publish(device, `vedette/${device.did}/${kind}`, body)).code
    await rename('event', 'event_away')
    expect(await say('scan', { scans })).not.toBe(0)
    expect(await say('sensors', { readings })).not.toBe(0)
    await rename('event_away', 'event')
    for (let time = 0; time < 2; time++) {
      expect(await say('scan', { scans })).toBe(0)
      expect(await say('sensors', { readings })).toBe(0)
    }
    const { List } = await app.ask(getEventListV2, { DIDs: [device.did], Types: [3, 6] }, company.token)
    expect(List.map(({ IdentName }) => IdentName)).toEqual(['Cellar', 'PALLET-7'])
    const kept = (await eventsOf(device.did)).filter(({ Kind }) => Kind === 'scan')
    expect(kept).toMatchObject([{ Value: 'PALLET-7' }])
  })

  it('have the last word of each sensor, and an event for each change', async () => {
    const device = await added()
    const topic = `vedette/${device.did}/sensors`
    const say = (value: number, door: boolean) =>
      publish(device, topic, {
        readings: [
          { sensor: 'cold room', kind: 'temperature', value, unit: '°C' },
          { sensor: 'gate', kind: 'door', value: door },
        ],
      })
    for (const [value, door] of [
      [4.5, false],
      [4.5, true],
      [-3, true],
    ] as const)
      expect(await say(value, door)).toMatchObject({ code: 0 })
    const { List } = await app.ask(sensorList, { DID: device.did }, company.token)
    expect(List).toMatchObject([
      { Sensor: 'cold room', Kind: 'temperature', Value: -3, Unit: '°C' },
      { Sensor: 'gate', Kind: 'door', Value: true, Unit: '' },
    ])
    const changes = (await eventsOf(device.did)).map(({ Name, Value }) => `${Name} ${String(Value)}`)
    expect(changes.toReversed()).toEqual(['cold room 4.5', 'gate false', 'gate true', 'cold room -3'])
  })

  it('that talk nonsense are told of, and nothing of it is kept', async () => {
    const device = await added()
    const topic = `vedette/${device.did}/sensors`
    for (const nonsense of ['{', '{"readings":[]}', '{"readings":[{"sensor":"x","value":null}]}', '\u0001'])
      await publish(device, topic, nonsense)
    expect(await eventsOf(device.did)).toMatchObject([{ Kind: 'fault', Value: 'sensors: no JSON in UTF-8' }])
    expect(await app.ask(sensorList, { DID: device.did }, company.token)).toMatchObject({ Total: 0 })
  })

  it('that announce a packet over the limit are cut before it is gathered', async () => {
    const { port } = await added()
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    // A CONNECT of 256 MiB less a byte.
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]))
    await closed
    expect(socket.bytesRead).toBe(0)
  })

  it('are added once: to another company and to the same one they are refused', async () => {
    const device = await added()
    const other = await app.company()
    const again = { ...bodyFor('iotGate'), DID: device.did }
    expect(await app.send(addGateway, { ...again, GID: other.rootGid }, other.token)).toEqual({
      CODE: CODES.addedByOthers.code,
      BODY: {},
    })
    expect(await app.send(addGateway, again, company.token)).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Field: 'DID' },
    })
    const camera = { ...bodyFor('iotGate'), DevType: devTypeNumber('camera') }
    expect(await app.send(addGateway, camera, company.token)).toMatchObject({ BODY: { Field: 'DevType' } })
  })
})
