import type { Route } from '../../http/route.ts'
import { accountRoutes } from './routes.ts'
import { accountStore } from './store.ts'

export { type OuterAccounts, outerAccounts } from './outer-account.ts'

export function accountModule(needs: Omit<Parameters<typeof accountRoutes>[0], 'store'>): Route[] {
  return accountRoutes({ ...needs, store: accountStore(needs.storage) })
}
