/** Devices that are known to the platform and belong to no company: docs/decisions/0039-known-devices.md. */
import { createHmac, randomInt } from 'node:crypto'

import { DeviceIdentity } from '@vedette/contract/ids'
import { License } from '@vedette/contract/calls/gateway'

import type { Clock } from '../../engines/clock.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import type { Query, Storage } from '../../engines/storage/storage.ts'
import { type KnownDeviceStore, knownDeviceStore } from './known-store.ts'
import { GATEWAY_DRIVER } from './store.ts'

const MARKS = 'licences of known devices'
/** Crockford's base 32: a code may be read out over the telephone. It stays the device's secret, so it has 100 bits. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 20
const CODE_VALID_MS = 24 * 3_600_000
const NOBODY = { companyId: '', did: '' }

export interface KnownDevices {
  /** A licence's mark finds it without the licence being kept. */
  markOf(license: string): string
  /** Notes a device that tried to connect with this, unless a company has it. */
  connected(did: string, license: string): Promise<void>
  /** Tells whose the device is: of a company whose licence this is; nobody's, and it may be joined; or not to be told. */
  check(
    did: string,
    license: string,
  ): Promise<{ kind: 'held'; companyId: string } | { kind: 'free' | 'unknown' }>
  byBindCode(companyId: string, code: string): Promise<string | undefined>
  newBindCode(companyId: string): Promise<{ code: string; expiresAt: number }>
  /** What a unit that removes devices says besides, so that they can be joined again. */
  releases(companyId: string, dids: readonly string[]): Promise<Query[]>
}

export function knownDevices({
  storage,
  secretBox,
  clock,
}: {
  storage: Storage
  secretBox: SecretBox
  clock: Clock
}): KnownDevices {
  const store: KnownDeviceStore = knownDeviceStore(storage)
  const key = secretBox.derivedKey(MARKS)
  const markOf = (license: string): string => createHmac('sha256', key).update(license).digest('hex')
  // What is opened where nobody has the device, so that the answer takes as long.
  const emptyBox = secretBox.seal(new Secret(''), NOBODY)

  return {
    markOf,

    async connected(did, license) {
      if (!DeviceIdentity.safeParse(did).success || !License.safeParse(license).success) return
      if (await store.holder(did)) return
      await store.connected(did, markOf(license), clock.now())
    },

    async check(did, license) {
      const mark = markOf(license)
      const [holder, isKnown] = await Promise.all([store.holder(did), store.isKnown(did, mark)])
      const owner = holder?.box ? { companyId: holder.companyId, did } : NOBODY
      const opened = secretBox.open(holder?.box ?? emptyBox, owner).reveal()
      const its = holder && holder.driver !== GATEWAY_DRIVER ? holder.license : opened
      // Nothing of a licence can be learnt by how long marks take to compare.
      const isIts = markOf(its) === mark && its !== ''
      if (!holder) return { kind: isKnown ? 'free' : 'unknown' }
      return isIts ? { kind: 'held', companyId: holder.companyId } : { kind: 'unknown' }
    },

    byBindCode: (companyId, code) => store.byBindCode(companyId, markOf(code), clock.now()),

    async newBindCode(companyId) {
      const code = Array.from({ length: CODE_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('')
      const nowMs = clock.now()
      const expiresAt = nowMs + CODE_VALID_MS
      await store.addBindCode(companyId, markOf(code), expiresAt, nowMs)
      return { code, expiresAt }
    },

    async releases(companyId, dids) {
      const held = await store.credentials(companyId, dids)
      const devices = held.map(({ did, box }) => ({
        did,
        mark: markOf(secretBox.open(box, { companyId, did }).reveal()),
      }))
      return store.released(devices, clock.now())
    },
  }
}
