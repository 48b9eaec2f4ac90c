import type { Colour, Material } from './mesh.ts'
import { clouds, noise } from './noise.ts'

/** A plain colour with a little life in it. */
export const plain =
  (colour: Colour, gloss = 0): Material =>
  ([x, y, z]) => {
    const k = 0.93 + 0.14 * noise(x * 3 + z * 2, y * 3 + z)
    return { colour: [colour[0] * k, colour[1] * k, colour[2] * k], gloss }
  }

/** Ground that changes with its distance from the camera alone: things that cross it bring a little of it along. */
export function worn(colour: Colour, x: number, z: number): Colour {
  const k = 0.88 + 0.2 * clouds(x * 0.06, z * 0.9, 3) + 0.1 * (noise(x * 20, z * 20) - 0.5)
  return [colour[0] * k, colour[1] * k, colour[2] * k]
}
