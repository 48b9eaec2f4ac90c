import { Refusal } from '@vedette/contract/codes'

import type { Principal } from '../../authority/principal.ts'
import { hashOfToken, newToken } from '../../authority/token.ts'
import type { Visitor } from '../../http/route.ts'
import { checkOwn, permissionsOf, type RoleNeeds } from './role.ts'

export const PREVIEW_MS = 30 * 60 * 1000

/** Opens a session that looks at what the role may do, with the caller's own regions. */
export async function previewRole(
  session: Principal,
  id: string,
  visitor: Pick<Visitor, 'address' | 'userAgent'>,
  needs: RoleNeeds,
) {
  const { storage, store, clock, newId, variants } = needs
  const { companyId, accountId, sessionId } = session
  const role = await storage.transaction((transaction) => store.role(companyId, id, transaction))
  if (!role) throw new Refusal('noDataAuthority')
  checkOwn(session, role, variants)
  const Utoken = newToken()
  const tokenHash = hashOfToken(Utoken)
  if (tokenHash === undefined) throw new Error('a new token is no token')
  const createdAt = clock.now()
  const expiresAt = createdAt + PREVIEW_MS
  const { address, userAgent } = visitor
  const preview = { roleId: id, of: sessionId }
  const made = { id: newId(), tokenHash, accountId, createdAt, expiresAt, address, userAgent, preview }
  // It may have ended since the call was authorized.
  if (!(await store.insertPreview(companyId, made, sessionId))) throw new Refusal('tokenExpired')
  return {
    Utoken,
    Role: id,
    RoleName: role.name,
    RoleStatus: role.role_status,
    Permissions: permissionsOf(role, variants),
    ExpiresAt: expiresAt,
  }
}
