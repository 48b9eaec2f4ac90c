/** The gateways and scanning guns of all companies on the broker: who may connect, who is there, what they said. */
import { timingSafeEqual } from 'node:crypto'

import { type Broker, type BrokerOptions, startBroker } from '@vedette/devices/mqtt/broker'
import type { DeviceMessage, UpgradeCommand } from '@vedette/devices/mqtt/messages'

import type { Clock } from '../../engines/clock.ts'
import { OperatorError } from '../../engines/operator-error.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { Presences } from '../../video/presence.ts'
import { knownDevices } from './known.ts'
import { freshScans, recordReadings, recordScans, type ScanBody } from './readings.ts'
import { type EventRow, gatewayStore } from './store.ts'

/** A device that talks nonsense is told of so often. */
const FAULT_EVERY_MS = 60_000

export type UpgradeWord = Extract<DeviceMessage, { kind: 'upgrade' }>['body']

export interface GatewaysOptions extends Pick<BrokerOptions, 'host' | 'port' | 'certificate'> {
  storage: Storage
  secretBox: SecretBox
  clock: Clock
  newId: () => string
  presences: Pick<Presences, 'add' | 'remove' | 'evidence'>
  /** Hears everything that a company's device said: scans one by one before they are kept, the rest after. */
  hear: (companyId: string, did: string, message: DeviceMessage) => Promise<void>
  onError: (error: unknown) => void
}

export interface Gateways {
  /** Where they connect. */
  port: number
  /** Reads these gateways of a company anew; without DIDs all of it, without a company all: some came, moved or went. */
  refresh(companyId?: string, dids?: readonly string[]): Promise<void>
  /** Returns whether the device was there to the end. */
  sendFirmware(
    companyId: string,
    did: string,
    command: UpgradeCommand,
    pieces: AsyncIterable<Uint8Array>,
  ): Promise<boolean>
  /** Hears how the upgrade of a device goes. */
  onUpgrade(listener: (companyId: string, did: string, word: UpgradeWord) => Promise<void>): void
  /** Ends its connection: its secret is another one now. */
  drop(did: string): void
  close(): Promise<void>
}

export async function startGateways(options: GatewaysOptions): Promise<Gateways> {
  const { storage, secretBox, clock, newId, presences, onError } = options
  const store = gatewayStore(storage)
  const known = knownDevices({ storage, secretBox, clock })
  /** The company of each gateway. */
  const companies = new Map<string, string>()
  const faultAt = new Map<string, number>()
  let tellUpgrade: (companyId: string, did: string, word: UpgradeWord) => Promise<void> = async () => {}

  const needs = () => ({ store, newId, nowMs: clock.now() })
  const note = async (did: string, kind: EventRow['kind'], value: string): Promise<void> => {
    const companyId = companies.get(did)
    if (companyId === undefined) return
    const event = { id: newId(), kind, at: clock.now(), name: '', value: JSON.stringify(value), unit: '' }
    await store.record(companyId, did, [], [{ ...event, deviceAt: null }])
  }

  /** What is recorded is not heard again, so that comes second, for each by itself: one is in doubt at most. */
  const takeScans = async (companyId: string, did: string, body: ScanBody): Promise<void> => {
    for (const scan of await freshScans(companyId, did, body, store)) {
      await options.hear(companyId, did, { kind: 'scan', body: { scans: [scan] } })
      await recordScans(companyId, did, [scan], needs())
    }
  }

  const broker: Broker = await started({
    host: options.host,
    port: options.port,
    certificate: options.certificate,
    now: () => clock.now(),
    async admit(did, secret, isSuspect) {
      const credential = await store.credential(did)
      if (!credential) {
        // Anyone who guesses names does not fill the list of those that may be joined.
        if (!isSuspect) await known.connected(did, secret)
        return false
      }
      const { companyId, box } = credential
      if (!isSame(secretBox.open(box, { companyId, did }), new Secret(secret))) return false
      companies.set(did, companyId)
      return true
    },
    onPresence(did, state) {
      presences.evidence(did, state === 'online', state === 'online' ? 'none' : state)
    },
    onTakenOver(did, address) {
      note(did, 'takenOver', address).catch(onError)
    },
    async onMessage(did, message) {
      const companyId = companies.get(did)
      if (companyId === undefined) return
      if (message.kind === 'sensors') await recordReadings(companyId, did, message.body.readings, needs())
      else if (message.kind === 'scan') {
        return await takeScans(companyId, did, message.body)
      } else if (message.kind === 'upgrade') await tellUpgrade(companyId, did, message.body)
      else if (message.kind === 'info') await store.setFacts(companyId, did, message.body)
      await options.hear(companyId, did, message)
    },
    async onFault(did, reason) {
      const nowMs = clock.now()
      if (nowMs - (faultAt.get(did) ?? Number.NEGATIVE_INFINITY) < FAULT_EVERY_MS) return
      faultAt.set(did, nowMs)
      await note(did, 'fault', reason)
    },
    onError,
  })

  const gateways: Gateways = {
    port: broker.port,
    async refresh(companyId, dids) {
      const devices = await store.devices(companyId, dids)
      const found = new Map(devices.map((device) => [device.did, device]))
      for (const did of dids ?? [...companies.keys()]) {
        const owner = companies.get(did)
        if (owner === undefined || found.get(did)?.companyId === owner) continue
        if (companyId !== undefined && owner !== companyId) continue
        companies.delete(did)
        faultAt.delete(did)
        broker.drop(did)
        presences.remove(did)
      }
      for (const { companyId: owner, did, regionId } of devices) {
        companies.set(did, owner)
        presences.add(owner, did, regionId)
      }
    },
    sendFirmware: async (companyId, did, command, pieces) =>
      companies.get(did) === companyId && broker.sendFirmware(did, command, pieces),
    onUpgrade(listener) {
      tellUpgrade = listener
    },
    drop: (did) => broker.drop(did),
    close: () => broker.close(),
  }
  await gateways.refresh()
  return gateways
}

function isSame(a: Secret, b: Secret): boolean {
  const [left, right] = [Buffer.from(a.reveal()), Buffer.from(b.reveal())]
  return left.length === right.length && timingSafeEqual(left, right)
}

async function started(options: BrokerOptions): Promise<Broker> {
  try {
    return await startBroker(options)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') throw error
    throw new OperatorError(
      `Vedette can't listen for MQTT: ${error.message}. Set VEDETTE_MQTT_PORT to a free port.`,
    )
  }
}
