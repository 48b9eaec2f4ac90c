import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SceneScript } from '../src/scene/layout.ts'
import { type Scene, writeFonts, writeScene } from './picture/assets.ts'
import { type Cutout, type Image, smooth } from './picture/image.ts'
import { evening, mirrored, monochrome, toned } from './picture/variants.ts'
import { car, HATCHBACK, SALOON, VAN } from './render/car.ts'
import { gateWorld, VIEW } from './render/gate.ts'
import type { Mesh } from './render/mesh.ts'
import { type Clothes, walker } from './render/person.ts'
import { Tracer } from './render/tracer.ts'

/**
 * Makes the scene's assets: `node simulator/tools/generate.ts <folder>`. It takes minutes; what has been rendered stands in
 * the folder and is not rendered again. Needs ffmpeg with libx264 and the DejaVu fonts.
 */

const SAMPLES = 9
const VIEW_ROWS = 1104
const POSES = 6
/** Least difference, of 255, of a pixel that belongs to a moving thing or its shadow. */
const VISIBLE = 7

const LANE_Z = 20.7
const PATH_Z = 23.9
const WALK_M_PER_S = 1.35
const STRIDE_M = 1.45
const CROSSING_MARGIN = 420

interface Moving {
  name: string
  mesh: Mesh
  left: number
  top: number
  width: number
  height: number
}

const CARS = { left: 576, top: 672, width: 768, height: 336 }
const PEOPLE = { left: 816, top: 672, width: 336, height: 240 }

const ORANGE: Clothes = {
  jacket: [0.55, 0.16, 0.03],
  trousers: [0.03, 0.035, 0.06],
  hair: [0.05, 0.03, 0.02],
}
const BLUE: Clothes = { jacket: [0.07, 0.13, 0.24], trousers: [0.1, 0.09, 0.075], hair: [0.02, 0.015, 0.012] }

const moving: Moving[] = [
  {
    name: 'saloon',
    mesh: car(SALOON, [0.36, 0.02, 0.022], { x: 0, z: LANE_Z }),
    ...CARS,
  },
  { name: 'hatchback', mesh: car(HATCHBACK, [0.12, 0.2, 0.2], { x: 0, z: LANE_Z }), ...CARS },
  { name: 'van', mesh: car(VAN, [0.68, 0.68, 0.66], { x: 0, z: LANE_Z }), ...CARS },
  ...walk('right', ORANGE, 0),
  ...walk('left', BLUE, Math.PI),
]

function walk(name: string, clothes: Clothes, heading: number): Moving[] {
  return Array.from({ length: POSES }, (_, pose) => ({
    name: `${name}${pose}`,
    mesh: walker(clothes, pose / POSES, { x: 0, z: PATH_Z, heading }),
    ...PEOPLE,
  }))
}

const script: SceneScript = {
  stepS: 6.7,
  actors: [
    ...walkers(),
    { ...drive(5.6, LANE_Z, -1), sprites: ['hatchback'], everyS: 34, afterS: 4 },
    { ...drive(5, LANE_Z, -1), sprites: ['van'], everyS: 34, afterS: 23 },
    { ...drive(6.2, LANE_Z, -1), sprites: ['saloon'], everyS: 34, afterS: 12 },
  ],
}

/** Pixels to the metre at this distance along the ground. */
function scaleAt(z: number): number {
  return VIEW.focal / (z * Math.cos(VIEW.pitch) + VIEW.cameraHeight * Math.sin(VIEW.pitch))
}

function drive(metresPerS: number, z: number, direction: 1 | -1) {
  const speed = metresPerS * scaleAt(z)
  const crossingS = (VIEW.width + 2 * CROSSING_MARGIN) / speed
  const fromX = direction > 0 ? -CROSSING_MARGIN : VIEW.width + CROSSING_MARGIN
  return { fromX, speed: Math.round(direction * speed), crossingS, posesPerS: 1 }
}

function walkers() {
  const posesPerS = (WALK_M_PER_S / STRIDE_M) * POSES
  const poses = (name: string) => Array.from({ length: POSES }, (_, pose) => `${name}${pose}`)
  return [
    { ...drive(WALK_M_PER_S, PATH_Z, 1), sprites: poses('right'), posesPerS, everyS: 41, afterS: 0 },
    { ...drive(WALK_M_PER_S, PATH_Z, -1), sprites: poses('left'), posesPerS, everyS: 57, afterS: 20 },
  ]
}

function rendered(folder: string, name: string, width: number, height: number, render: () => Image): Image {
  const file = join(folder, `${name}.rgb`)
  if (!existsSync(file)) {
    console.log(`rendering ${name}`)
    writeFileSync(file, render().rgb)
  }
  return { width, height, rgb: readFileSync(file) }
}

function cutOut(folder: string, thing: Moving, view: Image): Cutout {
  const { name, left, top, width, height } = thing
  const image = rendered(folder, name, width, height, () => {
    const world = gateWorld()
    world.mesh.add(thing.mesh)
    return new Tracer(world).render(VIEW, left, top, width, height, SAMPLES)
  })
  const differences = Float32Array.from({ length: width * height }, (_, i) => {
    const before = ((top + Math.floor(i / width)) * view.width + left + (i % width)) * 3
    const change = (c: number) => Math.abs((image.rgb[i * 3 + c] ?? 0) - (view.rgb[before + c] ?? 0))
    return Math.max(change(0), change(1), change(2))
  })
  // The mean over 5 × 5 pixels, so that the renderer's noise is not taken for the thing.
  const mask = new Uint8Array(width * height)
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      let sum = 0
      for (let k = 0; k < 25; k++)
        sum += differences[(y + Math.floor(k / 5) - 2) * width + x + (k % 5) - 2] ?? 0
      if (sum / 25 >= VISIBLE) mask[y * width + x] = 1
    }
  }
  return { name, left, top, image: smooth(image), mask, anchorX: VIEW.width / 2 }
}

const [, , folder] = process.argv
if (folder === undefined) throw new Error('say a folder for the rendered pictures')
mkdirSync(folder, { recursive: true })
const view = rendered(folder, 'view', VIEW.width, VIEW_ROWS, () =>
  new Tracer(gateWorld()).render(VIEW, 0, 0, VIEW.width, VIEW_ROWS, SAMPLES),
)
const cutouts = moving.map((thing) => cutOut(folder, thing, view))
const gate: Scene = { view: smooth(view), cutouts, script }
writeFonts()
writeScene('gate', gate)
writeScene('gate-mirrored', toned(mirrored(gate), evening))
writeScene('gate-monochrome', toned(gate, monochrome))
