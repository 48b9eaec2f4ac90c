import type { CompanyInfo } from '@vedette/contract/calls/user'
import { permissionEntry } from '@vedette/contract/catalogue'
import { Refusal } from '@vedette/contract/codes'
import type { Variant } from '@vedette/contract/pages'

import { rightsOfRole } from '../../authority/rights.ts'
import { hashOfToken, LIFETIME_MS, newToken } from '../../authority/token.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Visitor } from '../../http/route.ts'
import type { Attempts } from './attempts.ts'
import { isNobodysPassword, isPassword } from './password.ts'
import type { SessionStore } from './store.ts'
import type { Turns } from '../../http/turns.ts'

/** The platform's id in CompanyInfos. */
const SAAS_ID = 'vedette'

export interface LoginNeeds {
  store: SessionStore
  attempts: Attempts
  /** Deriving a key takes 20 ms of a core and 19 MiB, so few may at once. */
  turns: Turns
  clock: Clock
  newId: () => string
  variants: readonly Variant[]
}

interface Credentials {
  EnterpriseCode: string
  Account: string
  Password: string
}

/** Opens a session. A wrong enterprise, account and password are one refusal, after the same work. */
export async function login(
  credentials: Credentials,
  visitor: Visitor,
  needs: LoginNeeds,
): Promise<CompanyInfo[]> {
  const enterpriseCode = credentials.EnterpriseCode.toLowerCase()
  const accountName = bareName(credentials.Account, enterpriseCode)
  const attempt = { enterpriseCode, accountName, address: visitor.address }
  // Before the line, so that a guesser does not fill it, and again in his turn, when the tries before him are counted.
  await needs.attempts.check(attempt)
  const { company, account } = await needs.turns.take(async () => {
    await needs.attempts.check(attempt)
    const found = await verified(enterpriseCode, accountName, credentials.Password, needs.store)
    if (!found) {
      await needs.attempts.countFailure(attempt)
      throw new Refusal('wrongPassword')
    }
    return found
  })
  await needs.attempts.forgive(attempt)
  if (account.disabled) throw new Refusal('accountDisabled')
  const token = await openSession(company.id, account.id, visitor, needs)
  return [
    {
      CompanyID: company.id,
      CompanyName: company.name,
      Role: account.role_id,
      RoleStatus: account.role_status,
      Permissions: permissionsOf(account, needs.variants),
      AdminRole: account.admin_role,
      Utoken: token,
      SaasID: SAAS_ID,
      UID: account.id,
      TimeZone: company.time_zone,
    },
  ]
}

/** People may type the full name, `<enterprise>_<name>`, or the name alone; no bare name begins with its enterprise's code. */
function bareName(typed: string, enterpriseCode: string): string {
  const name = typed.toLowerCase()
  const prefix = `${enterpriseCode}_`
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}

async function verified(enterpriseCode: string, name: string, password: string, store: SessionStore) {
  const company = await store.companyByCode(enterpriseCode)
  const account = company && (await store.accountByName(company.id, name))
  const isRight = account?.password_hash
    ? await isPassword(password, account.password_hash)
    : await isNobodysPassword(password)
  return company && account && isRight ? { company, account } : undefined
}

async function openSession(
  companyId: string,
  accountId: string,
  visitor: Visitor,
  { store, clock, newId }: LoginNeeds,
): Promise<string> {
  const token = newToken()
  const tokenHash = hashOfToken(token)
  if (tokenHash === undefined) throw new Error('a new token is no token')
  const createdAt = clock.now()
  await store.insertSession(companyId, {
    id: newId(),
    tokenHash,
    accountId,
    createdAt,
    expiresAt: createdAt + LIFETIME_MS,
    ...visitor,
  })
  return token
}

function permissionsOf(
  role: { role_status: number; permissions: string },
  variants: readonly Variant[],
): string {
  const rights = rightsOfRole(role, variants)
  return JSON.stringify([...rights].map(([page, features]) => permissionEntry(page, [...features])))
}
