/** Who may see and do what. Every answer is a verdict of `Authority.check`, so it cannot differ from what calls get. */
import { deviceList } from '@vedette/contract/calls/device'
import { watchLive } from '@vedette/contract/calls/media'
import type { rightsOfAccount, rightsOfDevice, whyRefused } from '@vedette/contract/calls/rights'
import type { ReplyOf } from '@vedette/contract/call'
import type { Call, ExampleIds } from '@vedette/contract/call'
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
  authority: Pick<Authority, 'check' | 'principalOfAccount'>
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
  let verdict = await authority.check(principal, watchLive, [])
  for (let after = ''; ;) {
    const devices = await store.devices(companyId, after, DEVICES_AT_ONCE)
    const last = devices.at(-1)
    if (!last) break
    after = last.did
    const objects = devices.map(({ did }) => ({ kind: 'device' as const, id: did }))
    const checked = await authority.check(principal, watchLive, objects)
    if (checked.kind !== 'admitted') verdict = checked
    const barred = new Set(checked.kind === 'barred' ? checked.objects.map(({ id }) => id) : [])
    const isNone = account.disabled || (checked.kind !== 'barred' && checked.kind !== 'admitted')
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
    Why: account.disabled ? 'disabled' : whyOf(verdict).Why,
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
    const watch = await authority.check(principal, watchLive, objects)
    const list = await authority.check(principal, deviceList, objects)
    const may = (verdict: Verdict): boolean => !disabled && verdict.kind === 'admitted'
    List.push({
      AccountID: id,
      Account: `${companyCode}_${name}`,
      RoleName: role_name,
      Watch: may(watch),
      List: may(list),
      Why: disabled ? 'disabled' : whyOf(watch).Why,
    })
  }
  return { Total: await store.accountCount(companyId), List }
}

export async function why(
  { companyId, companyCode }: Principal,
  asked: {
    accountId: string
    path: string
    objects: readonly ObjectRef[]
    previewRoleId?: string | undefined
  },
  { store, authority }: RightsNeeds,
): Promise<ReplyOf<typeof whyRefused>> {
  const { accountId, path, objects, previewRoleId } = asked
  const call = CALLS.find((it) => it.path === path)
  if (!call) throw fault('badInput', 'Path', 'notOffered')
  const account = await store.account(companyId, accountId)
  if (!account) throw new Refusal('noSuchAccount')
  // No matter who it is, and whatever became of the account.
  if (call.access === 'public') return { ...REFUSED, Admitted: true, Why: 'admitted' }
  if (account.disabled) return { ...REFUSED, Why: 'disabled' }
  const company = { id: companyId, code: companyCode }
  const principal = await authority.principalOfAccount(company, accountId, previewRoleId)
  if (!principal && previewRoleId !== undefined) return { ...REFUSED, Why: 'mayNotPreview' }
  // Checks in the gate's order: what all of the call's ways need comes before what this one needs.
  const atAll = await authority.check(principal, call, [])
  return whyOf(atAll.kind === 'admitted' ? await authority.check(principal, usually(call), objects) : atAll)
}

const NO_IDS: ExampleIds = { device: 'CAM-0000000001', region: '1', account: '1', role: '1', picture: '1' }

/** The path alone does not tell which of two things a call is to do: its example does. */
function usually(call: Call): Call {
  if (!call.accessOf || !call.example) return call
  return { ...call, access: call.accessOf(call.body.parse(call.example(NO_IDS))) }
}

const REFUSED = { Admitted: false, Grants: [], Objects: [] }

function whyOf(verdict: Verdict): ReplyOf<typeof whyRefused> {
  switch (verdict.kind) {
    case 'admitted':
      return { ...REFUSED, Admitted: true, Why: 'admitted' }
    case 'preview':
      return { ...REFUSED, Why: 'preview' }
    case 'lacksGrant':
      return verdict.grants.length === 0
        ? { ...REFUSED, Why: 'administratorsOnly' }
        : { ...REFUSED, Why: 'lacksGrant', Grants: [...verdict.grants] }
    case 'barred': {
      const [first] = verdict.objects
      return {
        ...REFUSED,
        Why: first?.why ?? 'unknown',
        Objects: verdict.objects.map(({ kind, id }) => ({ Kind: kind, ID: id })),
      }
    }
    // The account was deleted meanwhile.
    case 'nobody':
      throw new Refusal('noSuchAccount')
    case 'tooMany':
      throw new Error('the X-ray asks of more things than a call can name')
  }
}
