import type { Variant } from '@vedette/contract/pages'

import type { Authority } from '../../authority/authority.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { Route } from '../../http/route.ts'
import { Attempts } from './attempts.ts'
import { sessionRoutes } from './routes.ts'
import { attemptStore, sessionStore } from './store.ts'
import { Turns } from '../../http/turns.ts'

export { hashPassword } from './password.ts'

const DERIVATIONS_AT_ONCE = 2
/** About a second and a half of work: who comes later had better try again. */
const LONGEST_LINE = 64

interface Needs {
  storage: Storage
  authority: Authority
  clock: Clock
  newId: () => string
  variants: readonly Variant[]
}

export function sessionModule({ storage, ...needs }: Needs): Route[] {
  return sessionRoutes({
    ...needs,
    store: sessionStore(storage),
    attempts: new Attempts(attemptStore(storage), needs.clock),
    turns: new Turns(DERIVATIONS_AT_ONCE, LONGEST_LINE),
  })
}
