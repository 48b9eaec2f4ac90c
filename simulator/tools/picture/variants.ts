import type { Scene } from './assets.ts'
import type { Image } from './image.ts'

/** The same rendering at another time of day. */

type Pixel = [number, number, number]
/** A pixel's new colour, by its old one and its height in the picture, −1…1. */
export type Tone = (pixel: Pixel, y: number) => Pixel

/** Infrared light from beside the lens: grey, the sky dark, what is near and low the brightest. */
export const night: Tone = ([r, g, b], y) => {
  const luma = 0.42 * r + 0.46 * g + 0.12 * b
  const reach = Math.max(0, Math.min(1, (y + 0.75) / 1.2))
  const grey = 255 * (luma / 255) ** 1.15 * (0.1 + 0.78 * reach * reach)
  return [grey, grey, grey]
}

/** A room whose lamps are out but for the emergency light. */
export const dim: Tone = ([r, g, b], y) => {
  const k = 0.4 - 0.1 * y * y
  return [r * k * 0.85, g * k * 1.02, b * k]
}

export function toned(scene: Scene, tone: Tone): Scene {
  const { height } = scene.view
  const paint = (image: Image, top: number): Image => {
    const rgb = new Uint8Array(image.rgb.length)
    for (let i = 0; i < rgb.length; i += 3) {
      const y = top + Math.floor(i / 3 / image.width)
      const pixel: Pixel = [image.rgb[i] ?? 0, image.rgb[i + 1] ?? 0, image.rgb[i + 2] ?? 0]
      rgb.set(tone(pixel, (2 * y) / height - 1).map(Math.round), i)
    }
    return { ...image, rgb }
  }
  return {
    ...scene,
    view: paint(scene.view, 0),
    cutouts: scene.cutouts.map((cutout) => ({
      ...cutout,
      image: paint(cutout.image, cutout.top),
    })),
  }
}
