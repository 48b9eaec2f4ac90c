import type { Route } from '../../http/route.ts'
import { letIn } from './let-in.ts'
import { accountRoutes } from './routes.ts'
import { accountStore } from './store.ts'

export { type AccountNeeds, manageable } from './account.ts'
export { insertAccount } from './add.ts'
export { accountStore } from './store.ts'
export { type OuterAccounts, outerAccounts } from './outer-account.ts'

export function accountModule(needs: Omit<Parameters<typeof accountRoutes>[0], 'store'>): Route[] {
  return accountRoutes({ ...needs, store: accountStore(needs.storage) })
}

/** Opens what the operator's command needs. */
export function openLetIn(
  needs: Omit<Parameters<typeof letIn>[1], 'store'>,
): (fullName: string) => Promise<string> {
  return (fullName) => letIn(fullName, { ...needs, store: accountStore(needs.storage) })
}
