/** The base by MapLibre, where the browser has WebGL. Gestures are the map's own (gestures.ts), so that both surfaces feel alike. */
import { type GeoJSONSource, Map as MapLibre, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'

import { landOf } from './land.ts'
import { MAP_DEFAULT_CENTRE, MAP_DEFAULT_ZOOM, MAP_MAX_ZOOM } from './mercator.ts'
import type { Surface } from './surface.ts'

/** A blob, which MapLibre would make otherwise, is against the page's policy. */
setWorkerUrl(workerUrl)

export async function openWebGlSurface(container: HTMLElement, onBroken: () => void): Promise<Surface> {
  const data = await landOf('coarse')
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
    style: {
      version: 8,
      // The land is no finer: tiles further in would be cut for nothing.
      sources: { land: { type: 'geojson', data, maxzoom: 6, tolerance: 0.2 } },
      layers: [{ id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': 'transparent' } }],
    },
  })
  map.on('webglcontextlost', onBroken)
  map.on('error', ({ error }) => console.error(error))
  await map.once('style.load')
  let isOpen = true
  void landOf('fine').then(
    async (fine) => {
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
    paint: ({ land }) => map.setPaintProperty('land', 'fill-color', land),
    close: () => {
      isOpen = false
      map.remove()
    },
  }
}
