/** Where the wall is remembered: in the address, and for each account in this browser's settings. */
import { changeSetting, useSetting } from '../../app/settings.ts'
import { type Wall, wallOf } from './wall.ts'
import { wallFromText, wallToText } from './wall-address.ts'

/** Of more accounts on one browser the latest are remembered. */
const MOST_WALLS = 10

/** The address wins: somebody sent it. */
export function recallWall(account: string): Wall {
  return wallInAddress() ?? rememberedWall(account)
}

export function rememberedWall(account: string): Wall {
  return wallFromText(useSetting.getState().walls[account] ?? '') ?? wallOf()
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
  keepWall(account, text)
}

/** For when the wall is looked at next. */
export function keepWall(account: string, text: string): void {
  const { walls } = useSetting.getState()
  if (walls[account] === text) return
  const others = Object.entries(walls).filter(([key]) => key !== account)
  changeSetting({ walls: Object.fromEntries([...others.slice(1 - MOST_WALLS), [account, text]]) })
}
