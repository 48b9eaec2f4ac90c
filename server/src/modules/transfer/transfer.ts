import { createHash, randomInt } from 'node:crypto'

import { fault } from '@vedette/contract/reasons'

import { raiseEpoch } from '../../authority/epoch.ts'
import type { Clock } from '../../engines/clock.ts'
import type { SecretBox } from '../../engines/secret-box.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { Luggage, Offer, TransferStore } from './store.ts'

/** Crockford's base 32: a code may be read out over the telephone. 60 bits are not guessed within its day. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 12
const VALID_MS = 24 * 3_600_000

export interface TransferNeeds {
  storage: Storage
  store: TransferStore
  clock: Clock
  secretBox: SecretBox
  newId: () => string
  devicesChanged: (companyId: string) => Promise<void>
}

/** Offers devices and answers the code, which is kept as its hash alone. */
export async function offer(
  companyId: string,
  dids: readonly string[],
  { store, clock, newId }: TransferNeeds,
): Promise<{ Code: string; ExpiresAt: number }> {
  const nowMs = clock.now()
  const offered = await store.offered(companyId, nowMs)
  if (dids.some((did) => offered.has(did))) throw fault('badInput', 'DIDs', 'transferBusy')
  const Code = Array.from({ length: CODE_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  const ExpiresAt = nowMs + VALID_MS
  const devices = await store.names(companyId, dids)
  await store.offer({ companyId, id: newId(), devices, expiresAt: ExpiresAt }, hashOf(Code), nowMs)
  return { Code, ExpiresAt }
}

/** What a code stands for. Throws `badInput` alike for one that never was, was used, or is too old. */
export async function offerBehind(
  companyId: string,
  code: string,
  { store, clock }: Pick<TransferNeeds, 'store' | 'clock'>,
): Promise<Offer> {
  const found = await store.byCode(hashOf(code), clock.now())
  if (!found) throw fault('badInput', 'Code', 'transferCode')
  if (found.companyId === companyId) throw fault('badInput', 'Code', 'transferOwn')
  return found
}

/** The devices become the company's, with their streams and logins; answers how many. */
export async function accept(
  companyId: string,
  code: string,
  regionId: string,
  needs: TransferNeeds,
): Promise<number> {
  const { storage, store, clock, secretBox, devicesChanged } = needs
  const from = (await offerBehind(companyId, code, needs)).companyId
  const reseal = (luggage: Luggage, did: string): Luggage => ({
    ...luggage,
    // A box opens for its company alone.
    credentials: luggage.credentials.map((row) => ({
      ...row,
      secret_box: secretBox.seal(secretBox.open(row.secret_box, { companyId: from, did }), {
        companyId,
        did,
      }),
    })),
  })
  const moved = await storage.transaction(async (transaction) => {
    const nowMs = clock.now()
    const found = await store.byCodeIn(hashOf(code), nowMs, transaction)
    if (!found) throw fault('badInput', 'Code', 'transferCode')
    let count = 0
    for (const { did } of found.devices) {
      const luggage = await store.luggage(from, did, transaction)
      // It was removed since it was offered.
      if (!luggage.device) continue
      const to = { companyId, regionId, createdAt: nowMs }
      await store.move(from, to, did, reseal(luggage, did), transaction)
      count++
    }
    await transaction.run(store.end(from, found.id, { state: 'accepted', to: companyId }, nowMs))
    for (const each of [from, companyId]) await transaction.run(raiseEpoch(storage, each))
    return count
  })
  // First nobody's, then the new one's: a stream is of one company at a time.
  await devicesChanged(from)
  await devicesChanged(companyId)
  return moved
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
