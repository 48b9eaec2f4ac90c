import { car, HATCHBACK, SALOON, VAN } from './car.ts'
import { ground } from './ground.ts'
import { type Colour, type Material, Mesh, normalize, type Vector } from './mesh.ts'
import { clouds, noise, randoms } from './noise.ts'
import { plain } from './paint.ts'
import type { View, World } from './tracer.ts'

/** The works gate: road, path and lawn, then fence, yard, offices and warehouse. */

export const VIEW: View = {
  width: 1920,
  height: 1080,
  centreY: 540,
  focal: 1536,
  cameraHeight: 6.2,
  pitch: (2.75 * Math.PI) / 180,
}

const SUN: Vector = normalize([-0.4, 0.76, -0.5])
const FENCE_Z = 35.7

export function gateWorld(): World {
  const mesh = new Mesh()
  warehouse(mesh)
  offices(mesh)
  fence(mesh)
  gatehouse(mesh)
  yard(mesh)
  for (const [x, z, height, seed] of TREES) tree(mesh, x, z, height, seed)
  return { mesh, ground, sun: SUN }
}

const TREES = [
  [-19.5, 37.4, 9.6, 1],
  [-12.6, 38, 8, 2],
  [20.4, 37.6, 9.4, 3],
  [28.5, 42, 12, 4],
  [-33.5, 47, 12, 5],
  [-52, 80, 19, 6],
  [47, 62, 15, 7],
  [56, 70, 19, 8],
  [66, 86, 22, 9],
] as const

function warehouse(mesh: Mesh) {
  const cladding: Material = ([x, y]) => {
    const rib = 0.93 + 0.07 * Math.sin(x * 2 * Math.PI * 2.2)
    const dirt = 1 - 0.16 * Math.max(0, clouds(x * 0.7, y * 0.15, 3) - 0.45) - 0.12 * Math.exp(-y / 0.7)
    const k = rib * dirt
    if (y < 0.9) return { colour: [0.3 * dirt, 0.29 * dirt, 0.28 * dirt], gloss: 0 }
    if (y > 11.2) return { colour: [0.05 * k, 0.13 * k, 0.21 * k], gloss: 0.02 }
    return { colour: [0.52 * k, 0.53 * k, 0.53 * k], gloss: 0.01 }
  }
  mesh.box([-12, 0, 50], [34, 12.9, 85], cladding)
  mesh.box([-12.2, 12.9, 49.8], [34.2, 13.2, 85], plain([0.2, 0.21, 0.22]))
  const door: Material = ([x, y]) => {
    const k = y % 0.55 < 0.05 ? 0.6 : 1
    const scuff = 1 - 0.25 * Math.max(0, noise(x * 1.5, y * 2) - 0.5)
    return { colour: [0.33 * k * scuff, 0.35 * k * scuff, 0.37 * k * scuff], gloss: 0.01 }
  }
  for (const x of [-7.5, -1.5, 4.5, 10.5]) {
    mesh.box([x - 2, 0, 49.9], [x + 2, 4.3, 50], door)
    mesh.box([x - 2.25, 0, 49.7], [x - 2, 4.5, 50], plain([0.5, 0.38, 0.05]))
    mesh.box([x + 2, 0, 49.7], [x + 2.25, 4.5, 50], plain([0.5, 0.38, 0.05]))
    mesh.box([x - 2.4, 4.5, 48.9], [x + 2.4, 4.68, 50], plain([0.25, 0.26, 0.27]))
    mesh.box([x - 0.3, 5.1, 49.8], [x + 0.3, 5.4, 50], plain([0.75, 0.75, 0.7]))
  }
  const glass: Material = ([x, y]) =>
    ((x % 1.4) + 1.4) % 1.4 < 0.07 || Math.abs(y - 5.7) < 0.04 || Math.abs(y - 8.9) < 0.04
      ? { colour: [0.3, 0.3, 0.3], gloss: 0.01 }
      : { colour: [0.03, 0.04, 0.05], gloss: 0.25 }
  mesh.box([15, 4.9, 49.92], [32, 6.2, 50], glass)
  mesh.box([-10.5, 8, 49.92], [32, 9.4, 50], glass)
  mesh.box([17, 0, 49.9], [18.2, 2.3, 50], plain([0.1, 0.16, 0.2], 0.02))
  for (const x of [-3, 8, 20]) mesh.box([x, 13.1, 55], [x + 2.4, 14.4, 58], plain([0.42, 0.43, 0.43]))
}

function offices(mesh: Mesh) {
  const brick: Material = ([x, y, z]) => {
    const along = x + z
    const row = Math.floor(y / 0.09)
    const isJoint = y % 0.09 < 0.014 || (((along + (row % 2) * 0.12) % 0.24) + 0.24) % 0.24 < 0.014
    const k =
      0.75 +
      0.4 * noise(Math.floor(along / 0.24) * 5.3 + row * 2.1, row * 3.3) +
      0.1 * (clouds(along * 0.4, y * 0.4, 2) - 0.5)
    return { colour: isJoint ? [0.3, 0.27, 0.24] : [0.27 * k, 0.125 * k, 0.085 * k], gloss: 0 }
  }
  mesh.box([-42, 0, 52], [-16, 17, 66], brick)
  mesh.box([-42.3, 17, 51.7], [-15.7, 17.5, 66], plain([0.5, 0.49, 0.46]))
  for (let floor = 0; floor < 5; floor++) {
    for (let i = 0; i < 8; i++) {
      const x = -40.4 + i * 3.1
      const y = 1 + floor * 3.2
      const isBlind = noise(i * 3.7, floor * 5.1) > 0.62
      mesh.box([x - 0.1, y - 0.12, 51.9], [x + 1.9, y, 52], plain([0.5, 0.49, 0.46]))
      mesh.box([x, y, 51.97], [x + 1.8, y + 1.75, 52], ([wx, wy]) => {
        const isFrame = Math.abs(wx - x - 0.9) > 0.82 || Math.abs(wx - x - 0.9) < 0.04 || wy > y + 1.68
        if (isFrame) return { colour: [0.6, 0.6, 0.58], gloss: 0.01 }
        return isBlind && wy > y + 0.7
          ? { colour: [0.45, 0.44, 0.4], gloss: 0.08 }
          : { colour: [0.02, 0.025, 0.03], gloss: 0.28 }
      })
    }
  }
}

function fence(mesh: Mesh) {
  const steel = plain([0.1, 0.17, 0.13], 0.02)
  const parts: [number, number][] = [
    [-40, 3.4],
    [11.4, 40],
  ]
  for (const [from, to] of parts) {
    for (let x = from; x <= to; x += 2.5)
      mesh.box([x - 0.04, 0, FENCE_Z], [x + 0.04, 2.1, FENCE_Z + 0.06], steel)
    for (let x = from; x <= to; x += 0.125)
      mesh.box([x - 0.011, 0.08, FENCE_Z], [x + 0.011, 2, FENCE_Z + 0.015], steel)
    for (const y of [0.15, 0.9, 1.85]) mesh.box([from, y, FENCE_Z], [to, y + 0.045, FENCE_Z + 0.03], steel)
  }
  // The sliding leaf stands open behind the fence.
  mesh.box([11.4, 0.15, FENCE_Z + 0.3], [19, 0.3, FENCE_Z + 0.36], plain([0.45, 0.45, 0.44], 0.02))
  mesh.box([11.4, 1.95, FENCE_Z + 0.3], [19, 2.05, FENCE_Z + 0.36], plain([0.45, 0.45, 0.44], 0.02))
}

function gatehouse(mesh: Mesh) {
  mesh.box([0.4, 0, 36.4], [3, 2.7, 39.2], plain([0.6, 0.59, 0.55]))
  mesh.box([0.1, 2.7, 36], [3.3, 2.88, 39.5], plain([0.14, 0.15, 0.16]))
  mesh.box([0.7, 1.05, 36.36], [2.7, 2.2, 36.4], () => ({ colour: [0.03, 0.04, 0.045], gloss: 0.25 }))
  mesh.box([2.96, 1.05, 36.9], [3.04, 2.2, 38.6], () => ({ colour: [0.03, 0.04, 0.045], gloss: 0.25 }))
  mesh.box([3.5, 0, 36], [3.85, 1.15, 36.35], plain([0.55, 0.33, 0.02]))
  const striped: Material = ([x]) =>
    Math.floor(x / 0.55) % 2 === 0
      ? { colour: [0.55, 0.02, 0.02], gloss: 0.02 }
      : { colour: [0.75, 0.75, 0.73], gloss: 0.02 }
  mesh.box([3.7, 0.95, 36.12], [10.6, 1.07, 36.2], striped)
  mesh.box([10.6, 0, 36.08], [10.75, 1.1, 36.24], plain([0.3, 0.3, 0.3]))
  mesh.bar([11.2, 0, 36], [11.2, 2.6, 36], 0.04, 0.04, plain([0.4, 0.4, 0.4]))
  mesh.box([10.9, 2, 35.94], [11.5, 2.6, 35.97], ([x, y]) => {
    const r = Math.hypot(x - 11.2, y - 2.3)
    if (r < 0.21 && r > 0) return { colour: [0.7, 0.7, 0.68], gloss: 0 }
    return r < 0.29 ? { colour: [0.6, 0.02, 0.02], gloss: 0 } : { colour: [0.3, 0.3, 0.3], gloss: 0 }
  })
}

function yard(mesh: Mesh) {
  mesh.add(car(VAN, [0.72, 0.72, 0.7], { x: -6.8, z: 46, heading: Math.PI / 2 }))
  mesh.add(car(VAN, [0.06, 0.11, 0.22], { x: 15.5, z: 45.5, heading: Math.PI / 2 + 0.04 }))
  mesh.add(car(HATCHBACK, [0.35, 0.02, 0.02], { x: -22, z: 47.5, heading: -Math.PI / 2 }))
  mesh.add(car(SALOON, [0.09, 0.1, 0.11], { x: -25, z: 47.6, heading: -Math.PI / 2 }))
  mesh.add(car(HATCHBACK, [0.55, 0.56, 0.58], { x: -30.8, z: 47.4, heading: -Math.PI / 2 }))
  mesh.add(car(SALOON, [0.5, 0.5, 0.48], { x: 23, z: 44, heading: 0.1 }))
  const ribbed =
    (colour: Colour): Material =>
    ([x, , z]) => {
      const k = 0.85 + 0.15 * Math.sin((x + z) * 22)
      return { colour: [colour[0] * k, colour[1] * k, colour[2] * k], gloss: 0.01 }
    }
  mesh.box([24, 0, 46.6], [30, 2.6, 49], ribbed([0.09, 0.2, 0.27]))
  mesh.box([24.3, 2.6, 46.6], [30.3, 5.1, 49], ribbed([0.36, 0.13, 0.06]))
  const wood = plain([0.36, 0.25, 0.14])
  for (let i = 0; i < 7; i++) mesh.box([0.2, i * 0.15, 47.8], [1.4, i * 0.15 + 0.1, 48.8], wood)
  for (let i = 0; i < 4; i++) mesh.box([1.7, i * 0.15, 47.7], [2.9, i * 0.15 + 0.1, 48.7], wood)
  for (const x of [-9.6, 13.4]) {
    mesh.bar([x, 0, 40], [x, 9.4, 40], 0.09, 0.06, plain([0.32, 0.33, 0.33], 0.02))
    mesh.box([x - 0.9, 9.3, 39.9], [x + 0.9, 9.42, 40.1], plain([0.25, 0.26, 0.26]))
  }
}

function tree(mesh: Mesh, x: number, z: number, height: number, seed: number) {
  const random = randoms(seed * 7919)
  const bark = plain([0.11, 0.085, 0.06])
  const crown = height * 0.62
  mesh.bar([x, 0, z], [x + 0.1, crown, z], height * 0.028, height * 0.014, bark)
  const puffs = Array.from({ length: 22 }, (): Vector => {
    const angle = random() * 2 * Math.PI
    const level = random()
    const reach = height * 0.26 * Math.sqrt(random()) * (1.1 - 0.6 * level)
    return [x + Math.cos(angle) * reach, height * (0.42 + 0.5 * level), z + Math.sin(angle) * reach]
  })
  for (const puff of puffs) {
    mesh.bar([x, crown * 0.75, z], puff, height * 0.008, height * 0.003, bark)
    const hue = 0.75 + 0.5 * random()
    const size = height * (0.09 + 0.05 * random())
    for (let i = 0; i < 620; i++) {
      const at = puff.map((c) => c + (random() + random() + random() - 1.5) * size * 1.15)
      const leaf = height * 0.011 * (0.7 + random() * 0.6)
      const corner = (): Vector => [
        (at[0] ?? 0) + (random() - 0.5) * 2 * leaf,
        (at[1] ?? 0) + (random() - 0.5) * 2 * leaf,
        (at[2] ?? 0) + (random() - 0.5) * 2 * leaf,
      ]
      const k = hue * (0.7 + 0.6 * random())
      const colour: Colour = [0.08 * k, 0.12 * k, 0.036 * k]
      mesh.triangle([corner(), corner(), corner()], () => ({ colour, gloss: 0 }))
    }
  }
}
