import { randomInt } from 'node:crypto'

import { hasVideo } from '@vedette/contract/devices'
import { fault } from '@vedette/contract/reasons'
import type { Access, AllowedAddress, ProbedDevice } from '@vedette/devices/driver'

import type { Regions } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import { UniqueViolation } from '../../engines/storage/failures.ts'
import { allowed, probeAddress, type ProbeNeeds } from './probe.ts'
import type { DeviceStore, NewDevice, OnvifPlace, StreamSource } from './store.ts'

export interface AddNeeds extends ProbeNeeds {
  store: DeviceStore
  clock: Clock
  secretBox: SecretBox
  /** Hears of devices that came, changed or went. */
  devicesChanged: (companyId: string, dids?: readonly string[]) => Promise<void>
}

export interface AddressedDevice {
  regionId: string
  name: string
  devType: number
  license: string
  url: string
  subUrl?: string | undefined
  channel: number
  access: Access
}

export interface Added {
  did: string
  /** It was there already, and has the new address now. */
  isKnown: boolean
}

/** Crockford's base 32: a DID may be read out over the telephone. */
const DID_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const DID_LENGTH = 10
const TRIES = 3

/** Adds a device that stands at an address: one of RTSP whether it answers now or not, one of ONVIF once it has. */
export async function addDevice(
  companyId: string,
  regions: Regions,
  device: AddressedDevice,
  needs: AddNeeds,
): Promise<Added> {
  if (!hasVideo(device.devType)) throw fault('badInput', 'DevType', 'deviceNoAddress')
  const main = await allowed('Url', device.url, needs)
  const added =
    main.scheme === 'http:' || main.scheme === 'https:'
      ? await addOnvif(companyId, regions, device, main, needs)
      : { did: await addRtsp(companyId, regions, device, main, needs), isKnown: false }
  await needs.devicesChanged(companyId, [added.did])
  return added
}

async function addRtsp(
  companyId: string,
  regions: Regions,
  device: AddressedDevice,
  main: AllowedAddress,
  needs: AddNeeds,
): Promise<string> {
  const streams = await streamsAt(main, device, needs)
  await refuseTaken(companyId, regions, main, needs)
  return insert(companyId, device, { driver: 'rtsp', streams }, needs)
}

/** Finds the streams of a device that is nothing but its streams. */
export async function streamsAt(
  main: AllowedAddress,
  { subUrl, channel, access }: Pick<AddressedDevice, 'subUrl' | 'channel' | 'access'>,
  needs: ProbeNeeds,
): Promise<StreamSource[]> {
  const sub = subUrl === undefined ? undefined : await allowed('SubUrl', subUrl, needs)
  const how = { channel, transport: access.transport, tls: access.tls }
  const streams: StreamSource[] = [{ ...how, quality: 'main', url: main.url }]
  return sub ? [...streams, { ...how, quality: 'sub', url: sub.url }] : streams
}

async function addOnvif(
  companyId: string,
  regions: Regions,
  device: AddressedDevice,
  main: AllowedAddress,
  needs: AddNeeds,
): Promise<Added> {
  const { url } = main
  const { access } = device
  const found = await probeAddress(url, access, needs)
  const seen = { driver: 'onvif', ...seenOf(found, url, access) }
  const known = await needs.store.byIdentity(companyId, regions, found.facts.identity)
  // One that says who it is may stand where another stood before.
  if (found.facts.identity === '') await refuseTaken(companyId, regions, main, needs)
  if (known !== undefined) {
    const isThere = await needs.store.readdress(companyId, known, {
      ...seen,
      username: access.username,
      secretBox: needs.secretBox.seal(new Secret(access.password), { companyId, did: known }),
    })
    if (isThere) return { did: known, isKnown: true }
  }
  return { did: await insert(companyId, device, seen, needs), isKnown: false }
}

/** Who does not see the device that is there learns nothing of it, and gets one of his own. `did` may have it. */
export async function refuseTaken(
  companyId: string,
  regions: Regions,
  { url }: AllowedAddress,
  { store }: Pick<AddNeeds, 'store'>,
  did?: string,
): Promise<void> {
  const holder = await store.byAddress(companyId, regions, url)
  if (holder !== undefined && holder !== did) throw fault('badInput', 'Url', 'addressTaken', { DID: holder })
}

/** What is kept of what a device told itself, by ONVIF at this address. */
export function seenOf({ channels, facts, hasPtz }: ProbedDevice, url: string, { transport, tls }: Access) {
  const onvif: OnvifPlace = { url, tls, hasPtz }
  const streams: StreamSource[] = channels.flatMap((one) =>
    one.streams.map(({ quality, url }) => ({ channel: one.channel, quality, url, transport, tls })),
  )
  return { onvif, facts, streams, channels: channels.map(({ channel, name }) => ({ channel, name })) }
}

async function insert(
  companyId: string,
  { regionId, name, devType, license, access }: AddressedDevice,
  seen: Pick<NewDevice, 'driver' | 'streams'> & Partial<Pick<NewDevice, 'onvif' | 'facts' | 'channels'>>,
  { store, secretBox, clock }: AddNeeds,
): Promise<string> {
  const createdAt = clock.now()
  for (let tries = 1; ; tries++) {
    const did = newDid()
    const box = secretBox.seal(new Secret(access.password), { companyId, did })
    const credential = { username: access.username, secretBox: box }
    try {
      await store.insert(companyId, {
        did,
        regionId,
        name,
        devType,
        license,
        createdAt,
        ...seen,
        ...credential,
      })
      return did
    } catch (error) {
      // Another device of the platform has this DID.
      if (!(error instanceof UniqueViolation) || tries === TRIES) throw error
    }
  }
}

export function newDid(): string {
  const digits = Array.from({ length: DID_LENGTH }, () => DID_DIGITS[randomInt(DID_DIGITS.length)])
  return `CAM-${digits.join('')}`
}
