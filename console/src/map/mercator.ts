/** Web mercator in one world: the whole of it is 512 px wide at zoom 0, as MapLibre counts. */

export interface LngLat {
  lng: number
  lat: number
}

/** What a map shows: its middle, and how far it is zoomed in. */
export interface MapView extends LngLat {
  zoom: number
}

export interface Size {
  width: number
  height: number
}

/** A place of the world from 0 to 1, its north-west corner first; or, times the world's width, in px. */
export interface XY {
  x: number
  y: number
}

/** Section 9. */
export const MAP_DEFAULT_ZOOM = 12
/** Section 2. */
export const MAP_DEFAULT_CENTRE: LngLat = { lng: 116.331398, lat: 39.897445 }
export const MAP_MAX_ZOOM = 20

const TILE_PX = 512
const MAX_LAT = 85.051129

export function worldPx(zoom: number): number {
  return TILE_PX * 2 ** zoom
}

export function worldOf({ lng, lat }: LngLat): XY {
  const sine = Math.sin((clamp(lat, -MAX_LAT, MAX_LAT) * Math.PI) / 180)
  return { x: (lng + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

export function lngLatOf({ x, y }: XY): LngLat {
  const lat = (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90
  return { lng: x * 360 - 180, lat }
}

/** Where a place of the world lies in the window, in px from its upper left corner. */
export function projector(view: MapView, { width, height }: Size): (world: XY) => XY {
  const scale = worldPx(view.zoom)
  const middle = worldOf(view)
  return ({ x, y }) => ({ x: (x - middle.x) * scale + width / 2, y: (y - middle.y) * scale + height / 2 })
}

export function placeAt(view: MapView, { width, height }: Size, { x, y }: XY): LngLat {
  const scale = worldPx(view.zoom)
  const middle = worldOf(view)
  return lngLatOf({ x: middle.x + (x - width / 2) / scale, y: middle.y + (y - height / 2) / scale })
}

/** The nearest view that shows nothing beside the world. */
export function withinWorld(view: MapView, { width, height }: Size): MapView {
  const leastZoom = Math.max(0, Math.log2(Math.max(width, height, 1) / TILE_PX))
  const zoom = clamp(view.zoom, leastZoom, MAP_MAX_ZOOM)
  const half = { x: width / 2 / worldPx(zoom), y: height / 2 / worldPx(zoom) }
  const { x, y } = worldOf(view)
  const moved = { x: clamp(x, half.x, 1 - half.x), y: clamp(y, half.y, 1 - half.y) }
  // Without a need the place stays as it was said: there and back it would lose its last digits.
  return moved.x === x && moved.y === y ? { ...view, zoom } : { ...lngLatOf(moved), zoom }
}

/** Zoomed to another step while the place under the pointer stays where it is. */
export function zoomedAt(view: MapView, size: Size, at: XY, zoom: number): MapView {
  const kept = worldOf(placeAt(view, size, at))
  const { zoom: reached } = withinWorld({ ...view, zoom }, size)
  const scale = worldPx(reached)
  const x = kept.x - (at.x - size.width / 2) / scale
  const y = kept.y - (at.y - size.height / 2) / scale
  return withinWorld({ ...lngLatOf({ x, y }), zoom: reached }, size)
}

export function movedBy(view: MapView, size: Size, { x, y }: XY): MapView {
  const scale = worldPx(view.zoom)
  const middle = worldOf(view)
  return withinWorld(
    { ...lngLatOf({ x: middle.x - x / scale, y: middle.y - y / scale }), zoom: view.zoom },
    size,
  )
}

/** A view in which all of these can be seen, no nearer than `mostZoom`. */
export function viewOfAll(places: readonly XY[], size: Size, mostZoom: number): MapView {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  const [west, east] = extent(xs)
  const [north, south] = extent(ys)
  const margin = 0.7
  const zoomOf = (px: number, part: number): number =>
    part > 0 ? Math.log2((px * margin) / part / TILE_PX) : Infinity
  const zoom = Math.min(zoomOf(size.width, east - west), zoomOf(size.height, south - north), mostZoom)
  return withinWorld({ ...lngLatOf({ x: (west + east) / 2, y: (north + south) / 2 }), zoom }, size)
}

/** The smallest and the largest; by a loop, for tens of thousands are too many arguments. */
function extent(values: readonly number[]): [number, number] {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return [least, most]
}

export function clamp(value: number, least: number, most: number): number {
  return least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most)
}
