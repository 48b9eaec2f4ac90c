/** What draws a map's base beneath the markers. */
import type { MapView, Size } from './mercator.ts'

export interface MapColours {
  land: string
}

export interface Surface {
  draw(view: MapView, size: Size): void
  paint(colours: MapColours): void
  close(): void
}

/** `onBroken` hears that the surface cannot go on, such as a lost WebGL context. */
export type OpenSurface = (container: HTMLElement, onBroken: () => void) => Promise<Surface>
