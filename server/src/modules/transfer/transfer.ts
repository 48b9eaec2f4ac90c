import { createHash, randomBytes, randomInt } from 'node:crypto'

import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import { raiseEpoch } from '../../authority/epoch.ts'
import { includesRegion, type Principal, type Regions } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import type { SecretBox } from '../../engines/secret-box.ts'
import type { Query, Storage } from '../../engines/storage/storage.ts'
import { type DevicePhotos, forgetGone } from '../device/index.ts'
import type { BundleStore } from './bundle-store.ts'
import type { Claim, Offer, TransferStore } from './store.ts'

/** Crockford's base 32: a code may be read out over the telephone. 60 bits are not guessed within its day. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 12
const VALID_MS = 24 * 3_600_000

export interface TransferNeeds {
  storage: Storage
  store: TransferStore
  bundle: BundleStore
  photos: Pick<DevicePhotos, 'leaving'>
  /** What keeps the recordings of devices that leave. */
  footage: { leaving: (companyId: string, dids: readonly string[]) => Promise<Query[]> }
  clock: Clock
  secretBox: SecretBox
  newId: () => string
  /** The ids of the other companies that the caller's person belongs to. */
  companiesOf: (session: Principal) => Promise<string[]>
  devicesChanged: (companyId: string, dids?: readonly string[]) => Promise<void>
}

/** Offers devices to anyone who has the code, which is kept as its hash alone, or to another company of the same person. */
export async function offer(
  session: Principal,
  { dids, to }: { dids: readonly string[]; to: string | undefined },
  { store, clock, newId, companiesOf }: TransferNeeds,
): Promise<{ Code: string; ExpiresAt: number }> {
  const { companyId } = session
  if (to !== undefined && !(await companiesOf(session)).includes(to)) throw new Refusal('noDataAuthority')
  const nowMs = clock.now()
  const offered = await store.offered(companyId, nowMs)
  if (dids.some((did) => offered.has(did))) throw fault('badInput', 'DIDs', 'transferBusy')
  const Code =
    to === undefined
      ? Array.from({ length: CODE_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('')
      : ''
  const ExpiresAt = nowMs + VALID_MS
  const devices = (await store.devices(companyId, dids)).map(({ did, name, region_id }) => ({
    did,
    name,
    ...(region_id === null ? {} : { region: region_id }),
  }))
  // Nobody can present what an addressed offer is kept under.
  const hash = to === undefined ? hashOf(Code) : randomBytes(32).toString('hex')
  await store.offer({ companyId, id: newId(), devices, expiresAt: ExpiresAt }, hash, to ?? null, nowMs)
  return { Code, ExpiresAt }
}

export interface Taken {
  Code?: string | undefined
  Offer?: string | undefined
}

/** What is taken up. Throws `badInput` alike for one that never was, was used, is another's or is too old. */
export async function offerBehind(
  companyId: string,
  taken: Taken,
  { store, clock }: Pick<TransferNeeds, 'store' | 'clock'>,
): Promise<Offer> {
  const found = await store.claimed(claimOf(companyId, taken), clock.now())
  if (!found) throw fault('badInput', 'Code', 'transferCode')
  if (found.companyId === companyId) throw fault('badInput', 'Code', 'transferOwn')
  return found
}

/** The devices become the company's, with their streams and logins; returns how many. */
export async function accept(
  companyId: string,
  taken: Taken,
  regionId: string,
  needs: TransferNeeds,
): Promise<number> {
  const { storage, store, bundle, photos, footage, clock, secretBox, devicesChanged } = needs
  const { companyId: from, devices: offered } = await offerBehind(companyId, taken, needs)
  const offeredDids = offered.map(({ did }) => did)
  const forgetPhotos = await photos.leaving(from, offeredDids)
  const keepFootage = await footage.leaving(from, offeredDids)
  const dids = await storage.transaction(async (transaction) => {
    const nowMs = clock.now()
    const found = await store.claimedIn(claimOf(companyId, taken), nowMs, transaction)
    if (!found) throw fault('badInput', 'Code', 'transferCode')
    // One that was removed since it was offered is not among them.
    const dids = found.devices.map(({ did }) => did)
    const things = await bundle.of(from, dids, transaction)
    // A box opens for its company alone.
    const credentials = things.credentials.map((row) => {
      const { did, secret_box } = row
      const secret = secretBox.open(secret_box, { companyId: from, did })
      return { ...row, secret_box: secretBox.seal(secret, { companyId, did }) }
    })
    await bundle.move(
      from,
      { companyId, regionId, createdAt: nowMs },
      { ...things, credentials },
      transaction,
    )
    for (const statement of [...keepFootage, ...forgetGone(storage, from, nowMs)])
      await transaction.run(statement)
    await transaction.run(store.accept(from, found.id, { companyId, regionId }, nowMs))
    for (const each of [from, companyId]) await transaction.run(raiseEpoch(storage, each))
    return things.devices.map(({ did }) => did)
  })
  // First nobody's, then the new one's: a stream is of one company at a time.
  await devicesChanged(from, dids)
  await devicesChanged(companyId, dids)
  await forgetPhotos()
  return dids.length
}

type Listed = Awaited<ReturnType<TransferStore['list']>>[number]

/** Whether somebody bound to regions may know of it: all that goes was in them, or all that came is. */
export function isSeenBy(companyId: string, regions: Regions, row: Listed): boolean {
  if (row.company_id === companyId)
    return row.devices.every(({ region }) => includesRegion(regions, region ?? null))
  return row.state !== 'accepted' || includesRegion(regions, row.to_region_id)
}

function claimOf(companyId: string, { Code, Offer: id }: Taken): Claim {
  if (Code !== undefined) return { codeHash: hashOf(Code) }
  if (id !== undefined) return { id, by: companyId }
  throw fault('badInput', 'Code', 'missing')
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
