import { setPasswordRule } from '@vedette/contract/calls/company'

import { type Route, serve } from '../../http/route.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { companyStore } from './store.ts'

export function companyModule(storage: Storage): Route[] {
  const store = companyStore(storage)
  return [
    serve(setPasswordRule, async ({ PasswordRule }, { companyId }, visitor) => {
      visitor.tell({ rule: PasswordRule })
      await store.setPasswordRule(companyId, PasswordRule)
      return {}
    }),
  ]
}
