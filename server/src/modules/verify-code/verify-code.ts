/** Verification codes: reading 14. Anyone who asks for one never learns whether there is such an account. */
import { randomInt, timingSafeEqual } from 'node:crypto'

import type { Clock } from '../../engines/clock.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import type { Recipient, Senders } from '../../engines/senders/senders.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Purpose, verifyCodeStore } from './store.ts'

export const CODE_MS = 5 * 60 * 1000
export const CODE_TRIES = 5
export const CODE_EVERY_MS = 60 * 1000
const DIGITS = 6

interface Needs {
  storage: Storage
  clock: Clock
  newId: () => string
  secretBox: SecretBox
  senders: Senders
  /** The product's name. */
  brand: string
}

export interface VerifyCodes {
  /** Sends a code unless one was sent within the minute. `isLast`: of this day, which is said besides. */
  send(companyId: string, accountId: string, purpose: Purpose, to: Recipient, isLast?: boolean): Promise<void>
  /** Checks a code, which costs one of its tries, and returns its id. It stays good until it is used. */
  check(companyId: string, accountId: string, purpose: Purpose, typed: string): Promise<string | undefined>
  /** Uses the code up; of several at once one is told so. */
  use(companyId: string, id: string): Promise<boolean>
}

export function createVerifyCodes({ storage, clock, newId, secretBox, senders, brand }: Needs): VerifyCodes {
  const store = verifyCodeStore(storage)
  const ownerOf = (companyId: string, accountId: string) => ({ companyId, did: `code of ${accountId}` })
  return {
    async send(companyId, accountId, purpose, to, isLast = false) {
      const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
      const now = clock.now()
      const isDue = await store.insert(
        companyId,
        {
          id: newId(),
          accountId,
          purpose,
          box: secretBox.seal(new Secret(code), ownerOf(companyId, accountId)),
          createdAt: now,
          expiresAt: now + CODE_MS,
        },
        now - CODE_EVERY_MS,
      )
      if (isDue) await senders.send(to, messageOf(code, purpose, isLast, brand))
    },

    async check(companyId, accountId, purpose, typed) {
      const taken = await store.take(companyId, accountId, purpose, clock.now(), CODE_TRIES)
      if (!taken) return undefined
      const code = secretBox.open(taken.secret_box, ownerOf(companyId, accountId)).reveal()
      return isSame(code, typed) ? taken.id : undefined
    },

    use: (companyId, id) => store.use(companyId, id, clock.now()),
  }
}

function isSame(code: string, typed: string): boolean {
  const [expected, actual] = [Buffer.from(code), Buffer.from(typed)]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** Written in both languages: nobody knows yet which one the person reads. */
function messageOf(code: string, purpose: Purpose, isLast: boolean, brand: string) {
  const [en, zh] = purpose === 'login' ? ['log in', '登录'] : ['choose a new password', '重置密码']
  const lines = [
    `${code} is your code to ${en}. It is valid for 5 minutes; tell it to nobody.`,
    `${code} 是您的${zh}验证码，5 分钟内有效，请勿告知他人。`,
  ]
  if (isLast)
    lines.push(
      'It is the last one for 24 hours. If you did not ask for so many, somebody else is trying: tell your administrator.',
      '这是 24 小时内的最后一个验证码。若非本人操作，可能有人在尝试登录，请联系管理员。',
    )
  return { subject: `${code} - ${brand}`, text: lines.join('\n') }
}
