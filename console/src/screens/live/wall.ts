/** Which device is where on the wall. */
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import {
  type Direction,
  FILLED_COUNT,
  FIRST_LAYOUT,
  type FreeGrid,
  gridLayout,
  gridOf,
  larger,
  layoutOf,
  LAYOUTS,
  namedAs,
  neighbour,
  PLACE_COUNT,
  type WallLayout,
} from '../../ui/window/layouts.ts'

/** A place holds one window, which goes on playing when it changes places. */
export interface Place {
  window: number
  device: DeviceChannel | undefined
}

export interface Wall {
  places: readonly Place[]
  /** How many windows the layout has. */
  windows: number
  /** The layout to come back to from one enlarged window. */
  before: number
  /** How the windows of `before` lie, where a person has set it. */
  grid: FreeGrid | undefined
  /** One window was enlarged, as opposed to a layout of one that was chosen. */
  isEnlarged: boolean
  /** The place that takes the next device. */
  chosen: number
  /** The place that is kept for the camera of the newest alarm. */
  alarmAt: number | undefined
  /** What to come back to from a device that was only looked at; it stands at `GUEST_PLACE` meanwhile. */
  back: Pick<Wall, 'windows' | 'before' | 'grid' | 'isEnlarged' | 'chosen'> | undefined
}

/** Behind the places of the wall itself. */
export const GUEST_PLACE = PLACE_COUNT

export type WallAction =
  /** Plays in `at`, else in the chosen place. */
  | { do: 'play'; device: DeviceChannel; at?: number }
  | { do: 'swap'; from: number; to: number }
  | { do: 'close'; at: number }
  | { do: 'choose'; at: number }
  | { do: 'layout'; windows: number }
  | { do: 'grid'; columns: number; rows: number }
  /** The window covers more of the grid, and after the most that fits no more than the others. */
  | { do: 'larger'; at: number }
  /** Chooses the window beside the chosen one, or trades places with it. */
  | { do: 'step'; direction: Direction; isMoving: boolean }
  /** The windows before or after those in sight. */
  | { do: 'page'; by: 1 | -1 }
  /** The next of the pages that show something, or the one before, again and again. */
  | { do: 'turn'; by: 1 | -1 }
  /** One window alone, and back. */
  | { do: 'enlarge'; at: number }
  | { do: 'replace'; wall: Wall }
  /** Alone and large, without touching the wall. */
  | { do: 'view'; device: DeviceChannel }
  /** The same, of a device that the wall does not have; else the wall is in sight as it is. */
  | { do: 'guest'; device: DeviceChannel }
  /** Keeps this place for alarms, or no place any more. */
  | { do: 'keepForAlarms'; at: number }
  /** An alarm is raised here: into the place that is kept for alarms, unless it is in sight. */
  | { do: 'alarm'; device: DeviceChannel }
  /** These and no others, in a layout that has room for them. */
  | { do: 'fill'; devices: readonly DeviceChannel[] }

export function wallOf(
  devices: readonly (DeviceChannel | undefined)[] = [],
  windows: number = FIRST_LAYOUT,
  chosen = 0,
  alarmAt?: number,
  grid?: FreeGrid,
): Wall {
  const places = Array.from({ length: PLACE_COUNT + 1 }, (_, i) => ({
    window: i,
    device: i === GUEST_PLACE ? undefined : devices[i],
  }))
  const before = windows === 1 ? (countOf(grid) ?? FIRST_LAYOUT) : windows
  return { places, windows, before, grid, isEnlarged: false, chosen, alarmAt, back: undefined }
}

/** A wall of these devices, as many as there is room for, in the smallest layout that holds them. */
export function wallFor(devices: readonly DeviceChannel[]): Wall {
  const layout = LAYOUTS.find(({ windows }) => windows >= devices.length) ?? LAYOUTS.at(-1)
  return wallOf(devices.slice(0, FILLED_COUNT), layout?.windows)
}

export function isEmptyWall({ places }: Wall): boolean {
  return places.every(({ device }) => device === undefined)
}

/** The places that the layout shows: the page of them that holds the chosen one. */
export function shownPlaces({ windows, chosen }: Pick<Wall, 'windows' | 'chosen'>): {
  first: number
  end: number
} {
  if (chosen === GUEST_PLACE) return { first: GUEST_PLACE, end: GUEST_PLACE + 1 }
  const page = Math.floor(chosen / windows) * windows
  const first = Math.min(page, PLACE_COUNT - windows)
  return { first, end: first + windows }
}

export function nextWall(wall: Wall, action: WallAction): Wall {
  return wall.back ? besideGuest(wall, action) : onWall(wall, action)
}

function onWall(wall: Wall, action: WallAction): Wall {
  switch (action.do) {
    case 'play':
      return played(wall, action.device, action.at ?? wall.chosen)
    case 'swap':
      return action.from === action.to ? wall : swapped(wall, action.from, action.to)
    case 'close':
      return { ...withDevice(wall, action.at, undefined), chosen: action.at }
    case 'choose':
      return wall.chosen === action.at ? wall : { ...wall, chosen: action.at }
    case 'step':
      return stepped(wall, action.direction, action.isMoving)
    case 'page':
      return paged(wall, action.by)
    case 'turn':
      return turned(wall, action.by)
    case 'layout':
      return laidOut(wall, action.windows)
    case 'grid':
      return onGrid(wall, gridOf(layoutOn(wall), action.columns, action.rows))
    case 'larger':
      return withLarger(wall, action.at)
    case 'enlarge':
      return { ...enlarged(wall), chosen: action.at }
    case 'replace':
      return action.wall
    case 'view':
      return viewed(wall, action.device)
    case 'guest':
      return wall.places.some((it) => isSame(it.device, action.device)) ? wall : viewed(wall, action.device)
    case 'fill':
      return filled(wall, action.devices)
    case 'keepForAlarms':
      return { ...wall, alarmAt: wall.alarmAt === action.at ? undefined : action.at }
    case 'alarm':
      return alarmed(wall, action.device)
  }
}

/** A guest gives way to whatever is done with the wall; another device that is played is looked at in its place. */
function besideGuest(wall: Wall, action: WallAction): Wall {
  const itself = withoutGuest(wall)
  switch (action.do) {
    case 'choose':
    case 'step':
    case 'turn':
    case 'keepForAlarms':
    case 'alarm':
      return wall
    case 'close':
    case 'enlarge':
      return itself
    case 'play':
      return viewed(itself, action.device)
    case 'swap':
    case 'layout':
    case 'grid':
    case 'larger':
    case 'page':
    case 'replace':
    case 'view':
    case 'guest':
    case 'fill':
      return onWall(itself, action)
  }
}

function viewed(wall: Wall, device: DeviceChannel): Wall {
  const there = wall.places.findIndex((it) => isSame(it.device, device))
  if (there >= 0) return { ...laidOut(wall, 1), isEnlarged: true, chosen: there }
  const { windows, before, grid, isEnlarged, chosen } = wall
  return {
    ...withDevice(wall, GUEST_PLACE, device),
    windows: 1,
    isEnlarged: true,
    chosen: GUEST_PLACE,
    back: { windows, before, grid, isEnlarged, chosen },
  }
}

/** The wall as it was before a device was looked at. */
export function withoutGuest(wall: Wall): Wall {
  return wall.back ? { ...withDevice(wall, GUEST_PLACE, undefined), ...wall.back, back: undefined } : wall
}

/** Windows keep what they play where they can, so that nothing begins anew. */
function filled(wall: Wall, devices: readonly DeviceChannel[]): Wall {
  const { windows, before } = wallFor(devices)
  const left = wall.places.slice(0, PLACE_COUNT)
  const kept = devices.slice(0, FILLED_COUNT).map((device) => {
    const at = left.findIndex((place) => isSame(place.device, device))
    return at < 0 ? undefined : left.splice(at, 1)[0]
  })
  const places = Array.from({ length: PLACE_COUNT }, (_, at): Place => {
    const place = kept[at] ?? left.shift()
    if (!place) throw new RangeError(`no window for place ${at}`)
    return { window: place.window, device: at < FILLED_COUNT ? devices[at] : undefined }
  })
  const [guest] = wall.places.slice(GUEST_PLACE)
  return {
    ...wall,
    places: guest ? [...places, guest] : places,
    windows,
    before,
    grid: undefined,
    isEnlarged: false,
    chosen: 0,
  }
}

/** A device that is on the wall already is not shown twice: its window comes to the place. */
function played(wall: Wall, device: DeviceChannel, at: number): Wall {
  const there = wall.places.findIndex((it) => isSame(it.device, device))
  const placed = there < 0 ? withDevice(wall, at, device) : swapped(wall, there, at)
  return { ...placed, chosen: nextFree(placed, at) }
}

/** Whose window is in sight already is outlined there; nothing else on the wall changes. */
function alarmed(wall: Wall, device: DeviceChannel): Wall {
  const { alarmAt, places } = wall
  const { first, end } = shownPlaces(wall)
  const there = places.findIndex((it) => isSame(it.device, device))
  if (alarmAt === undefined || (there >= first && there < end)) return wall
  return withDevice(wall, alarmAt, device)
}

/** The next empty place in sight after this one; this one when all are taken. */
function nextFree({ places, windows, alarmAt }: Wall, at: number): number {
  const { first, end } = shownPlaces({ windows, chosen: at })
  for (let step = 1; step < windows; step++) {
    const place = first + ((at - first + step) % (end - first))
    if (place !== alarmAt && !places[place]?.device) return place
  }
  return at
}

function swapped(wall: Wall, from: number, to: number): Wall {
  const [a, b] = [wall.places[from], wall.places[to]]
  if (!a || !b) return wall
  return { ...wall, places: wall.places.with(from, b).with(to, a), chosen: to }
}

function stepped(wall: Wall, direction: Direction, isMoving: boolean): Wall {
  const { first } = shownPlaces(wall)
  const beside = neighbour(layoutOn(wall), wall.chosen - first, direction)
  if (beside === undefined) return wall
  return isMoving ? swapped(wall, wall.chosen, first + beside) : { ...wall, chosen: first + beside }
}

function paged(wall: Wall, by: 1 | -1): Wall {
  const { windows, chosen } = wall
  const next = (Math.floor(chosen / windows) + by) * windows
  return next < 0 || next >= reachOf(wall) ? wall : { ...wall, chosen: next }
}

/** Turns to the next page that shows something, and from the last one to the first. */
function turned(wall: Wall, by: 1 | -1): Wall {
  const { places, windows, chosen } = wall
  const pages = [
    ...new Set(
      places.flatMap(({ device }, at) => (device && at < PLACE_COUNT ? Math.floor(at / windows) : [])),
    ),
  ]
  const page = Math.floor(chosen / windows)
  const next =
    by > 0
      ? (pages.find((it) => it > page) ?? pages[0] ?? page)
      : (pages.findLast((it) => it < page) ?? pages.at(-1) ?? page)
  return next === page ? wall : { ...wall, chosen: next * windows }
}

/** Pages go as far as something is shown; a wall of few has room for more. */
function reachOf({ places }: Wall): number {
  const last = places.findLastIndex(({ device }, at) => device !== undefined && at < PLACE_COUNT)
  return Math.max(FILLED_COUNT, last + 1)
}

function withDevice(wall: Wall, at: number, device: DeviceChannel | undefined): Wall {
  const place = wall.places[at]
  return place ? { ...wall, places: wall.places.with(at, { ...place, device }) } : wall
}

/** How the windows lie that are shown now. */
export function layoutOn({ windows, grid }: Pick<Wall, 'windows' | 'grid'>): WallLayout {
  return (windows > 1 && grid && gridLayout(grid)) || layoutOf(windows)
}

function countOf(grid: FreeGrid | undefined): number | undefined {
  return grid && gridLayout(grid)?.windows
}

function laidOut(wall: Wall, windows: number): Wall {
  layoutOf(windows)
  if (windows === 1) return { ...wall, windows, isEnlarged: false }
  return { ...wall, windows, before: windows, grid: undefined, isEnlarged: false }
}

function onGrid(wall: Wall, grid: FreeGrid): Wall {
  const layout = gridLayout(grid)
  if (!layout) return wall
  const { windows } = layout
  return { ...wall, windows, before: windows, grid: namedAs(layout) ? undefined : grid, isEnlarged: false }
}

/** Whether the chosen window has room to grow, or to become small again. */
export function isLargerPossible(wall: Wall): boolean {
  return wall.windows > 1 && larger(layoutOn(wall), wall.chosen - shownPlaces(wall).first) !== undefined
}

/** Its camera comes along where the large window begins further up or to the left. */
function withLarger(wall: Wall, at: number): Wall {
  const { first } = shownPlaces(wall)
  const grid = larger(layoutOn(wall), at - first)
  if (!grid) return wall
  const grown = onGrid({ ...wall, chosen: at }, grid)
  // There are fewer windows now, so that its old place may be on the next page.
  const { first: begin } = shownPlaces({ ...grown, chosen: first })
  return grid.large ? swapped(grown, at, begin + grid.large.at) : grown
}

/** One window is alone, and comes back to the others. */
function enlarged(wall: Wall): Wall {
  if (wall.windows > 1) return { ...laidOut(wall, 1), isEnlarged: true }
  return { ...wall, windows: wall.before, isEnlarged: false }
}

function isSame(a: DeviceChannel | undefined, b: DeviceChannel): boolean {
  return a?.did === b.did && a.channel === b.channel
}
