/** The simulator's gateways and guns on the real broker. */
import { createHash } from 'node:crypto'

import { deviceList } from '@vedette/contract/calls/device'
import { getDeviceInfo } from '@vedette/contract/calls/device-config'
import { addGateway, deviceEventList, sensorList } from '@vedette/contract/calls/gateway'
import { beginFirmware, sendFirmware, upgradeDevices, upgradeList } from '@vedette/contract/calls/upgrade'
import { devTypeNumber, PRESENCE } from '@vedette/contract/devices'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { publish } from '../../testing/mosquitto.ts'
import { type SimulatorProcess, startSimulator } from '../../testing/simulator.ts'

const GATEWAY = 15
const GUN = 17
const PATIENCE = { timeout: 60_000, interval: 50 }

describe('simulated gateways and scanning guns', () => {
  let app: TestApp
  let company: TestCompany
  let simulator: SimulatorProcess
  let port = 0
  const dids = new Map<number, string>()
  const licences = new Map<number, string>()

  const didOf = (number: number): string => dids.get(number) ?? ''
  const presence = async (number: number) => {
    const { List } = await app.ask(deviceList, { Keyword: didOf(number) }, company.token)
    return List[0]?.Presence
  }
  const isOnline = (number: number) =>
    vi.waitFor(async () => expect(await presence(number)).toBe(PRESENCE.online), PATIENCE)
  const isOffline = (number: number) =>
    vi.waitFor(async () => {
      app.clock.advance(2000)
      expect(await presence(number)).toBe(PRESENCE.offline)
    }, PATIENCE)
  const scans = async () =>
    (await app.ask(deviceEventList, { DID: didOf(GUN), Kind: 'scan' }, company.token)).List.map(
      ({ Name, Value }) => `${Name} ${String(Value)}`,
    )

  beforeAll(async () => {
    app = await startTestApp()
    company = await app.company()
    simulator = await startSimulator()
    const { devices } = simulator
    for (const [number, type] of [
      [GATEWAY, 'iotGate'],
      [GUN, 'barcodeGun'],
    ] as const) {
      const device = devices.find((each) => each.number === number)
      const setup = await app.ask(
        addGateway,
        {
          DID: device?.did ?? '',
          License: device?.licence,
          GID: company.rootGid,
          DevName: device?.name ?? '',
          DevType: devTypeNumber(type),
        },
        company.token,
      )
      dids.set(number, setup.DID)
      licences.set(number, setup.Secret)
      port = setup.Port
    }
    await simulator.command({ type: 'broker', port })
  })
  afterAll(async () => {
    await simulator.close()
    await app.close()
  })

  it('are online, and a gateway says what its sensors measure', async () => {
    await isOnline(GATEWAY)
    await isOnline(GUN)
    const sensors = async () => (await app.ask(sensorList, { DID: didOf(GATEWAY) }, company.token)).List
    await vi.waitFor(async () => expect(await sensors()).toHaveLength(6), PATIENCE)
    await simulator.command({ type: 'sensor', device: GATEWAY, sensor: 'Ceiling', value: true })
    await simulator.command({
      type: 'sensor',
      device: GATEWAY,
      sensor: 'Roof',
      kind: 'water',
      value: 3,
      unit: 'mm',
    })
    await vi.waitFor(async () => {
      expect(await sensors()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ Sensor: 'Ceiling', Kind: 'smoke', Value: true }),
          expect.objectContaining({ Sensor: 'Roof', Kind: 'water', Value: 3, Unit: 'mm' }),
          expect.objectContaining({ Sensor: 'Cold room', Kind: 'temperature', Unit: '°C' }),
        ]),
      )
    }, PATIENCE)
    const faults = await app.ask(deviceEventList, { DID: didOf(GATEWAY), Kind: 'fault' }, company.token)
    expect(faults.List).toEqual([])
  })

  it('are offline when they are cut, and a gun tells what it scanned meanwhile when it is back', async () => {
    await isOnline(GUN)
    await simulator.command({ type: 'scan', device: GUN, code: '4006381333931', symbology: 'EAN-13' })
    await vi.waitFor(async () => expect(await scans()).toEqual(['EAN-13 4006381333931']), PATIENCE)
    await simulator.command({ type: 'state', device: GUN, state: 'offline' })
    await isOffline(GUN)
    await simulator.command({ type: 'scan', device: GUN, code: 'PALLET-7' })
    expect(await scans()).toHaveLength(1)
    await simulator.command({ type: 'state', device: GUN, state: 'online' })
    await vi.waitFor(
      async () => expect(await scans()).toEqual([' PALLET-7', 'EAN-13 4006381333931']),
      PATIENCE,
    )
    await isOnline(GUN)
  })

  it('connect again when another client took their name', async () => {
    await isOnline(GATEWAY)
    const thief = { port, did: didOf(GATEWAY), secret: licences.get(GATEWAY) ?? '' }
    await publish(thief, `vedette/${thief.did}/info`, { model: 'VG-16' })
    await simulator.command({ type: 'sensor', device: GATEWAY, sensor: 'Cold room', value: 21.5 })
    await vi.waitFor(async () => {
      const { List } = await app.ask(sensorList, { DID: thief.did }, company.token)
      expect(List).toContainEqual(expect.objectContaining({ Sensor: 'Cold room', Value: 21.5 }))
    }, PATIENCE)
    const taken = { DID: thief.did, Kind: 'takenOver' } as const
    expect((await app.ask(deviceEventList, taken, company.token)).Total).toBeGreaterThan(0)
    await isOnline(GATEWAY)
  })

  it('take firmware of their model, and say how that went after their restart', async () => {
    await isOnline(GUN)
    const { token } = company
    const file = Buffer.from(`vedette-simulator-firmware model=VQ-2 version=2.0.0\n${'x'.repeat(100_000)}`)
    const Sha256 = createHash('sha256').update(file).digest('hex')
    const named = { Model: 'VQ-2', Version: '2.0.0' }
    await app.ask(beginFirmware, { ...named, FileName: 'gun.bin', Bytes: file.length, Sha256 }, token)
    await app.ask(sendFirmware, { ...named, Offset: 0, Data: file.toString('base64') }, token)
    await app.ask(upgradeDevices, { DIDs: [didOf(GUN)] }, token)
    await vi.waitFor(async () => {
      const { List } = await app.ask(upgradeList, { DID: didOf(GUN) }, token)
      expect(List[0]).toMatchObject({ State: 'done', To: '2.0.0' })
    }, PATIENCE)
    expect((await app.ask(getDeviceInfo, { DID: didOf(GUN) }, token)).Firmware).toBe('2.0.0')
    await isOnline(GUN)
  })

  it('do not do what others do', async () => {
    const scan = { type: 'scan', device: GATEWAY, code: 'x' }
    expect(await simulator.answerTo(scan)).toMatchObject({ ok: false })
    const sensor = { type: 'sensor', device: GUN, sensor: 'x', value: 1 }
    expect(await simulator.answerTo(sensor)).toMatchObject({ ok: false })
  })
})
