/** The base on a plain canvas, where there is no WebGL. */
import type { MapSource } from '@vedette/contract/calls/map'

import { clipped } from './clip.ts'
import { type Land, landOf, ringsOf } from './land.ts'
import { type MapView, type Size, worldOf, worldPx } from './mercator.ts'
import type { MapColours, Surface, SurfaceNews } from './surface.ts'
import { TileImages } from './tile-images.ts'
import { tilesIn, tileUrl } from './tiles.ts'

/** The coarse land looks coarse from this zoom on. */
const FINE_ZOOM = 3

export async function openCanvasSurface(container: HTMLElement, { onSource }: SurfaceNews): Promise<Surface> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no canvas')
  let coarse = ringsInWorld(await landOf('coarse'))
  let fine: Ring[] | undefined
  let shown: { view: MapView; size: Size } | undefined
  let colours: MapColours = { land: 'transparent' }
  let source: MapSource | undefined
  const images = new TileImages((isThere) => {
    onSource(isThere)
    if (isThere) draw()
  })
  container.append(canvas)

  const draw = (): void => {
    if (!shown) return
    const { view, size } = shown
    const ratio = devicePixelRatio
    if (canvas.width !== Math.round(size.width * ratio)) canvas.width = Math.round(size.width * ratio)
    if (canvas.height !== Math.round(size.height * ratio)) canvas.height = Math.round(size.height * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, size.width, size.height)
    context.fillStyle = colours.land
    const rings = view.zoom >= FINE_ZOOM ? (fine ?? coarse) : coarse
    context.fill(pathOf(rings, view, size), 'evenodd')
    if (source) drawTiles(source, view, size)
  }
  const drawTiles = (of: MapSource, view: MapView, size: Size): void => {
    const tiles = tilesIn(view, size, of.MaxZoom).map((tile) => ({ ...tile, url: tileUrl(of, tile) }))
    images.want(tiles.map(({ url }) => url))
    for (const { url, left, top, side } of tiles) {
      const image = images.at(url)
      // A hair larger: between two of them the land would shine through.
      if (image) context.drawImage(image, left, top, side + 0.5, side + 0.5)
    }
  }
  void landOf('fine').then(
    (land) => {
      fine = ringsInWorld(land)
      draw()
    },
    // The coarse one stays.
    () => undefined,
  )
  return {
    draw: (view, size) => {
      shown = { view, size }
      draw()
    },
    paint: (now) => {
      colours = now
      draw()
    },
    use: (next) => {
      // A style is drawn by WebGL alone.
      source = next?.Kind === 'tiles' ? next : undefined
      onSource(next?.Kind !== 'style')
      draw()
    },
    close: () => {
      coarse = []
      canvas.remove()
    },
  }
}

interface Ring {
  /** x, y, x, y, … from 0 to 1. */
  points: Float64Array
  west: number
  east: number
  north: number
  south: number
}

function ringsInWorld(land: Land): Ring[] {
  return ringsOf(land).map((positions) => {
    const points = new Float64Array(positions.length * 2)
    const ring = { points, west: 1, east: 0, north: 1, south: 0 }
    for (const [at, [lng = 0, lat = 0]] of positions.entries()) {
      const { x, y } = worldOf({ lng, lat })
      points[at * 2] = x
      points[at * 2 + 1] = y
      ring.west = Math.min(ring.west, x)
      ring.east = Math.max(ring.east, x)
      ring.north = Math.min(ring.north, y)
      ring.south = Math.max(ring.south, y)
    }
    return ring
  })
}

/** Only what can be seen, and of it no point that falls on the pixel before. */
function pathOf(rings: readonly Ring[], view: MapView, size: Size): Path2D {
  const { width, height } = size
  const scale = worldPx(view.zoom)
  const middle = worldOf(view)
  const [west, north] = [middle.x - width / 2 / scale, middle.y - height / 2 / scale]
  const [east, south] = [middle.x + width / 2 / scale, middle.y + height / 2 / scale]
  const path = new Path2D()
  for (const ring of rings) {
    if (ring.east < west || ring.west > east || ring.south < north || ring.north > south) continue
    const placed: number[] = []
    let [lastX, lastY] = [NaN, NaN]
    for (let at = 0; at < ring.points.length; at += 2) {
      const x = ((ring.points[at] ?? 0) - west) * scale
      const y = ((ring.points[at + 1] ?? 0) - north) * scale
      if (Math.abs(x - lastX) < 0.5 && Math.abs(y - lastY) < 0.5) continue
      placed.push(x, y)
      ;[lastX, lastY] = [x, y]
    }
    addTo(path, clipped(placed, size))
  }
  return path
}

function addTo(path: Path2D, points: readonly number[]): void {
  for (let at = 0; at < points.length; at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]]
    if (at === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  }
  path.closePath()
}
