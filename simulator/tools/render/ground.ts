import type { Colour, Material } from './mesh.ts'
import { clouds, noise } from './noise.ts'

/**
 * Bands of ground by their distance from the camera. Up to GRASS_FAR things move sideways, and what
 * changes along x there must be faint: sprites bring a little of their own ground along.
 */
const ROAD_NEAR = 15.6
const ROAD_FAR = 22.6
const PATH_FAR = 25.2
const GRASS_FAR = 35.5

const matt = (colour: Colour) => ({ colour, gloss: 0 })
const tint = (base: Colour, k: number): Colour => [base[0] * k, base[1] * k, base[2] * k]

const ASPHALT: Colour = [0.088, 0.088, 0.09]
const PAINT: Colour = [0.62, 0.62, 0.59]
const KERB: Colour = [0.3, 0.295, 0.28]
const PAVING: Colour = [0.34, 0.325, 0.3]
const GRASS: Colour = [0.07, 0.095, 0.032]
const CONCRETE: Colour = [0.27, 0.265, 0.25]

export const ground: Material = ([x, , z]) => {
  if (z < ROAD_NEAR || (z > ROAD_FAR && z < ROAD_FAR + 0.3))
    return matt(tint(KERB, 0.85 + 0.3 * noise(x * 6, z * 6)))
  if (z < ROAD_FAR) return road(x, z)
  if (z < PATH_FAR) return paving(x, z)
  if (z < GRASS_FAR) return grass(x, z)
  return yard(x, z)
}

function road(x: number, z: number) {
  const tracks =
    0.1 * [16.6, 18.2, 19.9, 21.6].reduce((sum, at) => sum + Math.exp(-(((z - at) / 0.32) ** 2)), 0)
  const worn =
    0.92 + tracks + 0.12 * (clouds(x * 0.05, z * 1.4, 3) - 0.5) + 0.16 * (noise(x * 38, z * 38) - 0.5)
  const isCentre = Math.abs(Math.abs(z - 19.05) - 0.13) < 0.06
  const isEdge = Math.abs(z - (ROAD_NEAR + 0.25)) < 0.06 || Math.abs(z - (ROAD_FAR - 0.25)) < 0.06
  if (isCentre) return matt(tint([0.55, 0.42, 0.1], 0.82 + 0.25 * noise(x * 11, z * 11)))
  if (isEdge) return matt(tint(PAINT, 0.75 + 0.25 * noise(x * 11, z * 11)))
  const gutter = 1 - 0.18 * Math.exp(-(((z - ROAD_FAR) / 0.2) ** 2))
  return matt(tint(ASPHALT, worn * 1.12 * gutter))
}

function paving(x: number, z: number) {
  const row = Math.floor((z - ROAD_FAR) / 0.4)
  const isJoint = (z - ROAD_FAR) % 0.4 < 0.02
  const tone =
    0.9 +
    0.1 * noise(row * 3.7, 1) +
    0.12 * (noise(x * 7, z * 7) - 0.5) +
    0.12 * (noise(x * 25, z * 25) - 0.5)
  return matt(tint(PAVING, isJoint ? 0.72 : tone))
}

function grass(x: number, z: number) {
  const patch = clouds(x * 0.12, z * 0.45, 3)
  const blades = 0.72 + 0.56 * noise(x * 16, z * 9) + 0.25 * (noise(x * 45, z * 25) - 0.5)
  const dry = Math.max(0, patch - 0.5)
  return matt([
    (GRASS[0] + dry * 0.12) * blades,
    (GRASS[1] + dry * 0.06) * blades,
    (GRASS[2] + dry * 0.03) * blades,
  ])
}

function yard(x: number, z: number) {
  const worn = 0.84 + 0.32 * clouds(x * 0.18, z * 0.18, 4) + 0.1 * (noise(x * 14, z * 14) - 0.5)
  const isJoint = ((x % 6) + 6) % 6 < 0.05 || z % 6 < 0.06
  return matt(tint(CONCRETE, isJoint ? 0.6 : worn))
}
