/** The two datums of maps: WGS-84, in which coordinates are stored, and GCJ-02, in which maps of China are drawn. */
export const DATUMS = ['wgs84', 'gcj02'] as const
export type Datum = (typeof DATUMS)[number]

interface LngLat {
  lng: number
  lat: number
}

/** Axis of the Krasovsky 1940 ellipsoid, on which GCJ-02 is computed. */
const AXIS_M = 6_378_245
const ECCENTRICITY_SQUARED = 0.006_693_421_622_965_943
/** Each step makes the rest some thousand times smaller. */
const STEPS_BACK = 4

/** GCJ-02 differs within China alone; its makers take a rectangle for it. */
function isShifted({ lng, lat }: LngLat): boolean {
  return lng >= 72.004 && lng <= 137.8347 && lat >= 0.8293 && lat <= 55.8271
}

/** A place of WGS-84 as a map of this datum has it. */
export function toDatum(datum: Datum, place: LngLat): LngLat {
  if (datum === 'wgs84' || !isShifted(place)) return { lng: place.lng, lat: place.lat }
  const { east, north } = shiftAt(place)
  return { lng: place.lng + east, lat: place.lat + north }
}

/** What a map of this datum calls so, in WGS-84. */
export function fromDatum(datum: Datum, place: LngLat): LngLat {
  let { lng, lat } = place
  if (datum === 'wgs84' || !isShifted(place)) return { lng, lat }
  for (let step = 0; step < STEPS_BACK; step++) {
    const there = toDatum(datum, { lng, lat })
    lng += place.lng - there.lng
    lat += place.lat - there.lat
  }
  return { lng, lat }
}

/** Shift in degrees. */
function shiftAt({ lng, lat }: LngLat): { east: number; north: number } {
  const [x, y] = [lng - 105, lat - 35]
  const root = Math.sqrt(Math.abs(x))
  const common = (20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * (2 / 3)
  const waves = (of: number, amplitudes: readonly [number, number, number, number]): number => {
    const [a, b, c, d] = amplitudes
    const near = a * Math.sin(of * Math.PI) + b * Math.sin((of / 3) * Math.PI)
    return (near + c * Math.sin((of / 12) * Math.PI) + d * Math.sin((of / 30) * Math.PI)) * (2 / 3)
  }
  const northM =
    -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + common + waves(y, [20, 40, 160, 320])
  const eastM =
    300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + common + waves(x, [20, 40, 150, 300])
  const radians = (lat * Math.PI) / 180
  const flattened = 1 - ECCENTRICITY_SQUARED * Math.sin(radians) ** 2
  const meridian = (AXIS_M * (1 - ECCENTRICITY_SQUARED)) / (flattened * Math.sqrt(flattened))
  const parallel = (AXIS_M / Math.sqrt(flattened)) * Math.cos(radians)
  const degree = 180 / Math.PI
  return { east: (eastM / parallel) * degree, north: (northM / meridian) * degree }
}
