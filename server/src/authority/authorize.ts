import type { Access } from '@vedette/contract/call'
import { Refusal } from '@vedette/contract/codes'
import type { ObjectKind, ObjectRef } from '@vedette/contract/ids'
import { type Grant, pageOfGrant } from '@vedette/contract/pages'

import { includesRegion, type Principal } from './principal.ts'
import type { AuthorityStore } from './store.ts'

/** More objects than any call of the contract can need. */
const MAX_OBJECTS = 10_000

/** The rules behind `Authority.authorize`. What they do not admit in so many words is refused. */
export async function authorize(
  store: AuthorityStore,
  principal: Principal | undefined,
  access: Access,
  objects: readonly ObjectRef[],
): Promise<void> {
  if (access === 'public' && objects.length === 0) return
  if (!principal) throw new Refusal('notLoggedIn')
  if (!isAdmitted(principal, access)) throw new Refusal('noPermission')
  if (objects.length > MAX_OBJECTS) throw new Refusal('tooLarge', { Limit: MAX_OBJECTS })
  for (const kind of new Set(objects.map((object) => object.kind))) {
    const ids = objects.filter((object) => object.kind === kind).map((object) => object.id)
    if (!(await areAllowed(store, principal, kind, ids))) throw new Refusal('noDataAuthority')
  }
}

function isAdmitted(principal: Principal, access: Access): boolean {
  if (access === 'session' || access === 'public') return true
  return access.some((grant) => holds(principal, grant))
}

function holds(principal: Principal, grant: Grant): boolean {
  const page = pageOfGrant(grant)
  const features = principal.pages.get(page)
  if (!features) return false
  return grant === page || features.has(grant.slice(page.length + 1))
}

/** An id that is unknown, of another company or of another region takes one path, so that answers tell nothing apart. */
async function areAllowed(
  store: AuthorityStore,
  principal: Principal,
  kind: ObjectKind,
  ids: readonly string[],
): Promise<boolean> {
  const { companyId, regions } = principal
  switch (kind) {
    case 'device': {
      const found = await store.regionsOfDevices(companyId, ids)
      return ids.every((id) => {
        const region = found.get(id)
        return region !== undefined && includesRegion(regions, region)
      })
    }
    case 'region': {
      const found = await store.known(companyId, 'region', ids)
      return ids.every((id) => found.has(id) && includesRegion(regions, id))
    }
    case 'account':
    case 'role': {
      const found = await store.known(companyId, kind, ids)
      return ids.every((id) => found.has(id))
    }
  }
}
