import type { Access, Call } from '@vedette/contract/call'
import { Refusal } from '@vedette/contract/codes'
import type { ObjectKind, ObjectRef } from '@vedette/contract/ids'
import { type Grant, pageOfGrant } from '@vedette/contract/pages'

import { includesRegion, type Principal } from './principal.ts'
import { FULL_ADMINISTRATOR } from './rights.ts'
import type { AuthorityStore } from './store.ts'

/** More objects than any call of the contract can need. */
const MAX_OBJECTS = 10_000

/** What of a call is checked. A call that does not say what it does changes something. */
export type CheckedCall = Pick<Call, 'path' | 'access'> &
  Partial<Pick<Call, 'effect' | 'inPreview' | 'forSeveral' | 'listedFor'>>

/** Why an object may not be used: the caller is told neither. */
export interface BarredObject extends ObjectRef {
  /** `unknown`: there is none of this id in the company · `region`: it is of regions that the caller does not see. */
  why: 'unknown' | 'region'
}

export type Verdict =
  | { kind: 'admitted' }
  | { kind: 'nobody' }
  | { kind: 'preview' }
  /** Holds none of what admits; empty where only full administrators are admitted, or an access token is for other calls. */
  | { kind: 'lacksGrant'; grants: readonly Grant[] }
  | { kind: 'tooMany' }
  | { kind: 'barred'; objects: BarredObject[] }

/** The rules behind `Authority.authorize`. What they do not admit in so many words is refused. */
export async function check(
  store: AuthorityStore,
  principal: Principal | undefined,
  call: CheckedCall,
  objects: readonly ObjectRef[],
): Promise<Verdict> {
  const { access } = call
  if (access === 'public' && objects.length === 0) return { kind: 'admitted' }
  if (!principal) return { kind: 'nobody' }
  const { only } = principal
  if (only && !only.calls.includes(call.path)) return { kind: 'lacksGrant', grants: [] }
  if (!isAdmitted(principal, access))
    return { kind: 'lacksGrant', grants: typeof access === 'string' ? [] : access }
  if (principal.preview && (call.effect ?? 'changes') === 'changes' && !call.inPreview)
    return { kind: 'preview' }
  const also = alsoNeeded(principal, call, objects)
  if (also && !holds(principal, also)) return { kind: 'lacksGrant', grants: [also] }
  if (objects.length > MAX_OBJECTS) return { kind: 'tooMany' }
  const outside = only ? objects.filter(({ kind, id }) => kind !== 'device' || id !== only.did) : []
  const barred: BarredObject[] = outside.map((object) => ({ ...object, why: 'unknown' }))
  if (barred.length > 0) return { kind: 'barred', objects: barred }
  for (const kind of new Set(objects.map((object) => object.kind))) {
    const ids = objects.filter((object) => object.kind === kind).map((object) => object.id)
    barred.push(...(await barredAmong(store, principal, kind, ids)))
  }
  return barred.length > 0 ? { kind: 'barred', objects: barred } : { kind: 'admitted' }
}

/** Throws what the caller is told of a verdict. */
export function enforce(verdict: Verdict): void {
  switch (verdict.kind) {
    case 'admitted':
      return
    case 'nobody':
      throw new Refusal('notLoggedIn')
    case 'preview':
      throw new Refusal('previewOnly')
    case 'lacksGrant':
      throw new Refusal('noPermission')
    case 'tooMany':
      throw new Refusal('tooLarge', { Limit: MAX_OBJECTS })
    case 'barred':
      throw new Refusal('noDataAuthority')
  }
}

function isAdmitted(principal: Principal, access: Access): boolean {
  if (access === 'session' || access === 'public') return true
  if (access === 'administrator')
    return principal.roleStatus === FULL_ADMINISTRATOR && principal.regions === 'all'
  return access.some((grant) => holds(principal, grant))
}

/** What is done to several at once, or to others by a call about oneself, may need more than the call itself. */
function alsoNeeded(
  { roleId }: Principal,
  { forSeveral, listedFor }: CheckedCall,
  objects: readonly ObjectRef[],
): Grant | undefined {
  if (objects.length > 1 && forSeveral) return forSeveral
  return objects.some(({ kind, id }) => kind !== 'role' || id !== roleId) ? listedFor : undefined
}

export function holds(principal: Pick<Principal, 'pages'>, grant: Grant): boolean {
  const page = pageOfGrant(grant)
  const features = principal.pages.get(page)
  if (!features) return false
  return grant === page || features.has(grant.slice(page.length + 1))
}

/** An id that is unknown, of another company or of another region takes one path, so that answers tell nothing apart. */
async function barredAmong(
  store: AuthorityStore,
  { companyId, regions }: Principal,
  kind: ObjectKind,
  ids: readonly string[],
): Promise<BarredObject[]> {
  const barred = (isSeen: (id: string) => boolean | undefined): BarredObject[] =>
    ids.flatMap((id) => {
      const seen = isSeen(id)
      return seen === true ? [] : [{ kind, id, why: seen === undefined ? 'unknown' : 'region' } as const]
    })
  switch (kind) {
    case 'device': {
      const found = await store.regionsOfDevices(companyId, ids)
      return barred((id) => {
        const region = found.get(id)
        return region === undefined ? undefined : includesRegion(regions, region)
      })
    }
    case 'picture': {
      const found = await store.regionsOfPictures(companyId, ids)
      return barred((id) => {
        const region = found.get(id)
        return region === undefined ? undefined : includesRegion(regions, region)
      })
    }
    case 'region': {
      const found = await store.known(companyId, 'region', ids)
      return barred((id) => (found.has(id) ? includesRegion(regions, id) : undefined))
    }
    case 'account': {
      const found = await store.regionsOfAccounts(companyId, ids)
      return barred((id) => {
        const bound = found.get(id)
        if (bound === undefined || regions === 'all') return bound && true
        return bound !== 'all' && bound.every((region) => regions.has(region))
      })
    }
    case 'role': {
      const found = await store.known(companyId, 'role', ids)
      return barred((id) => found.has(id) || undefined)
    }
  }
}
