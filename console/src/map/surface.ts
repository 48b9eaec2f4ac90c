/** What draws a map's base beneath the markers. */
import type { MapSource } from '@vedette/contract/calls/map'

import type { MapView, Size } from './mercator.ts'

export interface MapColours {
  land: string
}

export interface Surface {
  draw(view: MapView, size: Size): void
  paint(colours: MapColours): void
  /** Draws this source over the land from now on; undefined: the land alone. */
  use(source: MapSource | undefined): void
  close(): void
}

export interface SurfaceNews {
  /** It cannot go on, such as without its WebGL context. */
  onBroken: () => void
  /** Whether the source in use answers. */
  onSource: (isThere: boolean) => void
}

export type OpenSurface = (container: HTMLElement, news: SurfaceNews) => Promise<Surface>
