import { car, HATCHBACK, SALOON, VAN } from './car.ts'
import { type Colour, type Material, Mesh, normalize } from './mesh.ts'
import { noise } from './noise.ts'
import { plain, worn } from './paint.ts'
import type { World } from './tracer.ts'

/** Behind a lane and a walk: rows of parked cars, then a multi-storey building. */

const ASPHALT: Colour = [0.105, 0.106, 0.11]
const LINES: Colour = [0.6, 0.6, 0.56]
const PAINTS: Colour[] = [
  [0.4, 0.41, 0.42],
  [0.05, 0.06, 0.08],
  [0.3, 0.025, 0.02],
  [0.06, 0.12, 0.26],
  [0.62, 0.62, 0.6],
  [0.16, 0.17, 0.14],
]

const ground: Material = ([x, , z]) => {
  if (Math.abs(z - 22.6) < 0.15 || Math.abs(z - 25.4) < 0.15)
    return { colour: worn([0.32, 0.31, 0.29], x, z), gloss: 0 }
  if (z > 22.6 && z < 25.4) return { colour: worn([0.36, 0.25, 0.2], x, z), gloss: 0 }
  if (Math.abs(z - 18.4) < 0.07) return { colour: LINES, gloss: 0 }
  const inBay = z > 35.6 && z < 47
  if (inBay && Math.abs((((x + 40) % 2.6) + 2.6) % 2.6) < 0.1) return { colour: LINES, gloss: 0 }
  return { colour: worn(ASPHALT, x, z), gloss: 0 }
}

export function carPark(): World {
  const mesh = new Mesh()
  for (const [row, z] of [38.2, 44.6].entries()) {
    for (let bay = -12; bay <= 12; bay++) {
      const chance = noise(bay * 3.7 + row * 11.3, row * 5.9)
      if (chance > 0.62) continue
      const shape = [SALOON, HATCHBACK, HATCHBACK, VAN][Math.floor(chance * 40) % 4] ?? SALOON
      const paint = PAINTS[Math.floor(chance * 97) % PAINTS.length] ?? ASPHALT
      mesh.add(car(shape, paint, { x: bay * 2.6 - 1.2, z, heading: (row === 0 ? 1 : -1) * (Math.PI / 2) }))
    }
  }
  building(mesh)
  for (const x of [-21, -7, 7, 21]) {
    mesh.bar([x, 0, 41.4], [x, 8.2, 41.4], 0.09, 0.06, plain([0.3, 0.31, 0.31], 0.02))
    mesh.box([x - 0.8, 8.2, 41.2], [x + 0.8, 8.32, 41.6], plain([0.22, 0.23, 0.23]))
  }
  return { mesh, ground, sun: normalize([0.55, 0.7, -0.35]) }
}

function building(mesh: Mesh) {
  const concrete = plain([0.42, 0.41, 0.39])
  for (let floor = 0; floor < 5; floor++) {
    const y = floor * 3.1
    mesh.box([-30, y + 2.4, 55], [26, y + 3.5, 78], concrete)
    mesh.box([-29.5, y, 58], [25.5, y + 2.4, 78], plain([0.06, 0.06, 0.065]))
    for (let x = -30; x <= 25; x += 6.1) mesh.box([x, y, 55.3], [x + 0.5, y + 2.4, 56], concrete)
  }
  mesh.box([26, 0, 54], [33, 20, 66], plain([0.16, 0.3, 0.34]))
  const glass: Material = ([, y]) =>
    y % 3.1 < 0.25 ? { colour: [0.3, 0.32, 0.33], gloss: 0.02 } : { colour: [0.02, 0.03, 0.04], gloss: 0.25 }
  mesh.box([27.2, 0.2, 53.9], [31.8, 19, 54], glass)
  mesh.box([-60, 0, 70], [-34, 9, 90], plain([0.33, 0.2, 0.15]))
  mesh.box([36, 0, 74], [70, 13, 95], plain([0.35, 0.34, 0.31]))
}
