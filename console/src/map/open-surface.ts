import type { OpenSurface } from './surface.ts'

/** MapLibre where the browser has WebGL, else a plain canvas; each is fetched when the first map needs it. */
export const openSurface: OpenSurface = async (container, news) => {
  if (hasWebGl()) {
    const { openWebGlSurface } = await import('./webgl-surface.ts')
    return openWebGlSurface(container, news)
  }
  return openPlain(container, news)
}

export const openPlain: OpenSurface = async (container, news) => {
  const { openCanvasSurface } = await import('./canvas-surface.ts')
  return openCanvasSurface(container, news)
}

function hasWebGl(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null
}
