/** Markers of a map: devices that lie too close together to be told apart become one. */
import { MAP_MAX_ZOOM, type XY, worldPx } from './mercator.ts'

/** What is put on the map; `isOnline` counts for the share of a cluster. */
export interface Pin extends XY {
  id: string
  isOnline: boolean
}

export interface Cluster<P extends Pin> extends XY {
  /** Stays the same while the members do. */
  key: string
  members: readonly P[]
  online: number
  /** All members have the same coordinates: no zooming in tells them apart. */
  isOnePoint: boolean
}

const CELL_PX = 60
/** Markers are some 36 px wide. */
const TOUCH_PX = 46
/** Only the same coordinates are taken together from this zoom on. */
const APART_ZOOM = 17
/** More than the cells that the world has in a row at the nearest zoom. */
const ROW = 2 ** Math.ceil(Math.log2(worldPx(MAP_MAX_ZOOM)))

/** Clusters for a whole zoom step, so that markers stay as they are while the map is moved. */
export function clustersOf<P extends Pin>(pins: readonly P[], zoom: number): Cluster<P>[] {
  if (zoom >= APART_ZOOM) return byPoint(pins)
  const cell = CELL_PX / worldPx(zoom)
  const cells = new Map<number, P[]>()
  for (const pin of pins) {
    const at = Math.floor(pin.x / cell) * ROW + Math.floor(pin.y / cell)
    const members = cells.get(at)
    if (members) members.push(pin)
    else cells.set(at, [pin])
  }
  return merged(cells, TOUCH_PX / worldPx(zoom))
}

/** Cells whose middles would touch become one, the fullest first. */
function merged<P extends Pin>(cells: ReadonlyMap<number, P[]>, touch: number): Cluster<P>[] {
  const middles = new Map([...cells].map(([at, members]) => [at, middleOf(members)]))
  const order = [...cells.keys()].toSorted(
    (a, b) => (cells.get(b)?.length ?? 0) - (cells.get(a)?.length ?? 0) || a - b,
  )
  const taken = new Set<number>()
  const clusters: Cluster<P>[] = []
  for (const at of order) {
    if (taken.has(at)) continue
    taken.add(at)
    const own = middles.get(at)
    const members = [...(cells.get(at) ?? [])]
    for (const near of neighbours(at)) {
      const other = middles.get(near)
      if (!own || !other || taken.has(near)) continue
      if (Math.hypot(own.x - other.x, own.y - other.y) > touch) continue
      taken.add(near)
      members.push(...(cells.get(near) ?? []))
    }
    clusters.push(clusterOf(members))
  }
  return clusters
}

function neighbours(at: number): number[] {
  return [-1, 0, 1].flatMap((column) => [-1, 0, 1].map((row) => at + column * ROW + row))
}

function byPoint<P extends Pin>(pins: readonly P[]): Cluster<P>[] {
  const points = new Map<string, P[]>()
  for (const pin of pins) {
    const at = `${pin.x},${pin.y}`
    const members = points.get(at)
    if (members) members.push(pin)
    else points.set(at, [pin])
  }
  return [...points.values()].map(clusterOf)
}

function clusterOf<P extends Pin>(members: readonly P[]): Cluster<P> {
  const [first] = members
  const isOnePoint = members.every(({ x, y }) => x === first?.x && y === first?.y)
  return {
    key: first?.id ?? '',
    members,
    online: members.reduce((sum, { isOnline }) => sum + (isOnline ? 1 : 0), 0),
    isOnePoint,
    ...(isOnePoint && first ? { x: first.x, y: first.y } : middleOf(members)),
  }
}

function middleOf(members: readonly XY[]): XY {
  let [x, y] = [0, 0]
  for (const member of members) {
    x += member.x
    y += member.y
  }
  return { x: x / members.length, y: y / members.length }
}
