/** The person's wall on the server, for when this browser has none. */
import { keepOwnWall, ownWalls } from '@vedette/contract/calls/wall'

import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'
import { wallFromText } from './wall-address.ts'
import { isEmptyWall, type Wall } from './wall.ts'

/** Undefined where none is kept, or nothing is on it. */
export async function keptByServer(number: number): Promise<Wall | undefined> {
  const walls = await quietly(ask(ownWalls, {}))
  const kept = wallFromText(walls?.List.find((it) => it.Number === number)?.Wall ?? '')
  return kept && !isEmptyWall(kept) ? kept : undefined
}

export async function keepOnServer(number: number, text: string): Promise<void> {
  await quietly(ask(keepOwnWall, { Number: number, Wall: text }))
}

/** Nobody asked for it: this browser has its own. */
async function quietly<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
    return undefined
  }
}
