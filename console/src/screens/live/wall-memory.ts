/** Where the wall is remembered: in the address, and for each account in this browser. */
import { type Wall, wallOf } from './wall.ts'
import { wallFromText, wallToText } from './wall-address.ts'

/** The address wins: somebody sent it. */
export function recallWall(account: string): Wall {
  return wallInAddress() ?? wallFromText(readStored(account)) ?? wallOf()
}

export function wallInAddress(): Wall | undefined {
  const [, query = ''] = location.hash.split('?', 2)
  return wallFromText(query)
}

/** The page's part of the address. */
export function pathInAddress(): string {
  const [path = ''] = location.hash.split('?', 1)
  return path
}

export function rememberWall(account: string, wall: Wall): void {
  const text = wallToText(wall)
  history.replaceState(history.state, '', `${pathInAddress()}?${text}`)
  try {
    localStorage.setItem(keyOf(account), text)
  } catch {
    // A full or forbidden storage costs only that the next visit starts empty.
  }
}

function readStored(account: string): string {
  try {
    return localStorage.getItem(keyOf(account)) ?? ''
  } catch {
    // As above.
    return ''
  }
}

function keyOf(account: string): string {
  return `wall:${account}`
}
