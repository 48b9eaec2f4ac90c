/** How a company's identity provider is set up. Only full administrators do, so its map gives nothing that its author lacks. */
import type { ParsedBodyOf, ReplyOf } from '@vedette/contract/call'
import type { identityProvider, setIdentityProvider } from '@vedette/contract/calls/outer-login'
import { fault } from '@vedette/contract/reasons'

import type { Authority } from '../../authority/authority.ts'
import type { Clock } from '../../engines/clock.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import type { OpenId, ProviderAccess } from './openid.ts'
import { ProviderFault } from './provider-fault.ts'
import type { ProviderStore, StoredProvider } from './provider-store.ts'
import type { OuterLoginStore } from './store.ts'

const WELL_KNOWN = /\/\.well-known\/openid-configuration$/

export interface ProviderNeeds {
  providers: ProviderStore
  store: OuterLoginStore
  openId: OpenId
  secretBox: SecretBox
  authority: Pick<Authority, 'revokeAccount'>
  clock: Clock
  /** Where providers send browsers back to. */
  redirectUri: () => string
  /** Whether browsers of other machines would find that. */
  isReachable: boolean
}

export async function shownProvider(
  companyId: string,
  { providers, store, redirectUri }: ProviderNeeds,
): Promise<ReplyOf<typeof identityProvider>> {
  const stored = await providers.of(companyId)
  const around = { RedirectUri: redirectUri(), Accounts: await store.accounts(companyId) }
  if (!stored) return around
  return {
    ...around,
    Provider: {
      Name: stored.name,
      Issuer: stored.issuer,
      ClientID: stored.clientId,
      HasSecret: stored.secretBox !== null,
      Scopes: stored.scopes,
      GroupsClaim: stored.groupsClaim,
      Roles: stored.roles.map(({ group, roleId }) => ({ Group: group, RoleID: roleId })),
      MakesAccounts: stored.makesAccounts,
      AllRegions: stored.allRegions,
      GIDs: [...stored.regionIds],
      Future: stored.hasBelow,
      IsOn: stored.isOn,
      EndsSession: stored.endsSession,
    },
  }
}

export async function setProvider(
  companyId: string,
  wanted: ParsedBodyOf<typeof setIdentityProvider>,
  needs: ProviderNeeds,
): Promise<void> {
  const before = await needs.providers.of(companyId)
  if (!needs.isReachable) throw fault('unavailable', 'Issuer', 'publicUrlMissing')
  if (wanted.MakesAccounts && !wanted.AllRegions && wanted.GIDs.length === 0)
    throw fault('badInput', 'GIDs', 'noRegion')
  const issuer = issuerIn(wanted.Issuer)
  const { ClientSecret } = wanted
  const isSameClient = before?.issuer === issuer && before.clientId === wanted.ClientID
  // A secret goes to nobody but the provider that it was entered for.
  if (ClientSecret === undefined && before?.secretBox && !isSameClient)
    throw fault('badInput', 'ClientSecret', 'missing')
  const provider: StoredProvider = {
    name: wanted.Name,
    issuer,
    clientId: wanted.ClientID,
    secretBox:
      ClientSecret === undefined
        ? (before?.secretBox ?? null)
        : ClientSecret === ''
          ? null
          : needs.secretBox.seal(new Secret(ClientSecret), ownerOf(companyId)),
    scopes: withOpenid(wanted.Scopes),
    groupsClaim: wanted.GroupsClaim,
    roles: wanted.Roles.map(({ Group, RoleID }) => ({ group: Group, roleId: RoleID })),
    makesAccounts: wanted.MakesAccounts,
    allRegions: wanted.AllRegions,
    regionIds: wanted.AllRegions ? [] : [...new Set(wanted.GIDs)],
    hasBelow: wanted.Future,
    isOn: wanted.IsOn,
    endsSession: wanted.EndsSession,
  }
  if (provider.isOn) await check(accessTo(companyId, provider, needs), needs)
  await needs.providers.put(companyId, provider)
  if (before && verdictOf(before) !== verdictOf(provider)) await endSessions(companyId, needs)
}

export async function deleteProvider(companyId: string, needs: ProviderNeeds): Promise<void> {
  await needs.providers.delete(companyId)
  await endSessions(companyId, needs)
}

export function accessTo(
  companyId: string,
  { issuer, clientId, secretBox, scopes }: StoredProvider,
  needs: Pick<ProviderNeeds, 'secretBox'>,
): ProviderAccess {
  const secret = secretBox === null ? undefined : needs.secretBox.open(secretBox, ownerOf(companyId))
  return { issuer, clientId, secret, scopes }
}

function ownerOf(companyId: string) {
  return { companyId, did: 'identity provider' }
}

/** The issuer as the provider's tokens name it; people also have the address of its document. */
function issuerIn(typed: string): string {
  const text = typed.replace(WELL_KNOWN, '')
  const url = URL.parse(text)
  const isPlain =
    url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password
  if (!isPlain || text.includes('/.well-known/')) throw fault('badInput', 'Issuer', 'providerScheme')
  return text
}

function withOpenid(scopes: string): string {
  const names = scopes.split(' ')
  return names.includes('openid') ? scopes : ['openid', ...names].join(' ')
}

async function check(access: ProviderAccess, { openId }: ProviderNeeds): Promise<void> {
  try {
    await openId.check(access)
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    if (error.trouble === 'address') throw fault('addressNotAllowed', 'Issuer', 'providerAddress')
    throw fault('unavailable', 'Issuer', 'providerSilent', { Detail: error.detail })
  }
}

/** What decides who somebody is and may do: where that changes, everybody logs in anew. */
function verdictOf({ issuer, groupsClaim, roles, isOn }: StoredProvider): string {
  return JSON.stringify([issuer, groupsClaim, roles, isOn])
}

async function endSessions(companyId: string, { store, authority, clock }: ProviderNeeds): Promise<void> {
  for (const accountId of await store.accountsInUse(companyId, clock.now()))
    await authority.revokeAccount(companyId, accountId)
}
