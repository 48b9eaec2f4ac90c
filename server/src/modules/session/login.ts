import type { ParsedBodyOf } from '@vedette/contract/call'
import type { login as loginCall } from '@vedette/contract/calls/user'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import { hashOfToken } from '../../authority/token.ts'
import type { Throttle } from '../../engines/throttle.ts'
import type { Visitor } from '../../http/route.ts'
import type { Semaphore } from '../../http/semaphore.ts'
import { type AdmissionNeeds, admit, type LoginReply } from './admission.ts'
import { type Attempt, type Attempts, codesOfDay } from './attempts.ts'
import { isNobodysPassword, isPassword } from './password.ts'
import type { AccountRow } from './store.ts'

export interface LoginNeeds extends AdmissionNeeds {
  attempts: Attempts
  throttle: Throttle
  /** Deriving a key takes 20 ms of a core and 19 MiB, so few may at once. */
  semaphore: Semaphore
}

type Credentials = ParsedBodyOf<typeof loginCall>

/** Opens a session. A wrong enterprise, account and password are one refusal, after the same work. */
export async function login(
  { EnterpriseCode, Account, Password, VerifyCode }: Credentials,
  visitor: Visitor,
  needs: LoginNeeds,
): Promise<LoginReply> {
  const attempt = attemptOf(EnterpriseCode, Account, visitor)
  if (Password !== undefined && VerifyCode === undefined) {
    const account = await byPassword(attempt, Password, visitor, needs)
    return admit(account, { means: 'password', hasSecondFactor: false, codeId: null }, visitor, needs)
  }
  if (VerifyCode === undefined || Password !== undefined)
    throw fault('badInput', 'Password', 'passwordOrCode')
  const { account, codeId } = await byCode(attempt, VerifyCode, visitor, needs)
  return admit(account, { means: 'code', hasSecondFactor: false, codeId }, visitor, needs)
}

/** The account of which this is the password. */
export async function byPassword(
  attempt: Attempt,
  password: string,
  visitor: Pick<Visitor, 'triesToBe'>,
  needs: Pick<LoginNeeds, 'attempts' | 'semaphore' | 'store'>,
): Promise<AccountRow> {
  await accountTried(attempt, visitor, needs)
  // Before the line, so that a guesser does not fill it, and counted in his turn, so that none passes while another is checked.
  await needs.attempts.check(attempt)
  const account = await needs.semaphore.take(async () => {
    await needs.attempts.begin(attempt)
    const found = await needs.store.accountByName(attempt.enterpriseCode, attempt.accountName)
    const isRight = found?.password_hash
      ? await isPassword(password, found.password_hash)
      : await isNobodysPassword(password)
    if (found && isRight) return found
    throw new Refusal('wrongPassword')
  })
  await needs.attempts.passed(attempt)
  return account
}

async function byCode(attempt: Attempt, typed: string, visitor: Visitor, needs: LoginNeeds) {
  const account = await accountTried(attempt, visitor, needs)
  await needs.attempts.checkAddress(attempt)
  const codeId = account && (await needs.verifyCodes.check(account.company_id, account.id, 'login', typed))
  if (!account || codeId === undefined) {
    await needs.attempts.countFailure(attempt)
    throw fault('badInput', 'VerifyCode', 'verifyCode')
  }
  await needs.throttle.forget(codesOfDay(attempt, 'login'))
  await needs.attempts.forgive(attempt)
  return { account, codeId }
}

/** The step after a challenge `secondFactor`. */
export async function loginSecondFactor(
  { Ticket, Code }: { Ticket: string; Code: string },
  visitor: Visitor,
  needs: LoginNeeds,
): Promise<LoginReply> {
  const { hash, ticket, account } = await opened(Ticket, 'secondFactor', needs)
  visitor.triesToBe(whoIs(account))
  if (!(await needs.secondFactors.accept(account.company_id, account.id, Code)))
    throw fault('badInput', 'Code', 'secondFactor')
  if (!(await needs.tickets.use(hash))) throw fault('loginInvalid', 'Ticket', 'loginTicket')
  return admit(account, { ...ticket, hasSecondFactor: true }, visitor, needs)
}

/** What a ticket stands for; it stays good. */
export async function opened(
  typed: string,
  kind: 'secondFactor' | 'newPassword',
  { tickets, store, clock }: Pick<LoginNeeds, 'tickets' | 'store' | 'clock'>,
) {
  const hash = hashOfToken(typed)
  const ticket = hash === undefined ? undefined : await tickets.of(hash, kind, clock.now())
  const account = ticket && (await store.accountById(ticket.companyId, ticket.accountId))
  if (hash === undefined || !ticket || !account) throw fault('loginInvalid', 'Ticket', 'loginTicket')
  return { hash, ticket, account }
}

/** Throws Refusal `noSuchAccount` where it went meanwhile. */
export async function accountOf(
  { companyId, accountId }: { companyId: string; accountId: string },
  { store }: Pick<LoginNeeds, 'store'>,
): Promise<AccountRow> {
  const account = await store.accountById(companyId, accountId)
  if (!account) throw new Refusal('noSuchAccount')
  return account
}

/** Looked up before anything is refused, so that its company hears of that too. */
export async function accountTried(
  { enterpriseCode, accountName }: Attempt,
  visitor: Pick<Visitor, 'triesToBe'>,
  { store }: Pick<LoginNeeds, 'store'>,
): Promise<AccountRow | undefined> {
  const account = await store.accountByName(enterpriseCode, accountName)
  if (account) visitor.triesToBe(whoIs(account))
  return account
}

export function whoIs({
  company_id,
  company_code,
  id,
  name,
}: AccountRow): Parameters<Visitor['triesToBe']>[0] {
  return { companyId: company_id, companyCode: company_code, accountId: id, accountName: name }
}

export function attemptOf(enterpriseCode: string, typed: string, { address }: Visitor): Attempt {
  const code = enterpriseCode.toLowerCase()
  return { enterpriseCode: code, accountName: bareName(typed, code), address }
}

/** People may type the full name, `<enterprise>_<name>`, or the name alone; no bare name begins with its enterprise's code. */
export function bareName(typed: string, enterpriseCode: string): string {
  const name = typed.toLowerCase()
  const prefix = `${enterpriseCode}_`
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}
