/** Tiles of web mercator, 256 px wide: which are in sight, and where they lie. */
import type { MapSource } from '@vedette/contract/calls/map'

import { type MapView, type Size, worldOf, worldPx } from './mercator.ts'

export interface Tile {
  z: number
  x: number
  y: number
  /** In px from the map's upper left corner. */
  left: number
  top: number
  side: number
}

export const TILE_PX = 256
const MOST_TILES = 400

/** Those of the zoom that comes nearest, no nearer than `maxZoom`; from the middle outwards. */
export function tilesIn(view: MapView, { width, height }: Size, maxZoom: number): Tile[] {
  const z = Math.max(0, Math.min(Math.round(view.zoom) + 1, maxZoom))
  const count = 2 ** z
  const side = worldPx(view.zoom) / count
  const middle = worldOf(view)
  const [left, top] = [width / 2 - middle.x * side * count, height / 2 - middle.y * side * count]
  const range = (from: number, px: number): [number, number] => [
    Math.max(0, Math.floor(-from / side)),
    Math.min(count - 1, Math.floor((px - from) / side)),
  ]
  const [west, east] = range(left, width)
  const [north, south] = range(top, height)
  const tiles: Tile[] = []
  for (let y = north; y <= south; y++)
    for (let x = west; x <= east; x++)
      tiles.push({ z, x, y, left: left + x * side, top: top + y * side, side })
  const far = (tile: Tile): number =>
    Math.hypot(tile.left + side / 2 - width / 2, tile.top + side / 2 - height / 2)
  return tiles.toSorted((a, b) => far(a) - far(b)).slice(0, MOST_TILES)
}

export function tileUrl({ Url }: Pick<MapSource, 'Url'>, { z, x, y }: Pick<Tile, 'z' | 'x' | 'y'>): string {
  return Url.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y))
}
