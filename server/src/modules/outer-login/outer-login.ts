/** Log-ins at a company's identity provider: docs/decisions/0054-single-sign-on.md. */
import { createHash } from 'node:crypto'

import type { ParsedBodyOf, ReplyOf } from '@vedette/contract/call'
import type { outerLogin, outerLoginBegin } from '@vedette/contract/calls/outer-login'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import { hashOfToken, newToken } from '../../authority/token.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Throttle } from '../../engines/throttle.ts'
import { networkOf } from '../../http/network.ts'
import type { Visitor } from '../../http/route.ts'
import type { Quota } from '../../http/quota.ts'
import type { OuterAccounts } from '../account/index.ts'
import type { OuterAdmission } from '../session/index.ts'
import { groupsIn, namesIn } from './claims.ts'
import type { OuterLogOuts } from './log-outs.ts'
import type { Confirmed, OpenId } from './openid.ts'
import { ProviderFault } from './provider-fault.ts'
import type { StoredProvider } from './provider-store.ts'
import { accessTo, type ProviderNeeds } from './providers.ts'
import type { OuterLoginStore } from './store.ts'

/** How long a person may take at the provider. */
export const AT_PROVIDER_MS = 10 * 60 * 1000
/** Log-ins begun and ended from one address: a whole control room logs in at once, behind one. */
const LOGINS = { limit: 200, windowMs: 15 * 60 * 1000 }

export interface OuterLoginNeeds extends ProviderNeeds {
  store: OuterLoginStore
  openId: OpenId
  clock: Clock
  throttle: Throttle
  /** Limits requests to providers: a slow one keeps no other company waiting. */
  quota: Quota
  accounts: OuterAccounts
  admission: OuterAdmission
  logOuts: Pick<OuterLogOuts, 'keep'>
}

export async function begin(
  { EnterpriseCode }: ParsedBodyOf<typeof outerLoginBegin>,
  visitor: Visitor,
  needs: OuterLoginNeeds,
): Promise<{ Url: string }> {
  await needs.throttle.take(['outer logins', networkOf(visitor.address)], LOGINS)
  const company = await needs.store.company(EnterpriseCode.toLowerCase())
  const provider = company && (await needs.providers.of(company.id))
  if (!company || !provider?.isOn) throw fault('unavailable', 'EnterpriseCode', 'outerOff')
  const bond = { state: newToken(), nonce: newToken(), verifier: newToken() }
  // What the browser has it keeps: log-ins of two tabs are two states of one browser.
  const binding = hashOfToken(visitor.cookie ?? '') === undefined ? newToken() : (visitor.cookie ?? '')
  const Url = await inTurn(company.id, needs, () =>
    asking(provider, () =>
      needs.openId.begin(accessTo(company.id, provider, needs), bond, needs.redirectUri()),
    ),
  )
  const now = needs.clock.now()
  const open = { companyId: company.id, bindingHash: sha256(binding), ...bond }
  await needs.store.begin(sha256(bond.state), open, now, now + AT_PROVIDER_MS)
  visitor.setCookie(binding, AT_PROVIDER_MS)
  return { Url }
}

export async function finish(
  sent: ParsedBodyOf<typeof outerLogin>,
  visitor: Visitor,
  needs: OuterLoginNeeds,
): Promise<ReplyOf<typeof outerLogin>> {
  await needs.throttle.take(['outer logins', networkOf(visitor.address)], LOGINS)
  const companyId = await needs.store.companyOf(sha256(sent.State))
  if (companyId === undefined) throw fault('loginInvalid', 'State', 'outerBegun')
  // An overload is told before the state is used up: the same log-in can be tried again.
  return inTurn(companyId, needs, () => finishInTurn(sent, visitor, needs))
}

async function finishInTurn(
  { State, Code, Issuer }: ParsedBodyOf<typeof outerLogin>,
  visitor: Visitor,
  needs: OuterLoginNeeds,
): Promise<ReplyOf<typeof outerLogin>> {
  const open = await needs.store.take(sha256(State), needs.clock.now())
  if (!open || open.bindingHash !== sha256(visitor.cookie ?? ''))
    throw fault('loginInvalid', 'State', 'outerBegun')
  const { companyId, nonce, verifier } = open
  const provider = await providerOf(companyId, needs)
  const callback = new URL(needs.redirectUri())
  callback.search = new URLSearchParams({
    code: Code,
    state: State,
    ...(Issuer === undefined ? {} : { iss: Issuer }),
  }).toString()
  const hasEnough = (claims: Confirmed['claims']): boolean =>
    groupsIn(claims, provider.groupsClaim) !== undefined && typeof claims['name'] === 'string'
  const person = await asking(provider, () =>
    needs.openId.finish(
      accessTo(companyId, provider, needs),
      { state: State, nonce, verifier },
      callback,
      hasEnough,
    ),
  )
  // It may be another one, or another map, since it was asked.
  const inForce = await providerOf(companyId, needs)
  if (inForce.issuer !== provider.issuer) throw fault('loginInvalid', 'State', 'outerBegun')
  const accountId = await accountOf(companyId, inForce, person, visitor, needs)
  const reply = await needs.admission.admit(companyId, accountId, visitor)
  const [info] = reply.CompanyInfos
  if (info && inForce.endsSession && person.endUrl !== undefined)
    await needs.logOuts.keep(companyId, info.Utoken, person.endUrl)
  return reply
}

async function providerOf(
  companyId: string,
  { providers }: Pick<OuterLoginNeeds, 'providers'>,
): Promise<StoredProvider> {
  const provider = await providers.of(companyId)
  if (!provider?.isOn) throw fault('unavailable', 'EnterpriseCode', 'outerOff')
  return provider
}

/** Finds by issuer and subject alone: anyone who has the same e-mail address is nobody in particular. */
async function accountOf(
  companyId: string,
  provider: StoredProvider,
  { issuer, subject, claims }: Confirmed,
  visitor: Visitor,
  needs: OuterLoginNeeds,
): Promise<string> {
  const known = await needs.store.accountOf(companyId, issuer, subject)
  if (known !== undefined) await needs.admission.recognise(companyId, known, visitor)
  const groups = new Set(groupsIn(claims, provider.groupsClaim))
  const roleId = provider.roles.find(({ group }) => groups.has(group))?.roleId
  if (roleId === undefined) {
    // Nor does an earlier log-in go on, now that the platform knows.
    if (known !== undefined) await needs.authority.revokeAccount(companyId, known)
    throw fault('loginInvalid', 'State', 'outerNoRole', { Name: provider.name })
  }
  if (known !== undefined) {
    await needs.accounts.giveRole(companyId, known, roleId)
    return known
  }
  if (!provider.makesAccounts) throw fault('loginInvalid', 'State', 'outerNoAccount', { Name: provider.name })
  const { allRegions, regionIds, hasBelow } = provider
  visitor.tell({ made: 'account' })
  return needs.accounts.make(
    companyId,
    { issuer, subject, ...namesIn({ ...claims, sub: subject }) },
    { roleId, binding: { regionIds: allRegions ? undefined : regionIds, hasBelow } },
  )
}

async function inTurn<T>(
  companyId: string,
  { quota }: Pick<OuterLoginNeeds, 'quota'>,
  run: () => Promise<T>,
): Promise<T> {
  const giveBack = quota.take(companyId)
  if (!giveBack) throw new Refusal('overloaded')
  try {
    return await run()
  } finally {
    giveBack()
  }
}

async function asking<T>({ name: Name }: StoredProvider, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    if (error.trouble === 'silent') throw fault('unavailable', 'State', 'outerSilent', { Name })
    throw fault('loginInvalid', 'State', 'outerDoubtful', { Name, Detail: error.detail })
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
