import {
  keepOwnWall,
  namedWalls,
  ownWalls,
  removeNamedWall,
  saveNamedWall,
} from '@vedette/contract/calls/wall'

import { type Route, serve } from '../../http/route.ts'
import { type NamedNeeds, namedWallsOf, removeWall, saveWall } from './named.ts'
import { wallStore } from './store.ts'

export function wallModule(rest: Omit<NamedNeeds, 'store'>): Route[] {
  const { clock } = rest
  const store = wallStore(rest.storage)
  const needs = { ...rest, store }
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

    serve(namedWalls, async (_body, session) => {
      const List = await namedWallsOf(session, needs)
      return { Total: List.length, List }
    }),

    serve(saveNamedWall, async (wanted, session, visitor) => {
      visitor.tell({ name: wanted.Name })
      return { WallID: await saveWall(session, wanted, needs) }
    }),

    serve(removeNamedWall, async ({ WallID }, session) => {
      await removeWall(session, WallID, needs)
      return {}
    }),
  ]
}
