/** Who may see and do what. Every answer is a verdict of `Authority.judge`, so it cannot differ from what calls get. */
import { deviceList } from '@vedette/contract/calls/device'
import { watchLive } from '@vedette/contract/calls/media'
import type { rightsOfAccount, rightsOfDevice, whyRefused } from '@vedette/contract/calls/rights'
import type { ReplyOf } from '@vedette/contract/call'
import { CALLS } from '@vedette/contract/catalogue'
import { Refusal } from '@vedette/contract/codes'
import type { ObjectRef } from '@vedette/contract/ids'
import { fault } from '@vedette/contract/reasons'

import type { Authority } from '../../authority/authority.ts'
import type { Verdict } from '../../authority/authorize.ts'
import { includesRegion, type Principal } from '../../authority/principal.ts'
import type { RightsStore } from './store.ts'

const DEVICES_AT_ONCE = 5000
const DEVICES_TOLD = 50

export interface RightsNeeds {
  store: RightsStore
  authority: Pick<Authority, 'judge' | 'principalOfAccount'>
}

export async function ofAccount(
  session: Principal,
  accountId: string,
  { store, authority }: RightsNeeds,
): Promise<ReplyOf<typeof rightsOfAccount>> {
  const { companyId, companyCode } = session
  const [account, principal] = await Promise.all([
    store.account(companyId, accountId),
    authority.principalOfAccount({ id: companyId, code: companyCode }, accountId),
  ])
  if (!account || !principal) throw new Refusal('noSuchAccount')
  const regions = (await store.regions(companyId)).filter(({ id }) => includesRegion(principal.regions, id))
  const seen = { count: 0, inAll: 0, some: [] as { DID: string; DevName: string }[] }
  for (let after = ''; ;) {
    const devices = await store.devices(companyId, after, DEVICES_AT_ONCE)
    const last = devices.at(-1)
    if (!last) break
    after = last.did
    const objects = devices.map(({ did }) => ({ kind: 'device' as const, id: did }))
    const verdict = await authority.judge(principal, watchLive, objects)
    const barred = new Set(verdict.kind === 'barred' ? verdict.objects.map(({ id }) => id) : [])
    const isNone = account.disabled || (verdict.kind !== 'barred' && verdict.kind !== 'admitted')
    const allowed = isNone ? [] : devices.filter(({ did }) => !barred.has(did))
    seen.inAll += devices.length
    seen.count += allowed.length
    for (const { did, name } of allowed.slice(0, DEVICES_TOLD - seen.some.length))
      seen.some.push({ DID: did, DevName: name })
  }
  return {
    Account: `${companyCode}_${account.name}`,
    RoleName: account.role_name,
    RoleStatus: principal.roleStatus,
    Disabled: account.disabled === 1,
    Grants: [...principal.pages].flatMap(([page, features]) => [
      page,
      ...[...features].map((feature) => `${page}.${feature}`),
    ]),
    AllRegions: principal.regions === 'all',
    Regions: regions.map(({ id, name }) => ({ GID: id, GroupName: name })),
    Devices: seen.count,
    DevicesInAll: seen.inAll,
    Some: seen.some,
  }
}

export async function ofDevice(
  session: Principal,
  { did, offset, limit }: { did: string; offset: number; limit: number },
  { store, authority }: RightsNeeds,
): Promise<ReplyOf<typeof rightsOfDevice>> {
  const { companyId, companyCode } = session
  const objects = [{ kind: 'device', id: did } as const]
  const rows = await store.accounts(companyId, offset, limit)
  const List: ReplyOf<typeof rightsOfDevice>['List'] = []
  for (const { id, name, disabled, role_name } of rows) {
    const principal = await authority.principalOfAccount({ id: companyId, code: companyCode }, id)
    const watch = await authority.judge(principal, watchLive, objects)
    const list = await authority.judge(principal, deviceList, objects)
    const may = (verdict: Verdict): boolean => !disabled && verdict.kind === 'admitted'
    const why = disabled ? 'disabled' : whyOf(watch).Why
    List.push({
      AccountID: id,
      Account: `${companyCode}_${name}`,
      RoleName: role_name,
      Watch: may(watch),
      List: may(list),
      Why: why === 'administratorsOnly' ? 'lacksGrant' : why,
    })
  }
  return { Total: await store.accountCount(companyId), List }
}

export async function why(
  session: Principal,
  asked: { accountId: string; path: string; objects: readonly ObjectRef[] },
  { store, authority }: RightsNeeds,
): Promise<ReplyOf<typeof whyRefused>> {
  const { companyId, companyCode } = session
  const call = CALLS.find(({ path }) => path === asked.path)
  if (!call) throw fault('badInput', 'Path', 'notOffered')
  const account = await store.account(companyId, asked.accountId)
  const principal = await authority.principalOfAccount({ id: companyId, code: companyCode }, asked.accountId)
  if (!account || !principal) throw new Refusal('noSuchAccount')
  if (account.disabled) return { Admitted: false, Why: 'disabled', Grants: [], Objects: [] }
  return whyOf(await authority.judge(principal, call, asked.objects))
}

function whyOf(verdict: Verdict): ReplyOf<typeof whyRefused> {
  const refused = { Admitted: false, Grants: [], Objects: [] }
  switch (verdict.kind) {
    case 'admitted':
      return { Admitted: true, Why: 'admitted', Grants: [], Objects: [] }
    case 'lacksGrant':
      return verdict.grants.length === 0
        ? { ...refused, Why: 'administratorsOnly' }
        : { ...refused, Why: 'lacksGrant', Grants: [...verdict.grants] }
    case 'barred': {
      const [first] = verdict.objects
      return {
        ...refused,
        Why: first?.why ?? 'unknown',
        Objects: verdict.objects.map(({ kind, id }) => ({ Kind: kind, ID: id })),
      }
    }
    case 'nobody':
    case 'preview':
    case 'tooMany':
      return { ...refused, Why: 'unknown' }
  }
}
