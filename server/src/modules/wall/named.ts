/** Walls under names: each its account's, seen by the people of a role where it is shared. */
import type { ParsedBodyOf } from '@vedette/contract/call'
import { MOST_WALLS, type NamedWall, type saveNamedWall } from '@vedette/contract/calls/wall'
import { fault } from '@vedette/contract/reasons'

import type { Principal } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { FIRST_NAMED, type WallStore } from './store.ts'

const FULL_ADMINISTRATOR = 1

export interface NamedNeeds {
  storage: Storage
  store: WallStore
  clock: Clock
  newId: () => string
}

export async function namedWallsOf(
  { companyId, accountId, roleId }: Principal,
  { store }: Pick<NamedNeeds, 'store'>,
): Promise<NamedWall[]> {
  return (await store.named(companyId, accountId, roleId)).map((row) => ({
    WallID: row.id,
    Name: row.name,
    Wall: row.content,
    RoleID: row.role_id ?? '',
    Owner: row.owner,
    IsOwn: row.account_id === accountId,
    SavedAt: row.saved_at,
  }))
}

export async function saveWall(
  { companyId, accountId, roleId, roleStatus }: Principal,
  { WallID, Name, Wall, RoleID }: ParsedBodyOf<typeof saveNamedWall>,
  { storage, store, clock, newId }: NamedNeeds,
): Promise<string> {
  if (RoleID !== undefined && RoleID !== roleId && roleStatus !== FULL_ADMINISTRATOR)
    throw fault('badInput', 'RoleID', 'onlyOwnRole')
  const id = WallID ?? newId()
  await storage.transaction(async (transaction) => {
    const own = await store.namedIn(companyId, accountId, transaction)
    if (own.some((row) => row.name === Name && row.id !== id)) throw fault('badInput', 'Name', 'wallName')
    const there = own.find((row) => row.id === id)
    if (WallID !== undefined && !there) throw unknown()
    if (!there && own.length >= MOST_WALLS) throw fault('badInput', 'Name', 'tooMany', { Most: MOST_WALLS })
    const number = there?.number ?? (own.at(-1)?.number ?? FIRST_NAMED - 1) + 1
    const row = { id, number, name: Name, content: Wall, role_id: RoleID ?? null, saved_at: clock.now() }
    await store.putNamed(companyId, accountId, row, transaction)
  })
  return id
}

export async function removeWall(
  { companyId, accountId }: Principal,
  id: string,
  { store }: Pick<NamedNeeds, 'store'>,
): Promise<void> {
  if (!(await store.removeNamed(companyId, accountId, id))) throw unknown()
}

function unknown(): Error {
  return fault('badInput', 'WallID', 'wallUnknown')
}
