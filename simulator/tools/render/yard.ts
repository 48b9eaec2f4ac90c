import { car, VAN } from './car.ts'
import { type Colour, type Material, Mesh, normalize } from './mesh.ts'
import { noise } from './noise.ts'
import { plain, worn } from './paint.ts'
import type { World } from './tracer.ts'

/** The loading yard: a hall with docks, trailers at some of them, pallets and drums before the wall. */

const CONCRETE: Colour = [0.22, 0.217, 0.205]
const YELLOW: Colour = [0.55, 0.4, 0.04]

const ground: Material = ([x, , z]) => {
  if (Math.abs(z - 22.9) < 0.08 || Math.abs(z - 25.1) < 0.08) return { colour: YELLOW, gloss: 0 }
  if (z > 22.9 && z < 25.1) return { colour: worn([0.2, 0.29, 0.22], x, z), gloss: 0 }
  if (z % 6 < 0.05) return { colour: worn([0.17, 0.17, 0.16], x, z), gloss: 0 }
  return { colour: worn(CONCRETE, x, z), gloss: 0 }
}

export function loadingYard(): World {
  const mesh = new Mesh()
  hall(mesh)
  for (const [x, colour] of [
    [-16.5, [0.62, 0.62, 0.6]],
    [-5.5, [0.1, 0.2, 0.36]],
    [16.5, [0.48, 0.1, 0.07]],
  ] as const) {
    trailer(mesh, x, [...colour])
  }
  mesh.add(car(VAN, [0.66, 0.64, 0.58], { x: 5.6, z: 41.8, heading: Math.PI / 2 }))
  const wood = plain([0.38, 0.27, 0.15])
  for (const [x, count] of [
    [-27, 9],
    [-25.3, 6],
    [24.5, 8],
    [26.2, 3],
  ] as const) {
    for (let i = 0; i < count; i++) mesh.box([x, i * 0.15, 44.6], [x + 1.4, i * 0.15 + 0.1, 45.8], wood)
  }
  for (let i = 0; i < 5; i++) {
    mesh.bar([28.6 + i * 0.7, 0, 45], [28.6 + i * 0.7, 0.88, 45], 0.29, 0.29, plain([0.05, 0.16, 0.3], 0.03))
  }
  return { mesh, ground, sun: normalize([0.25, 0.62, -0.74]) }
}

function hall(mesh: Mesh) {
  const cladding: Material = ([x, y]) => {
    const k =
      (0.94 + 0.06 * Math.sin(y * 2 * Math.PI * 2.4)) *
      (1 - 0.1 * Math.exp(-y / 0.8)) *
      (0.97 + 0.06 * noise(x, y))
    if (y > 8.4 && y < 9.6) return { colour: [0.55 * k, 0.2 * k, 0.04 * k], gloss: 0.02 }
    return { colour: [0.43 * k, 0.46 * k, 0.48 * k], gloss: 0.01 }
  }
  mesh.box([-60, 0, 48], [60, 10.4, 90], cladding)
  mesh.box([-60.3, 10.4, 47.7], [60.3, 10.8, 90], plain([0.15, 0.16, 0.17]))
  const shutter: Material = ([, y]) => {
    const k = y % 0.4 < 0.05 ? 0.7 : 1
    return { colour: [0.5 * k, 0.5 * k, 0.48 * k], gloss: 0.01 }
  }
  for (let x = -27.5; x <= 28; x += 11) {
    mesh.box([x - 1.9, 1.1, 47.6], [x + 1.9, 5, 48], plain([0.02, 0.02, 0.022]))
    mesh.box([x - 1.5, 1.2, 47.55], [x + 1.5, 4.6, 47.6], shutter)
    mesh.box([x - 2.6, 0, 47], [x + 2.6, 1.1, 48], plain([0.25, 0.25, 0.24]))
    mesh.box([x - 0.35, 5.3, 47.9], [x + 0.35, 6, 48], plain([0.7, 0.7, 0.66]))
    for (const side of [-2.3, 2.1]) mesh.box([x + side, 0, 46.6], [x + side + 0.2, 1.2, 46.8], plain(YELLOW))
  }
  for (let x = -55; x < 56; x += 5.5)
    mesh.box([x, 6.9, 47.95], [x + 3.4, 7.7, 48], () => ({ colour: [0.03, 0.04, 0.05], gloss: 0.25 }))
}

function trailer(mesh: Mesh, x: number, colour: Colour) {
  mesh.box([x - 1.25, 1.1, 37], [x + 1.25, 3.9, 46.9], plain(colour, 0.01))
  mesh.box(
    [x - 1.22, 1.15, 36.97],
    [x - 0.03, 3.85, 37],
    plain([colour[0] * 0.85, colour[1] * 0.85, colour[2] * 0.85]),
  )
  mesh.box(
    [x + 0.03, 1.15, 36.97],
    [x + 1.22, 3.85, 37],
    plain([colour[0] * 0.85, colour[1] * 0.85, colour[2] * 0.85]),
  )
  mesh.box([x - 1.2, 0.7, 37], [x + 1.2, 1.1, 46.9], plain([0.05, 0.05, 0.055]))
  for (const z of [38.4, 39.7, 41]) {
    for (const side of [-1.05, 1.05])
      mesh.bar([x + side - 0.14, 0.5, z], [x + side + 0.14, 0.5, z], 0.48, 0.48, plain([0.02, 0.02, 0.02]))
  }
}
