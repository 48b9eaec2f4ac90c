import {
  deleteRole,
  newRole,
  ownRights,
  previewRole,
  roleList,
  updateRole,
} from '@vedette/contract/calls/role'
import { permissionEntry } from '@vedette/contract/catalogue'

import { type Route, serve } from '../../http/route.ts'
import { previewRole as preview } from './preview.ts'
import { addRole, deleteRole as remove, type RoleNeeds, rolesOf, updateRole as update } from './role.ts'

export function roleRoutes(needs: RoleNeeds): Route[] {
  return [
    serve(roleList, async ({ Keyword, Page, PageSize }, session) => {
      const range = { offset: (Page - 1) * PageSize, limit: PageSize }
      const [Total, List] = await Promise.all([
        needs.store.total(session.companyId, Keyword),
        rolesOf(session, Keyword, range, needs),
      ])
      return { Total, List }
    }),

    serve(newRole, async (body, session, visitor) => {
      const { id, gained, lost } = await addRole(session, body, needs)
      visitor.tell({ role: body.RoleName, gained, lost })
      return { id }
    }),

    serve(updateRole, async (body, session, visitor) => {
      const { gained, lost } = await update(session, body, needs)
      visitor.tell({ gained, lost })
      return {}
    }),

    serve(deleteRole, async ({ id }, session) => {
      await remove(session, id, needs)
      return {}
    }),

    serve(ownRights, async (_body, session) => ({
      Role: session.roleId,
      RoleStatus: session.roleStatus,
      Permissions: JSON.stringify(
        [...session.pages].map(([page, features]) => permissionEntry(page, [...features])),
      ),
    })),

    serve(previewRole, ({ id }, session, visitor) => preview(session, id, visitor, needs)),
  ]
}
