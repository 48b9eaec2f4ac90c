import type { Scene } from './assets.ts'
import type { Image } from './image.ts'

/** Scenes made of one rendering, so that neighbours on a wall differ. */

type Pixel = [number, number, number]
/** A pixel's new colour, by its old one and its height in the picture, −1…1. */
type Tone = (pixel: Pixel, y: number) => Pixel

export const evening: Tone = ([r, g, b]) => [
  255 * (r / 255) ** 1.12 * 1.0,
  255 * (g / 255) ** 1.22 * 0.94,
  255 * (b / 255) ** 1.3 * 0.82,
]

/** A camera that has gone over to black and white in failing light. */
export const monochrome: Tone = ([r, g, b], y) => {
  const luma = 0.42 * r + 0.46 * g + 0.12 * b
  const grey = 255 * (luma / 255) ** 1.35 * (1 - 0.2 * y * y)
  return [grey, grey, grey]
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

export function mirrored(scene: Scene): Scene {
  const { width } = scene.view
  return {
    view: flip(scene.view),
    cutouts: scene.cutouts.map((cutout) => ({
      ...cutout,
      left: width - cutout.left - cutout.image.width,
      image: flip(cutout.image),
      mask: flipBytes(cutout.mask, cutout.image.width, 1),
      anchorX: width - cutout.anchorX,
    })),
    script: {
      ...scene.script,
      actors: scene.script.actors.map((actor) => ({
        ...actor,
        fromX: width - actor.fromX,
        speed: -actor.speed,
      })),
    },
  }
}

const flip = (image: Image): Image => ({ ...image, rgb: flipBytes(image.rgb, image.width, 3) })

function flipBytes(bytes: Uint8Array, width: number, channels: number): Uint8Array {
  return bytes.map((_, i) => {
    const pixel = Math.floor(i / channels)
    const mirroredPixel = pixel - (pixel % width) + width - 1 - (pixel % width)
    return bytes[mirroredPixel * channels + (i % channels)] ?? 0
  })
}
