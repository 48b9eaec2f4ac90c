import { type Colour, type Material, Mesh, normalize } from './mesh.ts'
import { noise } from './noise.ts'
import { plain } from './paint.ts'
import type { View, World } from './tracer.ts'

/** A wide corridor under a glass roof, seen from one of its walls: doors, glass, a desk, people only. */

export const CORRIDOR_VIEW: View = {
  width: 1920,
  height: 1080,
  centreY: 540,
  focal: 1300,
  cameraHeight: 5.5,
  pitch: (14 * Math.PI) / 180,
}

const WALL_Z = 19.5
const FLOOR: Colour = [0.3, 0.29, 0.265]
const BAND: Colour = [0.13, 0.2, 0.24]

const floor: Material = ([x, , z]) => {
  const tone = 0.95 + 0.08 * noise(x * 9, z * 9) + 0.04 * (noise(x * 30, z * 30) - 0.5)
  if (Math.abs(z - 9.2) < 0.25 || Math.abs(z - 14.2) < 0.25)
    return { colour: [BAND[0] * tone, BAND[1] * tone, BAND[2] * tone], gloss: 0.05 }
  const k = z % 0.9 < 0.02 ? 0.82 : tone
  return { colour: [FLOOR[0] * k, FLOOR[1] * k, FLOOR[2] * k], gloss: 0.03 }
}

export function corridor(): World {
  const mesh = new Mesh()
  const wall: Material = ([x, y]) => {
    const k = 0.96 + 0.06 * noise(x * 1.5, y * 1.5)
    if (y < 0.15) return { colour: [0.12, 0.12, 0.12], gloss: 0.01 }
    if (y > 1.0 && y < 1.18) return { colour: [0.2 * k, 0.33 * k, 0.38 * k], gloss: 0.02 }
    return { colour: [0.44 * k, 0.435 * k, 0.41 * k], gloss: 0 }
  }
  mesh.box([-40, 0, WALL_Z], [40, 9, WALL_Z + 1], wall)
  mesh.box([-40, 4.1, WALL_Z - 0.5], [40, 4.4, WALL_Z], plain([0.35, 0.36, 0.36]))
  const wood = plain([0.34, 0.2, 0.11], 0.01)
  for (const x of [-9.6, -4.4, 5.6, 10.4]) {
    mesh.box([x - 0.62, 0, WALL_Z - 0.05], [x + 0.62, 2.3, WALL_Z], plain([0.2, 0.2, 0.2]))
    mesh.box([x - 0.52, 0, WALL_Z - 0.08], [x + 0.52, 2.2, WALL_Z - 0.05], wood)
    mesh.box([x + 0.2, 1.2, WALL_Z - 0.1], [x + 0.4, 1.9, WALL_Z - 0.08], () => ({
      colour: [0.03, 0.04, 0.05],
      gloss: 0.2,
    }))
    mesh.box([x - 0.48, 1, WALL_Z - 0.13], [x - 0.38, 1.04, WALL_Z - 0.08], plain([0.6, 0.6, 0.58], 0.1))
    mesh.box([x + 0.8, 1.5, WALL_Z - 0.04], [x + 1.15, 1.8, WALL_Z], plain([0.1, 0.3, 0.42]))
  }
  const glass: Material = ([x, y]) =>
    Math.abs(((x % 1.2) + 1.2) % 1.2) < 0.05 || Math.abs(y - 2.4) < 0.04
      ? { colour: [0.25, 0.26, 0.26], gloss: 0.02 }
      : { colour: [0.04, 0.06, 0.065], gloss: 0.2 }
  mesh.box([-2.4, 0, WALL_Z - 0.06], [3.6, 3.2, WALL_Z], glass)
  const green: Material = () => ({ colour: [0.02, 1.1, 0.35], gloss: 0 })
  mesh.box([0.2, 3.35, WALL_Z - 0.1], [1, 3.65, WALL_Z], green)
  // The window on the left wall, benches, plants in tubs.
  for (const x of [-7, 8]) {
    mesh.box([x - 1.1, 0.42, WALL_Z - 0.75], [x + 1.1, 0.5, WALL_Z - 0.2], plain([0.12, 0.13, 0.14], 0.02))
    for (const leg of [-0.9, 0.85])
      mesh.box(
        [x + leg, 0, WALL_Z - 0.7],
        [x + leg + 0.06, 0.42, WALL_Z - 0.25],
        plain([0.4, 0.4, 0.4], 0.05),
      )
  }
  for (const x of [-2.9, 4.1, -12.6, 12.8]) plant(mesh, x, WALL_Z - 0.5)
  for (let x = -12; x <= 12; x += 4)
    mesh.box([x - 0.7, 3.98, WALL_Z - 0.45], [x + 0.7, 4.08, WALL_Z - 0.15], () => ({
      colour: [3.2, 3.1, 2.8],
      gloss: 0,
    }))
  return { mesh, ground: floor, sun: normalize([0.35, 0.8, -0.5]) }
}

function plant(mesh: Mesh, x: number, z: number) {
  mesh.bar([x, 0.22, z], [x, 0.5, z], 0.2, 0.26, plain([0.5, 0.48, 0.44]))
  for (let i = 0; i < 26; i++) {
    const angle = i * 2.4
    const reach = 0.18 + 0.3 * noise(i * 7.1, 2.3)
    const top = 0.9 + 0.7 * noise(i * 3.3, 9.1)
    const k = 0.7 + 0.6 * noise(i, 4)
    mesh.triangle(
      [
        [x, 0.5, z],
        [x + Math.cos(angle) * reach, top, z + Math.sin(angle) * reach * 0.6],
        [x + Math.cos(angle + 0.35) * reach * 0.8, top * 0.8, z + Math.sin(angle + 0.35) * reach * 0.5],
      ],
      () => ({ colour: [0.05 * k, 0.16 * k, 0.04 * k], gloss: 0.01 }),
    )
  }
}
