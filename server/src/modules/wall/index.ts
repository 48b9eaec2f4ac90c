import { keepOwnWall, ownWalls } from '@vedette/contract/calls/wall'

import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import { wallStore } from './store.ts'

export function wallModule({ storage, clock }: { storage: Storage; clock: Clock }): Route[] {
  const store = wallStore(storage)
  return [
    serve(ownWalls, async (_body, { companyId, accountId }) => {
      const List = (await store.all(companyId, accountId)).map(({ number, content, savedAt }) => ({
        Number: number,
        Wall: content,
        SavedAt: savedAt,
      }))
      return { Total: List.length, List }
    }),

    serve(keepOwnWall, async ({ Number, Wall }, { companyId, accountId, preview }) => {
      if (!preview)
        await store.keep(companyId, accountId, { number: Number, content: Wall, savedAt: clock.now() })
      return {}
    }),
  ]
}
