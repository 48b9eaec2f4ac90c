/** Looking at the console as a role sees it. */
import type { ReplyOf } from '@vedette/contract/call'
import type { previewRole } from '@vedette/contract/calls/role'
import { navigate } from 'wouter/use-hash-location'

import { session } from './session.ts'

export function beginPreview(opened: ReplyOf<typeof previewRole>): void {
  const { Utoken, Role, RoleStatus, Permissions, RoleName, ExpiresAt } = opened
  navigate('/', { replace: false })
  session.beginPreview(
    { Utoken, Role, RoleStatus, Permissions },
    { roleName: RoleName, expiresAt: ExpiresAt },
  )
}
