/** How passwords are chosen, changed, forgotten and issued: readings 15 to 17. */
import type { Refusal } from '@vedette/contract/codes'
import { PASSWORD_REASON, passwordFault } from '@vedette/contract/password-rule'
import { fault } from '@vedette/contract/reasons'

import type { Authority } from '../../authority/authority.ts'
import type { Principal } from '../../authority/principal.ts'
import type { Throttle } from '../../engines/throttle.ts'
import { networkOf } from '../../http/network.ts'
import type { Visitor } from '../../http/route.ts'
import { admit, type LoginReply } from './admission.ts'
import { codesOfDay } from './attempts.ts'
import { accountOf, accountTried, attemptOf, type LoginNeeds, opened, whoIs } from './login.ts'
import { hashPassword, isPassword } from './password.ts'
import type { AccountRow } from './store.ts'

/** Reading 16. */
export const OLD_PASSWORD_TRIES = { limit: 5, windowMs: 15 * 60 * 1000 }
/** Reading 17: how long a password is good that an administrator issued. */
export const ISSUED_MS = 72 * 60 * 60 * 1000
/** Codes asked for by one address, whatever the accounts. */
export const CODES_OF_ADDRESS = { limit: 30, windowMs: 15 * 60 * 1000 }
/** Reading 14: one a minute, counted for the name that was typed, whether or not there is such an account. */
const CODE_OF_ACCOUNT = { limit: 1, windowMs: 60 * 1000 }
/** As many codes of a purpose in a day, five tries each: a guesser hits one in twenty thousand, and the owner is told. */
export const CODES_OF_DAY = { limit: 10, windowMs: 24 * 60 * 60 * 1000 }
/** What people are told that has their password instead. */
export const OUTER = 'OpenID Connect'

export interface PasswordNeeds extends LoginNeeds {
  authority: Pick<Authority, 'revokeAccount'>
  throttle: Throttle
  /** Hears what went wrong where nobody waits for an answer. */
  onError: (error: unknown) => void
}

/** Ends every session of the account, the caller's own included. */
export async function changePassword(
  session: Principal,
  { oldPassword, password }: { oldPassword: string; password: string },
  needs: PasswordNeeds,
): Promise<void> {
  const account = await accountOf(session, needs)
  checkNewPassword('password', password, account)
  await checkOwnPassword(account, oldPassword, { field: 'oldPassword', word: 'oldPassword' }, needs)
  if (password === oldPassword) throw fault('badInput', 'password', 'passwordUnchanged')
  const refusal = fault('badInput', 'oldPassword', 'oldPassword')
  await setPassword(account, password, { proof: 'oldPassword', refusal }, needs)
}

/** Throws where this is not the account's password; five tries in fifteen minutes, from wherever they come. */
export async function checkOwnPassword(
  account: AccountRow,
  typed: string,
  at: { field: string; word: 'oldPassword' | 'ownPassword' },
  { throttle, semaphore }: Pick<PasswordNeeds, 'throttle' | 'semaphore'>,
): Promise<void> {
  const { password_hash: hash } = account
  if (hash === null) throw fault('unavailable', at.field, 'outerAccount', { Name: OUTER })
  const subject = ['own password', account.company_id, account.id]
  await throttle.take(subject, OLD_PASSWORD_TRIES)
  if (!(await semaphore.take(() => isPassword(typed, hash)))) throw fault('badInput', at.field, at.word)
  await throttle.forget(subject)
}

/** The step after a challenge `newPassword`. */
export async function loginNewPassword(
  { Ticket, Password }: { Ticket: string; Password: string },
  visitor: Visitor,
  needs: PasswordNeeds,
): Promise<LoginReply> {
  const { hash, ticket, account } = await opened(Ticket, 'newPassword', needs)
  checkNewPassword('Password', Password, account)
  const { password_hash: issued } = account
  if (issued !== null && (await needs.semaphore.take(() => isPassword(Password, issued))))
    throw fault('badInput', 'Password', 'passwordUnchanged')
  const refusal = fault('loginInvalid', 'Ticket', 'loginTicket')
  const useUp = () => needs.tickets.use(hash)
  const own = await setPassword(account, Password, { proof: 'other', refusal, useUp }, needs)
  return admit(own, { ...ticket, codeId: null }, visitor, needs)
}

/** Returns at once and alike for every account; what there is to do happens afterwards. */
export async function sendVerifyCode(
  body: { EnterpriseCode: string; Account: string; Purpose: 'login' | 'reset' },
  visitor: Visitor,
  needs: PasswordNeeds,
): Promise<void> {
  const attempt = attemptOf(body.EnterpriseCode, body.Account, visitor)
  const { enterpriseCode, accountName, address } = attempt
  await needs.throttle.take(['codes', networkOf(address)], CODES_OF_ADDRESS)
  await needs.throttle.take(['code', enterpriseCode, accountName, body.Purpose], CODE_OF_ACCOUNT)
  const taken = await needs.throttle.take(codesOfDay(attempt, body.Purpose), CODES_OF_DAY)
  const deliver = async (): Promise<void> => {
    const account = await needs.store.accountByName(enterpriseCode, accountName)
    if (!account || account.disabled || account.password_hash === null) return
    await visitor.doesFor(whoIs(account), { purpose: body.Purpose })
    const to = {
      account: `${account.company_code}_${account.name}`,
      phone: account.phone,
      email: account.email,
    }
    const isLast = taken === CODES_OF_DAY.limit
    await needs.verifyCodes.send(account.company_id, account.id, body.Purpose, to, isLast)
  }
  void deliver().catch(needs.onError)
}

export async function forgetPassword(
  body: { EnterpriseCode: string; Account: string; VerifyCode: string; Password: string },
  visitor: Visitor,
  needs: PasswordNeeds,
): Promise<void> {
  const attempt = attemptOf(body.EnterpriseCode, body.Account, visitor)
  const account = await accountTried(attempt, visitor, needs)
  await needs.attempts.checkAddress(attempt)
  const codeId =
    account && (await needs.verifyCodes.check(account.company_id, account.id, 'reset', body.VerifyCode))
  if (!account || account.disabled || codeId === undefined) {
    await needs.attempts.countFailure(attempt)
    throw fault('badInput', 'VerifyCode', 'verifyCode')
  }
  // A password that breaks the rule does not cost the code.
  checkNewPassword('Password', body.Password, account)
  await visitor.actsAs(whoIs(account))
  const refusal = fault('badInput', 'VerifyCode', 'verifyCode')
  const useUp = () => needs.verifyCodes.use(account.company_id, codeId)
  await setPassword(account, body.Password, { proof: 'other', refusal, useUp }, needs)
  await needs.throttle.forget(codesOfDay(attempt, 'reset'))
  await needs.attempts.forgive(attempt)
}

interface Entitlement {
  proof: 'oldPassword' | 'other'
  /** Takes what is good once, after the line for a turn, whose refusal must not cost it. Returns whether it was still there. */
  useUp?: () => Promise<boolean>
  /** Thrown where it was not, or where another password came first. */
  refusal: Refusal
}

/** Returns the account as it is afterwards. */
export async function setPassword(
  account: AccountRow,
  password: string,
  { proof, useUp = async () => true, refusal }: Entitlement,
  { store, authority, semaphore }: PasswordNeeds,
): Promise<AccountRow> {
  const hash = await semaphore.take(() => hashPassword(password))
  if (!(await useUp()) || !(await store.setOwnPassword(account, hash, proof))) throw refusal
  await authority.revokeAccount(account.company_id, account.id)
  return { ...account, password_hash: hash, password_state: 'own', issued_until: null }
}

export function checkNewPassword(field: string, password: string, account: AccountRow): void {
  const names = [account.name, `${account.company_code}_${account.name}`]
  const broken = passwordFault(password, names, account.password_rule)
  if (broken) throw fault('badInput', field, PASSWORD_REASON[broken])
}
