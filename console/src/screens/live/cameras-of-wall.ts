/** What the person's own wall shows, for a page that looks back at it. */
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { FIRST_WALL } from './other-walls.ts'
import { shownPlaces } from './wall.ts'
import { keptWall, wallKeyOf } from './wall-memory.ts'
import { keptByServer } from './wall-on-server.ts'

/** The cameras in sight on it, as this browser knows it, else the server; none where nothing has been arranged. */
export async function camerasOfWall(account: string): Promise<DeviceChannel[]> {
  const wall = keptWall(wallKeyOf(account, FIRST_WALL)) ?? (await keptByServer(FIRST_WALL))
  if (!wall) return []
  const { first, end } = shownPlaces(wall)
  return wall.places.slice(first, end).flatMap(({ device }) => device ?? [])
}
