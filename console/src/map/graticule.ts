/** The lines of longitude and latitude, close enough together to tell where one is however far in. */
import { lngLatOf, type MapView, placeAt, projector, type Size, worldOf } from './mercator.ts'

export interface GridLine {
  degrees: number
  /** The x of a meridian or the y of a parallel, in px. */
  px: number
}

/** Degrees between lines, the widest first. */
const STEPS = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002]
/** No two lines are nearer to each other than this. */
const LEAST_PX = 110

export function graticuleOf(view: MapView, size: Size): { meridians: GridLine[]; parallels: GridLine[] } {
  const { lng: west, lat: north } = placeAt(view, size, { x: 0, y: 0 })
  const { lng: east, lat: south } = placeAt(view, size, { x: size.width, y: size.height })
  const pxPerDegree = size.width / (east - west)
  const step = STEPS.findLast((degrees) => degrees * pxPerDegree >= LEAST_PX) ?? 30
  const put = projector(view, size)
  const { lng, lat } = lngLatOf(worldOf(view))
  return {
    meridians: multiples(west, east, step).map((degrees) => ({
      degrees,
      px: put(worldOf({ lng: degrees, lat })).x,
    })),
    parallels: multiples(south, north, step).map((degrees) => ({
      degrees,
      px: put(worldOf({ lng, lat: degrees })).y,
    })),
  }
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  // 0.1 three times is not 0.3.
  return Array.from({ length: count }, (_, n) => Number(((first + n) * step).toFixed(6)))
}

const NICE_METRES = [
  5_000_000, 2_000_000, 1_000_000, 500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500,
  200, 100, 50, 20, 10, 5, 2,
]
const EQUATOR_METRES = 40_075_016.7
const SCALE_PX = 120

/** A round length on the ground that fits the scale, and how long it is there. */
export function scaleOf(view: MapView, size: Size): { metres: number; px: number } {
  const put = projector(view, size)
  const world = worldOf(view)
  const pxPerWorld = put({ ...world, x: world.x + 1 }).x - put(world).x
  const pxPerMetre = pxPerWorld / (EQUATOR_METRES * Math.cos((view.lat * Math.PI) / 180))
  const metres = NICE_METRES.find((it) => it * pxPerMetre <= SCALE_PX) ?? 1
  return { metres, px: metres * pxPerMetre }
}
