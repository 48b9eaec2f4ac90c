/** Leads from proven credentials to a session: what may still be missing, and what a complete log-in gives. */
import type { CompanyInfo } from '@vedette/contract/calls/user'
import type { ReplyOf } from '@vedette/contract/call'
import type { login } from '@vedette/contract/calls/user'
import { permissionEntry } from '@vedette/contract/catalogue'
import { Refusal } from '@vedette/contract/codes'
import type { Variant } from '@vedette/contract/pages'
import { fault } from '@vedette/contract/reasons'

import { rightsOfRole } from '../../authority/rights.ts'
import { hashOfToken, LIFETIME_MS, newToken } from '../../authority/token.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Visitor } from '../../http/route.ts'
import type { SecondFactors } from '../two-factor/index.ts'
import type { VerifyCodes } from '../verify-code/index.ts'
import type { AccountRow, SessionStore } from './store.ts'
import type { Ticket, TicketStore } from './ticket-store.ts'

/** The platform's id in CompanyInfos. */
const SAAS_ID = 'vedette'
export const TICKET_MS = 10 * 60 * 1000

export type LoginReply = ReplyOf<typeof login>

export interface AdmissionNeeds {
  store: SessionStore
  tickets: TicketStore
  verifyCodes: VerifyCodes
  secondFactors: SecondFactors
  clock: Clock
  newId: () => string
  variants: readonly Variant[]
}

/** What the person has shown so far. */
export type Proof = Pick<Ticket, 'means' | 'hasSecondFactor' | 'codeId'>

/** Asks for the next thing that is missing, or opens the session. */
export async function admit(
  account: AccountRow,
  proof: Proof,
  visitor: Visitor,
  needs: AdmissionNeeds,
): Promise<LoginReply> {
  if (account.disabled) throw new Refusal('accountDisabled')
  // Anyone who is known elsewhere needs no password here.
  const isIssued = account.password_state === 'issued' && proof.means !== 'outer'
  if (isIssued && proof.means === 'password' && (account.issued_until ?? Infinity) <= needs.clock.now())
    throw fault('loginInvalid', 'Password', 'issuedPasswordEnded')
  if (!proof.hasSecondFactor && (await needs.secondFactors.isOn(account.company_id, account.id)))
    return challenge(account, 'secondFactor', proof, needs)
  // Until here the code stayed good, so that a mistyped second factor does not cost a new one.
  if (proof.codeId !== null && !(await needs.verifyCodes.use(account.company_id, proof.codeId)))
    throw fault('badInput', 'VerifyCode', 'verifyCode')
  if (isIssued) return challenge(account, 'newPassword', { ...proof, codeId: null }, needs)
  return { CompanyInfos: await companyInfos(account, proof, visitor, needs) }
}

async function challenge(
  account: AccountRow,
  kind: Ticket['kind'],
  proof: Proof,
  { tickets, clock }: AdmissionNeeds,
): Promise<LoginReply> {
  const ticket = newToken()
  const now = clock.now()
  const times = { now, expiresAt: now + TICKET_MS }
  if (!(await tickets.insert(account, hashOf(ticket), { ...proof, kind }, times))) throw outrun()
  return {
    CompanyInfos: [],
    Challenge: { Kind: kind, Ticket: ticket, PasswordRule: account.password_rule },
  }
}

/** The chosen company first, then those that are linked, as far as this log-in proves the person to them. */
async function companyInfos(
  account: AccountRow,
  proof: Proof,
  visitor: Visitor,
  needs: AdmissionNeeds,
): Promise<CompanyInfo[]> {
  const chosen = await companyInfo(account, visitor, needs)
  if (!chosen) throw outrun()
  const infos = [chosen]
  // Anyone who may change the account's phone, or the company's identity provider, could have got as far.
  if (proof.means !== 'password') return infos
  for (const linked of await needs.store.linkedAccounts(account.company_id, account.id)) {
    if (linked.disabled || linked.password_state === 'issued') continue
    const isGuarded = await needs.secondFactors.isOn(linked.company_id, linked.id)
    const info = !isGuarded || proof.hasSecondFactor ? await companyInfo(linked, visitor, needs) : undefined
    if (info) infos.push(info)
  }
  return infos
}

/** Undefined where the account got another password, or was barred, since it was looked up. */
async function companyInfo(
  account: AccountRow,
  visitor: Visitor,
  needs: AdmissionNeeds,
): Promise<CompanyInfo | undefined> {
  const Utoken = await openSession(account, visitor, needs)
  if (Utoken === undefined) return undefined
  return {
    CompanyID: account.company_id,
    CompanyName: account.company_name,
    Role: account.role_id,
    RoleStatus: account.role_status,
    Permissions: permissionsOf(account, needs.variants),
    AdminRole: account.admin_role,
    Utoken,
    SaasID: SAAS_ID,
    UID: account.id,
    TimeZone: account.time_zone,
  }
}

async function openSession(
  account: AccountRow,
  visitor: Visitor,
  { store, clock, newId }: AdmissionNeeds,
): Promise<string | undefined> {
  const token = newToken()
  const createdAt = clock.now()
  const isOpen = await store.insertSession(account, {
    id: newId(),
    tokenHash: hashOf(token),
    accountId: account.id,
    createdAt,
    expiresAt: createdAt + LIFETIME_MS,
    ...visitor,
  })
  return isOpen ? token : undefined
}

/** The account got another password, or was barred, while this log-in was checked. */
function outrun(): Refusal {
  return fault('loginInvalid', 'Ticket', 'loginTicket')
}

export function hashOf(token: string): string {
  const hash = hashOfToken(token)
  if (hash === undefined) throw new Error('a new token is no token')
  return hash
}

function permissionsOf(
  role: { role_status: number; permissions: string },
  variants: readonly Variant[],
): string {
  const rights = rightsOfRole(role, variants)
  return JSON.stringify([...rights].map(([page, features]) => permissionEntry(page, [...features])))
}
