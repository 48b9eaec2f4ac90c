/** The land of the map's base: Natural Earth, which comes with the console and is fetched from nowhere else. */
import { feature } from 'topojson-client'
import coarseUrl from 'world-atlas/land-110m.json?url'
import fineUrl from 'world-atlas/land-50m.json?url'

export type Land = GeoJSON.Feature | GeoJSON.FeatureCollection
type Topology = Parameters<typeof feature>[0]

/** `coarse` is a tenth of the other and enough for the first picture. */
export type Detail = 'coarse' | 'fine'

const URLS: Readonly<Record<Detail, string>> = { coarse: coarseUrl, fine: fineUrl }
const fetched = new Map<Detail, Promise<Land>>()

/** Fetched once for the page; a failure is forgotten, so that the next map tries again. */
export function landOf(detail: Detail): Promise<Land> {
  const known = fetched.get(detail)
  if (known) return known
  const land = fetchLand(URLS[detail]).catch((error: unknown) => {
    fetched.delete(detail)
    throw error
  })
  fetched.set(detail, land)
  return land
}

async function fetchLand(url: string): Promise<Land> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the land answered ${response.status}`)
  return landIn(await response.json())
}

/** The file is of our own build, and its package's format. */
function landIn(json: unknown): Land {
  const topology = json as Topology
  const { land } = topology.objects
  if (!land) throw new TypeError('no land in the file of the land')
  return feature(topology, land)
}

/** The closed lines of the land, as longitudes and latitudes. */
export function ringsOf(land: Land): GeoJSON.Position[][] {
  const features = land.type === 'FeatureCollection' ? land.features : [land]
  return features.flatMap(({ geometry }) => ringsIn(geometry))
}

function ringsIn(geometry: GeoJSON.Geometry): GeoJSON.Position[][] {
  switch (geometry.type) {
    case 'Polygon':
      return geometry.coordinates
    case 'MultiPolygon':
      return geometry.coordinates.flat()
    case 'GeometryCollection':
      return geometry.geometries.flatMap(ringsIn)
    default:
      return []
  }
}
