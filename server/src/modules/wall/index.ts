import {
  keepOwnWall,
  namedWalls,
  openWalls,
  ownWalls,
  removeNamedWall,
  saveNamedWall,
  sendToWall,
} from '@vedette/contract/calls/wall'

import { fault } from '@vedette/contract/reasons'

import type { Principal } from '../../authority/principal.ts'
import { type Route, serve } from '../../http/route.ts'
import { type NamedNeeds, namedWallsOf, removeWall, saveWall } from './named.ts'
import type { OpenWall, OpenWalls } from './open-walls.ts'
import { wallStore } from './store.ts'

export { OpenWalls } from './open-walls.ts'

export function wallModule({ open, ...rest }: Omit<NamedNeeds, 'store'> & { open: OpenWalls }): Route[] {
  const { clock } = rest
  const store = wallStore(rest.storage)
  const needs = { ...rest, store }
  const sees = async ({ companyId, accountId, roleId }: Principal, wallId: string): Promise<boolean> =>
    (await store.named(companyId, accountId, roleId)).some(({ id }) => id === wallId)
  /** Walls that both see: the one who has it open, and the one who asks. */
  const openFor = async (who: Principal): Promise<OpenWall[]> => {
    const found: OpenWall[] = []
    for (const wall of open.of(who.companyId))
      if ((await sees(who, wall.wallId)) && (await sees(wall.principal, wall.wallId))) found.push(wall)
    return found
  }
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

    serve(openWalls, async (_body, session) => {
      const List = (await openFor(session)).map(({ id, wallId, principal }) => ({
        OpenID: id,
        WallID: wallId,
        Account: principal.accountName,
      }))
      return { Total: List.length, List }
    }),

    serve(sendToWall, async ({ OpenID, ...camera }, session) => {
      const wall = (await openFor(session)).find(({ id }) => id === OpenID)
      if (!wall) throw fault('badInput', 'OpenID', 'wallClosed')
      const { companyId, regions } = wall.principal
      if (!(await store.hasDevice(companyId, regions, camera.DID)))
        throw fault('badInput', 'DID', 'wallMayNotSee')
      wall.show({ ...camera, Account: session.accountName })
      return {}
    }),
  ]
}
