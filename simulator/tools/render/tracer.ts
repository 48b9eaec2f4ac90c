import { Bvh } from './bvh.ts'
import {
  add,
  type Colour,
  dot,
  type Material,
  type Mesh,
  normalize,
  scale,
  type Surface,
  type Vector,
} from './mesh.ts'
import { clouds, noise, randoms } from './noise.ts'
import type { Image } from '../picture/image.ts'

export interface View {
  /** Picture size in pixels, and focal length in the same. */
  width: number
  height: number
  /** The optical axis meets the picture in this row. */
  centreY: number
  focal: number
  cameraHeight: number
  /** Downwards, in radians. */
  pitch: number
}

export interface World {
  mesh: Mesh
  ground: Material
  /** Towards the sun. */
  sun: Vector
}

const SUN: Colour = [4.9, 4.3, 3.45]
const SKY: Colour = [0.62, 0.78, 1.05]
const HAZE: Colour = [0.72, 0.8, 0.9]
const FAR = 1e4

export class Tracer {
  private readonly world: World
  private readonly bvh: Bvh

  constructor(world: World) {
    this.world = world
    this.bvh = new Bvh(world.mesh)
  }

  /** Renders a rectangle of the view; the same pixel sees the same random numbers in every rendering. */
  render(view: View, left: number, top: number, width: number, height: number, samples: number): Image {
    const rgb = new Uint8Array(width * height * 3)
    const side = Math.ceil(Math.sqrt(samples))
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const random = randoms((top + y) * 8192 + left + x)
        const sum: Colour = [0, 0, 0]
        for (let i = 0; i < side * side; i++) {
          const px = left + x + ((i % side) + random()) / side
          const py = top + y + (Math.floor(i / side) + random()) / side
          const light = this.see(view, px, py, stratified(random, i, side))
          for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + Math.min(light[c] ?? 0, 6) / side ** 2
        }
        rgb.set(develop(sum, view, left + x, top + y, random), (y * width + x) * 3)
      }
    }
    return { width, height, rgb }
  }

  private see(view: View, px: number, py: number, random: Draw): Colour {
    const a = (px - view.width / 2) / view.focal
    const b = (view.centreY - py) / view.focal
    const [c, s] = [Math.cos(view.pitch), Math.sin(view.pitch)]
    const direction = normalize([a, b * c - s, b * s + c])
    const origin: Vector = [0, view.cameraHeight, 0]
    const found = this.find(origin, direction, FAR)
    if (found === undefined) return this.sky(direction)
    const seen = this.shade(found, direction, random)
    const fog = 1 - Math.exp(-found.distance / 900)
    return mix(seen, HAZE, fog)
  }

  private find(o: Vector, d: Vector, limit: number) {
    const toGround = d[1] < 0 ? -o[1] / d[1] : Number.POSITIVE_INFINITY
    const { bvh } = this
    const { mesh, ground } = this.world
    if (!bvh.hit(o[0], o[1], o[2], d[0], d[1], d[2], Math.min(limit, toGround), false)) {
      if (toGround > 2000) return undefined
      const point = add(o, scale(d, toGround))
      const normal: Vector = [0, 1, 0]
      return { point, normal, distance: toGround, surface: ground(point, point) }
    }
    const at = bvh.triangle * 9
    const weigh = (values: readonly number[]): Vector => {
      const axis = (k: number) =>
        (values[at + k] ?? 0) * (1 - bvh.u - bvh.v) +
        (values[at + 3 + k] ?? 0) * bvh.u +
        (values[at + 6 + k] ?? 0) * bvh.v
      return [axis(0), axis(1), axis(2)]
    }
    const distance = bvh.distance
    const point = add(o, scale(d, distance))
    let normal = normalize(weigh(mesh.normals))
    if (dot(normal, d) > 0) normal = scale(normal, -1)
    const surface = mesh.materials[bvh.triangle]?.(point, weigh(mesh.own)) ?? { colour: [1, 0, 1], gloss: 0 }
    return { point, normal, distance, surface }
  }

  private shade(
    found: { point: Vector; normal: Vector; surface: Surface },
    direction: Vector,
    random: Draw,
  ): Colour {
    const { point, normal, surface } = found
    const from = add(point, scale(normal, 2e-3))
    const sun = normalize(add(this.world.sun, wobble(random)))
    const facing = dot(normal, sun)
    const isLit = facing > 0 && !this.bvh.hit(from[0], from[1], from[2], sun[0], sun[1], sun[2], FAR, true)
    const around = hemisphere(normal, random)
    const ambient = this.ambient(from, around)
    const out: Colour = [0, 0, 0]
    const mirrored = reflect(direction, normal)
    const fresnel =
      surface.gloss + (surface.gloss > 0 ? (1 - surface.gloss) * (1 + dot(direction, normal)) ** 5 : 0)
    const mirror = surface.gloss > 0 ? this.ambient(from, mirrored) : out
    const glint = surface.gloss > 0 && isLit ? Math.max(0, dot(mirrored, sun)) ** 400 * 25 : 0
    for (let c = 0; c < 3; c++) {
      const diffuse =
        (surface.colour[c] ?? 0) * ((isLit ? facing * (SUN[c] ?? 0) : 0) / 1.6 + (ambient[c] ?? 0))
      out[c] = diffuse * (1 - fresnel) + fresnel * (mirror[c] ?? 0) + surface.gloss * glint
    }
    return out
  }

  /** Light from a direction: the sky, or what stands before it, roughly. */
  private ambient(o: Vector, d: Vector): Colour {
    const found = this.find(o, d, 60)
    if (found === undefined || found.distance > 60) return d[1] > 0 ? this.sky(d) : [0.25, 0.25, 0.24]
    const facing = Math.max(0, dot(found.normal, this.world.sun))
    const { colour } = found.surface
    return [colour[0] * (0.45 + facing), colour[1] * (0.47 + facing), colour[2] * (0.5 + facing)]
  }

  private sky(d: Vector): Colour {
    const height = Math.max(0, d[1])
    const base = mix([1.02, 1.06, 1.1], SKY, Math.min(1, height * 3.2))
    const span = 1 / (height + 0.12)
    const cover = clouds(d[0] * span * 1.3 + 4, d[2] * span * 1.3, 5)
    return mix(base, [1.35, 1.34, 1.32], Math.max(0, Math.min(1, (cover - 0.47) * 3.5)) * 0.8)
  }
}

/** Random numbers of one sample; `spread` covers the unit square evenly over all samples. */
interface Draw {
  next(): number
  spread: [number, number]
}

function stratified(next: () => number, i: number, side: number): Draw {
  const other = (i * (side + 1) + 1) % side ** 2
  return { next, spread: [((other % side) + next()) / side, (Math.floor(other / side) + next()) / side] }
}

/** The sun is a disc. */
function wobble(random: Draw): Vector {
  const offset = () => random.next() * 0.03 - 0.015
  return [offset(), offset(), offset()]
}

function hemisphere(normal: Vector, random: Draw): Vector {
  const angle = random.spread[0] * 2 * Math.PI
  const z = random.spread[1] * 2 - 1
  const r = Math.sqrt(1 - z * z)
  return normalize(add(scale(normal, 1.001), [r * Math.cos(angle), r * Math.sin(angle), z]))
}

const reflect = (d: Vector, n: Vector): Vector => add(d, scale(n, -2 * dot(d, n)))

function mix(a: Colour, b: Colour, k: number): Colour {
  return [a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k, a[2] + (b[2] - a[2]) * k]
}

/** What the camera makes of the light: exposure, shoulder, gamma, vignette and a little sensor noise. */
function develop(light: Colour, view: View, x: number, y: number, random: () => number): number[] {
  const dy = (y - view.height / 2) / view.width
  // Across the picture the light is even, or sprites would show where they go.
  const vignette = 1 - 0.9 * dy * dy
  const grain = (random() + random() + random() - 1.5) * 3 + (noise(x / 2, y / 2) - 0.5) * 2
  return light.map((value) => {
    const exposed = value * 0.54 * vignette
    const shouldered = (exposed * (2.51 * exposed + 0.1)) / (exposed * (2.43 * exposed + 0.62) + 0.14)
    return Math.max(0, Math.min(255, Math.min(1, shouldered) ** (1 / 2.15) * 250 + 4 + grain))
  })
}
