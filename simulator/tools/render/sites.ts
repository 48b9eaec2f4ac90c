import type { Actor, SceneScript } from '../../src/scene/layout.ts'
import { dim, night, type Tone } from '../picture/variants.ts'
import { carPark } from './car-park.ts'
import { car, HATCHBACK, SALOON, type Shape, VAN } from './car.ts'
import { corridor, CORRIDOR_VIEW } from './corridor.ts'
import { gateWorld, VIEW } from './gate.ts'
import type { Colour, Mesh } from './mesh.ts'
import { type Clothes, walker } from './person.ts'
import type { View, World } from './tracer.ts'
import { loadingYard } from './yard.ts'

/** The viewpoints: what each looks at, and what moves there by which script. */

const POSES = 6
const ALL_POSES = [0, 1, 2, 3, 4, 5]
/** Near people are large, and there is room for so many of their pictures. */
const FEW_POSES = [0, 2, 4]
const WALK_M_PER_S = 1.35
const STRIDE_M = 1.45
/** Things start and end so far outside the picture. */
const CROSSING_MARGIN = 420

export interface Moving {
  name: string
  mesh: () => Mesh
  /** The part of the picture that it and its shadow may change while it stands in the middle; all multiples of 48. */
  window: { left: number; top: number; width: number; height: number }
}

export interface Site {
  name: string
  view: View
  world: () => World
  night: Tone
  moving: Moving[]
  script: SceneScript
}

const LANE_Z = 20.7
const PATH_Z = 23.9
const CARS = { left: 576, top: 672, width: 768, height: 336 }
const PEOPLE = { left: 816, top: 672, width: 336, height: 240 }
const HALL_Z = 11
const HALL_PEOPLE = { left: 768, top: 624, width: 384, height: 240 }

function clothes(jacket: Colour, trousers: Colour, hair: Colour = [0.04, 0.025, 0.015]): Clothes {
  return { jacket, trousers, hair }
}

/** Two people, `right` and `left` by where they go. */
function people(
  z: number,
  window: Moving['window'],
  right: Clothes,
  left: Clothes,
  poses: readonly number[] = ALL_POSES,
): Moving[] {
  const walk = (name: string, wears: Clothes, heading: number): Moving[] =>
    poses.map((pose) => ({
      name: `${name}${pose}`,
      mesh: () => walker(wears, pose / POSES, { x: 0, z, heading }),
      window,
    }))
  return [...walk('right', right, 0), ...walk('left', left, Math.PI)]
}

const drives = (name: string, shape: Shape, paint: Colour): Moving => ({
  name,
  mesh: () => car(shape, paint, { x: 0, z: LANE_Z }),
  window: CARS,
})

/** Pixels to the metre at this distance along the ground. */
function scaleAt(view: View, z: number): number {
  return view.focal / (z * Math.cos(view.pitch) + view.cameraHeight * Math.sin(view.pitch))
}

type Timing = Pick<Actor, 'everyS' | 'afterS'>

function crossing(view: View, metresPerS: number, z: number, direction: 1 | -1) {
  const speed = metresPerS * scaleAt(view, z)
  const crossingS = (view.width + 2 * CROSSING_MARGIN) / speed
  const fromX = direction > 0 ? -CROSSING_MARGIN : view.width + CROSSING_MARGIN
  return { fromX, speed: Math.round(direction * speed), crossingS }
}

function walks(
  view: View,
  z: number,
  name: 'right' | 'left',
  timing: Timing,
  poses: readonly number[] = ALL_POSES,
): Actor {
  const sprites = poses.map((pose) => `${name}${pose}`)
  const posesPerS = (WALK_M_PER_S / STRIDE_M) * poses.length
  return { ...crossing(view, WALK_M_PER_S, z, name === 'right' ? 1 : -1), sprites, posesPerS, ...timing }
}

/** Cars go left: so do their pictures. */
function passes(sprite: string, metresPerS: number, timing: Timing): Actor {
  return { ...crossing(VIEW, metresPerS, LANE_Z, -1), sprites: [sprite], posesPerS: 1, ...timing }
}

const DARK: Colour = [0.03, 0.035, 0.06]

export const sites: readonly Site[] = [
  {
    name: 'gate',
    view: VIEW,
    world: gateWorld,
    night,
    moving: [
      drives('saloon', SALOON, [0.36, 0.02, 0.022]),
      drives('hatchback', HATCHBACK, [0.12, 0.2, 0.2]),
      drives('van', VAN, [0.68, 0.68, 0.66]),
      ...people(
        PATH_Z,
        PEOPLE,
        clothes([0.55, 0.16, 0.03], DARK),
        clothes([0.07, 0.13, 0.24], [0.1, 0.09, 0.075]),
      ),
    ],
    script: {
      stepS: 6.7,
      actors: [
        walks(VIEW, PATH_Z, 'right', { everyS: 41, afterS: 0 }),
        walks(VIEW, PATH_Z, 'left', { everyS: 57, afterS: 20 }),
        passes('hatchback', 5.6, { everyS: 34, afterS: 4 }),
        passes('van', 5, { everyS: 34, afterS: 23 }),
        passes('saloon', 6.2, { everyS: 34, afterS: 12 }),
      ],
    },
  },
  {
    name: 'yard',
    view: VIEW,
    world: loadingYard,
    night,
    moving: [
      drives('van', VAN, [0.5, 0.36, 0.05]),
      drives('hatchback', HATCHBACK, [0.5, 0.5, 0.48]),
      ...people(
        PATH_Z,
        PEOPLE,
        clothes([0.62, 0.6, 0.05], [0.04, 0.06, 0.12]),
        clothes([0.2, 0.2, 0.2], [0.05, 0.05, 0.05], [0.6, 0.58, 0.1]),
      ),
    ],
    script: {
      stepS: 7.9,
      actors: [
        walks(VIEW, PATH_Z, 'right', { everyS: 47, afterS: 3 }),
        walks(VIEW, PATH_Z, 'left', { everyS: 61, afterS: 30 }),
        passes('van', 4.2, { everyS: 39, afterS: 10 }),
        passes('hatchback', 4.8, { everyS: 39, afterS: 27 }),
      ],
    },
  },
  {
    name: 'car-park',
    view: VIEW,
    world: carPark,
    night,
    moving: [
      drives('saloon', SALOON, [0.08, 0.14, 0.3]),
      drives('hatchback', HATCHBACK, [0.5, 0.06, 0.03]),
      ...people(
        PATH_Z,
        PEOPLE,
        clothes([0.25, 0.05, 0.12], DARK),
        clothes([0.3, 0.32, 0.33], [0.03, 0.05, 0.09]),
      ),
    ],
    script: {
      stepS: 5.3,
      actors: [
        walks(VIEW, PATH_Z, 'right', { everyS: 53, afterS: 14 }),
        walks(VIEW, PATH_Z, 'left', { everyS: 43, afterS: 2 }),
        passes('saloon', 4.6, { everyS: 29, afterS: 6 }),
        passes('hatchback', 5.1, { everyS: 29, afterS: 19 }),
      ],
    },
  },
  {
    name: 'corridor',
    view: CORRIDOR_VIEW,
    world: corridor,
    night: dim,
    moving: people(
      HALL_Z,
      HALL_PEOPLE,
      clothes([0.1, 0.16, 0.3], [0.05, 0.05, 0.055]),
      clothes([0.5, 0.48, 0.44], [0.14, 0.1, 0.07], [0.25, 0.15, 0.05]),
      FEW_POSES,
    ),
    script: {
      stepS: 4.3,
      actors: [
        walks(CORRIDOR_VIEW, HALL_Z, 'right', { everyS: 31, afterS: 0 }, FEW_POSES),
        walks(CORRIDOR_VIEW, HALL_Z, 'left', { everyS: 44, afterS: 17 }, FEW_POSES),
      ],
    },
  },
]
