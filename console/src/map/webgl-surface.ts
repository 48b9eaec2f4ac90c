/** The base by MapLibre, where the browser has WebGL. Gestures are the map's own (gestures.ts), so that both surfaces feel alike. */
import type { MapSource } from '@vedette/contract/calls/map'
import { type GeoJSONSource, Map as MapLibre, setWorkerUrl, type StyleSpecification } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'

import { type Land, landOf } from './land.ts'
import { MAP_DEFAULT_CENTRE, MAP_DEFAULT_ZOOM, MAP_MAX_ZOOM } from './mercator.ts'
import type { Surface, SurfaceNews } from './surface.ts'
import { TILE_PX } from './tiles.ts'

/** A blob, which MapLibre would make otherwise, is against the page's policy. */
setWorkerUrl(workerUrl)

export async function openWebGlSurface(
  container: HTMLElement,
  { onBroken, onSource }: SurfaceNews,
): Promise<Surface> {
  let land = await landOf('coarse')
  let colour = 'transparent'
  let used: MapSource | undefined
  const map = new MapLibre({
    container,
    interactive: false,
    attributionControl: false,
    fadeDuration: 0,
    renderWorldCopies: false,
    center: MAP_DEFAULT_CENTRE,
    zoom: MAP_DEFAULT_ZOOM,
    minZoom: 0,
    maxZoom: MAP_MAX_ZOOM,
    style: styleOf(land, colour, undefined),
  })
  map.on('webglcontextlost', onBroken)
  map.on('error', ({ error }) => {
    // A source that is elsewhere may fail; what comes along must not.
    if (used) onSource(false)
    else console.error(error)
  })
  map.on('data', (event) => {
    if (used && 'isSourceLoaded' in event && event.isSourceLoaded && event.sourceId !== 'land') onSource(true)
  })
  await map.once('style.load')
  let isOpen = true
  void landOf('fine').then(
    async (fine) => {
      land = fine
      if (isOpen) await map.getSource<GeoJSONSource>('land')?.setData(fine)
    },
    // The coarse one stays.
    () => undefined,
  )
  return {
    draw: ({ lng, lat, zoom }, { width, height }) => {
      const canvas = map.getContainer()
      if (canvas.clientWidth !== width || canvas.clientHeight !== height) map.resize()
      map.jumpTo({ center: [lng, lat], zoom })
      // In the same frame as the markers, which would run ahead of it otherwise.
      map.redraw()
    },
    paint: (colours) => {
      colour = colours.land
      if (map.getLayer('land')) map.setPaintProperty('land', 'fill-color', colour)
    },
    use: (source) => {
      if (source === used) return
      used = source
      onSource(true)
      map.setStyle(source?.Kind === 'style' ? source.Url : styleOf(land, colour, source), { diff: false })
    },
    close: () => {
      isOpen = false
      map.remove()
    },
  }
}

function styleOf(land: Land, colour: string, tiles: MapSource | undefined): StyleSpecification {
  const style: StyleSpecification = {
    version: 8,
    // The land is no finer: tiles further in would be cut for nothing.
    sources: { land: { type: 'geojson', data: land, maxzoom: 6, tolerance: 0.2 } },
    layers: [{ id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colour } }],
  }
  if (!tiles) return style
  return {
    ...style,
    sources: {
      ...style.sources,
      tiles: { type: 'raster', tiles: [tiles.Url], tileSize: TILE_PX, maxzoom: tiles.MaxZoom },
    },
    layers: [...style.layers, { id: 'tiles', type: 'raster', source: 'tiles' }],
  }
}
