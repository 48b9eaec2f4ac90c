/** The second factor of an account: codes of an authenticator, and recovery codes for when it is lost. */
import { createHash, randomBytes } from 'node:crypto'

import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import type { Clock } from '../../engines/clock.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { Throttle } from '../../engines/throttle.ts'
import { twoFactorStore } from './store.ts'
import { base32, otpauthUri, stepOf } from './totp.ts'

const KEY_BYTES = 20
const RECOVERY_CODES = 10
/** 80 bits: too many to guess, so a plain hash keeps them. */
const RECOVERY_BYTES = 10
export const SECOND_FACTOR_TRIES = { limit: 5, windowMs: 15 * 60 * 1000 }

interface Needs {
  storage: Storage
  clock: Clock
  secretBox: SecretBox
  throttle: Throttle
  /** The product's name. */
  brand: string
}

export interface SecondFactors {
  isOn(companyId: string, accountId: string): Promise<boolean>
  /** Takes a code of the authenticator or a recovery code, each once. Throws Refusal `tooManyTries`. */
  accept(companyId: string, accountId: string, typed: string): Promise<boolean>
  state(companyId: string, accountId: string): Promise<{ IsOn: boolean; RecoveryCodesLeft: number }>
  begin(companyId: string, accountId: string, account: string): Promise<{ Secret: string; Uri: string }>
  /** Returns the recovery codes. */
  confirm(companyId: string, accountId: string, typed: string): Promise<string[]>
  end(companyId: string, accountId: string): Promise<void>
}

export function createSecondFactors({ storage, clock, secretBox, throttle, brand }: Needs): SecondFactors {
  const store = twoFactorStore(storage)
  const ownerOf = (companyId: string, accountId: string) => ({
    companyId,
    did: `second factor of ${accountId}`,
  })
  const triesOf = (companyId: string, accountId: string) => ['second factor', companyId, accountId]
  const keyOf = (box: string, companyId: string, accountId: string) =>
    Buffer.from(secretBox.open(box, ownerOf(companyId, accountId)).reveal(), 'hex')

  return {
    async isOn(companyId, accountId) {
      return Boolean((await store.of(companyId, accountId))?.confirmed_at)
    },

    async accept(companyId, accountId, typed) {
      const factor = await store.of(companyId, accountId)
      if (!factor?.confirmed_at) return false
      await throttle.take(triesOf(companyId, accountId), SECOND_FACTOR_TRIES)
      const code = typed.replaceAll(/[\s-]/g, '').toUpperCase()
      const step = stepOf(keyOf(factor.secret_box, companyId, accountId), code, clock.now())
      const isRight =
        step === undefined
          ? await store.useRecoveryCode(companyId, accountId, hash(code), clock.now())
          : await store.useStep(companyId, accountId, step)
      if (isRight) await throttle.forget(triesOf(companyId, accountId))
      return isRight
    },

    async state(companyId, accountId) {
      const factor = await store.of(companyId, accountId)
      const IsOn = Boolean(factor?.confirmed_at)
      return { IsOn, RecoveryCodesLeft: IsOn ? await store.recoveryCodesLeft(companyId, accountId) : 0 }
    },

    async begin(companyId, accountId, account) {
      const key = randomBytes(KEY_BYTES)
      const box = secretBox.seal(new Secret(key.toString('hex')), ownerOf(companyId, accountId))
      // One that is on is ended first, which asks for a code of it.
      if (!(await store.begin(companyId, accountId, box, clock.now()))) throw new Refusal('noDataAuthority')
      const secret = base32(key)
      return { Secret: secret, Uri: otpauthUri(secret, brand, account) }
    },

    async confirm(companyId, accountId, typed) {
      const factor = await store.of(companyId, accountId)
      if (!factor || factor.confirmed_at) throw new Refusal('noDataAuthority')
      await throttle.take(triesOf(companyId, accountId), SECOND_FACTOR_TRIES)
      const step = stepOf(
        keyOf(factor.secret_box, companyId, accountId),
        typed.replaceAll(/\s/g, ''),
        clock.now(),
      )
      if (step === undefined) throw fault('badInput', 'Code', 'secondFactor')
      const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)))
      if (!(await store.confirm(companyId, accountId, step, codes.map(hash), clock.now())))
        throw new Refusal('noDataAuthority')
      await throttle.forget(triesOf(companyId, accountId))
      return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
    },

    end: (companyId, accountId) => store.end(companyId, accountId),
  }
}

function hash(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
