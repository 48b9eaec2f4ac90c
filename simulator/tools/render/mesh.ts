/** Linear RGB reflectance. */
export type Colour = [number, number, number]
export type Vector = [number, number, number]

export interface Surface {
  colour: Colour
  /** How much of the sky a smooth coat mirrors when seen straight on; 0 is matt. */
  gloss: number
}

/** Says how a surface looks at a point: in the world (x right, y up, z away, metres) and in the object's own frame. */
export type Material = (world: Vector, own: Vector) => Surface

/** Turns and shifts an object about the vertical. */
export interface Place {
  x: number
  z: number
  heading?: number
}

const ORIGIN: Place = { x: 0, z: 0 }

/** Triangles with a normal at each corner. */
export class Mesh {
  readonly corners: number[] = []
  readonly normals: number[] = []
  readonly own: number[] = []
  readonly materials: Material[] = []

  triangle(
    points: [Vector, Vector, Vector],
    material: Material,
    place = ORIGIN,
    normals?: [Vector, Vector, Vector],
  ) {
    const flat = normalize(cross(subtract(points[1], points[0]), subtract(points[2], points[0])))
    points.forEach((point, i) => {
      this.corners.push(...put(point, place))
      this.normals.push(...turn(normals?.[i] ?? flat, place.heading ?? 0))
      this.own.push(...point)
    })
    this.materials.push(material)
  }

  quad(a: Vector, b: Vector, c: Vector, d: Vector, material: Material, place = ORIGIN) {
    this.triangle([a, b, c], material, place)
    this.triangle([a, c, d], material, place)
  }

  box(low: Vector, high: Vector, material: Material, place = ORIGIN) {
    const [x0, y0, z0] = low
    const [x1, y1, z1] = high
    this.quad([x0, y0, z0], [x0, y1, z0], [x1, y1, z0], [x1, y0, z0], material, place)
    this.quad([x1, y0, z1], [x1, y1, z1], [x0, y1, z1], [x0, y0, z1], material, place)
    this.quad([x0, y0, z1], [x0, y1, z1], [x0, y1, z0], [x0, y0, z0], material, place)
    this.quad([x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1], material, place)
    this.quad([x0, y1, z0], [x0, y1, z1], [x1, y1, z1], [x1, y1, z0], material, place)
  }

  /** A round bar between two points whose radius goes from r0 to r1, with domed ends. */
  bar(from: Vector, to: Vector, r0: number, r1: number, material: Material, place = ORIGIN) {
    const axis = normalize(subtract(to, from))
    const side = normalize(cross(axis, Math.abs(axis[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0]))
    const other = cross(axis, side)
    const rings: [number, number, number][] = [
      [-0.9, 0.44, 0],
      [-0.5, 0.87, 0],
      [0, 1, 0],
      [0, 1, 1],
      [0.5, 0.87, 1],
      [0.9, 0.44, 1],
    ]
    const sides = 12
    const at = (ring: [number, number, number], i: number): { point: Vector; normal: Vector } => {
      const [along, out, end] = ring
      const radius = end === 1 ? r1 : r0
      const angle = (i / sides) * 2 * Math.PI
      const normal = normalize(
        add(scale(axis, along), add(scale(side, Math.cos(angle) * out), scale(other, Math.sin(angle) * out))),
      )
      return { point: add(end === 1 ? to : from, scale(normal, radius)), normal }
    }
    for (let r = 0; r + 1 < rings.length; r++) {
      for (let i = 0; i < sides; i++) {
        const low: Vector = rings[r] ?? [0, 0, 0]
        const high: Vector = rings[r + 1] ?? [0, 0, 0]
        const [a, b, c, d] = [at(low, i), at(high, i), at(high, i + 1), at(low, i + 1)]
        this.triangle([a.point, b.point, c.point], material, place, [a.normal, b.normal, c.normal])
        this.triangle([a.point, c.point, d.point], material, place, [a.normal, c.normal, d.normal])
      }
    }
  }

  add(other: Mesh) {
    for (const value of other.corners) this.corners.push(value)
    for (const value of other.normals) this.normals.push(value)
    for (const value of other.own) this.own.push(value)
    for (const material of other.materials) this.materials.push(material)
  }
}

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vector, k: number): Vector => [a[0] * k, a[1] * k, a[2] * k]
export const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const normalize = (a: Vector): Vector => scale(a, 1 / (Math.hypot(...a) || 1))

function turn([x, y, z]: Vector, heading: number): Vector {
  const [c, s] = [Math.cos(heading), Math.sin(heading)]
  return [x * c + z * s, y, z * c - x * s]
}

const put = (point: Vector, place: Place): Vector =>
  add(turn(point, place.heading ?? 0), [place.x, 0, place.z])
