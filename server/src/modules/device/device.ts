import { randomInt } from 'node:crypto'

import { type CodeName, Refusal } from '@vedette/contract/codes'
import { hasVideo } from '@vedette/contract/devices'
import type { AddressOutcome } from '@vedette/devices/address'
import type { Access, AllowedAddress, ProbedDevice, ProbeOutcome } from '@vedette/devices/driver'

import type { Clock } from '../../engines/clock.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import { UniqueViolation } from '../../engines/storage/failures.ts'
import type { Turns } from '../../http/turns.ts'
import type { DeviceStore, StreamSource } from './store.ts'

export interface DeviceNeeds {
  store: DeviceStore
  clock: Clock
  secretBox: SecretBox
  /** Judges what an operator typed. */
  checkAddress: (typed: string) => Promise<AddressOutcome>
  /** Asks the device what it is. */
  probe: (address: AllowedAddress, access: Access) => Promise<ProbeOutcome>
  /** A probe dials out and may wait for 10 s, so few may at once. */
  probeTurns: Turns
  /** Hears of devices that came, changed or went. */
  devicesChanged: (companyId: string) => Promise<void>
}

export interface AddressedDevice {
  regionId: string
  name: string
  devType: number
  url: string
  subUrl?: string | undefined
  channel: number
  transport: StreamSource['transport']
  tls: StreamSource['tls']
  username: string
  password: string
}

/** Crockford's base 32: a DID may be read out over the telephone. */
const DID_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const DID_LENGTH = 10
const TRIES = 3

/** Adds a device that stands at an address, whether it answers now or not. Answers its DID. */
export async function addDevice(
  companyId: string,
  device: AddressedDevice,
  needs: DeviceNeeds,
): Promise<string> {
  if (!hasVideo(device.devType))
    throw new Refusal('badInput', { Field: 'DevType', Reason: 'this type has no video address' })
  const main = await allowed('Url', device.url, needs)
  const sub = device.subUrl === undefined ? undefined : await allowed('SubUrl', device.subUrl, needs)
  if (main.scheme === 'http:' || main.scheme === 'https:')
    throw new Refusal('unavailable', {
      Field: 'Url',
      Reason: 'ONVIF is not supported yet: enter an rtsp:// address',
    })
  const { channel, transport, tls } = device
  const how = { channel, transport, tls }
  const streams: StreamSource[] = [{ ...how, quality: 'main', url: main.url }]
  if (sub) streams.push({ ...how, quality: 'sub', url: sub.url })
  const did = await insert(companyId, device, streams, needs)
  await needs.devicesChanged(companyId)
  return did
}

/** What answers at the address. */
export async function probeAddress(
  typed: string,
  access: Access,
  needs: Pick<DeviceNeeds, 'checkAddress' | 'probe' | 'probeTurns'>,
): Promise<ProbedDevice> {
  const address = await allowed('Url', typed, needs)
  const outcome = await needs.probeTurns.take(() => needs.probe(address, access))
  if (!outcome.ok) throw new Refusal(PROBE_REFUSALS[outcome.reason], { Field: 'Url', Reason: outcome.detail })
  return outcome.device
}

const PROBE_REFUSALS = {
  unreachable: 'deviceUnreachable',
  credentials: 'deviceCredentials',
  noUsableStream: 'noUsableStream',
  unavailable: 'unavailable',
} as const satisfies Record<string, CodeName>

async function allowed(
  Field: string,
  typed: string,
  { checkAddress }: Pick<DeviceNeeds, 'checkAddress'>,
): Promise<AllowedAddress> {
  const outcome = await checkAddress(typed)
  if (outcome.ok) return outcome
  const isUnknownName = outcome.reason === 'unresolved'
  throw new Refusal(isUnknownName ? 'deviceUnreachable' : 'addressNotAllowed', {
    Field,
    Reason: outcome.detail,
  })
}

async function insert(
  companyId: string,
  device: AddressedDevice,
  streams: readonly StreamSource[],
  { store, secretBox, clock }: DeviceNeeds,
): Promise<string> {
  for (let tries = 1; ; tries++) {
    const did = newDid()
    try {
      await store.insert(companyId, {
        did,
        regionId: device.regionId,
        name: device.name,
        devType: device.devType,
        driver: 'rtsp',
        createdAt: clock.now(),
        streams,
        username: device.username,
        secretBox: secretBox.seal(new Secret(device.password), { companyId, did }),
      })
      return did
    } catch (error) {
      // Another device of the platform has this DID.
      if (!(error instanceof UniqueViolation) || tries === TRIES) throw error
    }
  }
}

function newDid(): string {
  const digits = Array.from({ length: DID_LENGTH }, () => DID_DIGITS[randomInt(DID_DIGITS.length)])
  return `CAM-${digits.join('')}`
}
