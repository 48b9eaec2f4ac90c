/** Where a wall is remembered: in the address, and for each account in this browser's settings, where each window has its own. */
import { changeSetting, followStoredSetting, useSetting } from '../../app/settings.ts'
import { type DeviceChannel, deviceFromText } from '../../ui/device-tree/device-text.ts'
import { pathInAddress } from '../../ui/path-in-address.ts'
import { FIRST_WALL } from './other-walls.ts'
import { nextWall, type Wall, wallOf } from './wall.ts'
import { wallFromText, wallToText } from './wall-address.ts'

/** How many walls one browser remembers, the latest ones. */
const MOST_WALLS = 30

/** Key of a wall of the account; the page's own is under the account itself. */
export function wallKeyOf(account: string, number: number): string {
  return number === FIRST_WALL ? account : `${account}/${number}`
}

/** The address wins: somebody sent it. */
export function recallWall(key: string): Wall {
  const wall = wallInAddress() ?? rememberedWall(key)
  const device = viewInAddress()
  if (device) return nextWall(wall, { do: 'view', device })
  const guest = deviceInAddress('guest')
  return guest ? nextWall(wall, { do: 'guest', device: guest }) : wall
}

export function rememberedWall(key: string): Wall {
  return keptWall(key) ?? wallOf()
}

/** Undefined when none was remembered. */
export function keptWall(key: string): Wall | undefined {
  return wallFromText(useSetting.getState().walls[key] ?? '')
}

export function wallInAddress(): Wall | undefined {
  return wallFromText(queryInAddress())
}

/** A device that the address asks to look at, beside the wall. */
export function viewInAddress(): DeviceChannel | undefined {
  return deviceInAddress('view')
}

/** `guest`: the same, where the wall does not have it. */
function deviceInAddress(name: 'view' | 'guest'): DeviceChannel | undefined {
  return deviceFromText(new URLSearchParams(queryInAddress()).get(name) ?? '')
}

export function queryInAddress(): string {
  const [, query = ''] = location.hash.split('?', 2)
  return query
}

export function rememberWall(key: string, wall: Wall): void {
  const text = wallToText(wall)
  if (queryInAddress() !== text) history.replaceState(history.state, '', `${pathInAddress()}?${text}`)
  keepWall(key, text)
}

/** Keeps the wall for when it is looked at next. */
export function keepWall(key: string, text: string): void {
  if (useSetting.getState().walls[key] === text) return
  // What the wall of another window has written just now is not known here yet.
  followStoredSetting()
  const others = Object.entries(useSetting.getState().walls).filter(([it]) => it !== key)
  changeSetting({ walls: Object.fromEntries([...others.slice(1 - MOST_WALLS), [key, text]]) })
}
