import type { Route } from '../../http/route.ts'
import type { RoleNeeds } from './role.ts'
import { roleRoutes } from './routes.ts'
import { roleStore } from './store.ts'

export function roleModule(needs: Omit<RoleNeeds, 'store'>): Route[] {
  return roleRoutes({ ...needs, store: roleStore(needs.storage) })
}
