import {
  type Colour,
  type Material,
  Mesh,
  normalize,
  type Place,
  type Vector,
  cross,
  subtract,
  add,
} from './mesh.ts'

export interface Shape {
  length: number
  width: number
  /** [x from the nose as a part of the length, height of the belt line, height of the roof line]. */
  outline: [number, number, number][]
  /** Parts of the length between which there are windows: windscreen's foot and top, rear window's top and foot. */
  cabin: [number, number, number, number]
  isVan: boolean
}

export const SALOON: Shape = {
  length: 4.6,
  width: 1.82,
  outline: [
    [0, 0.6, 0.62],
    [0.015, 0.68, 0.72],
    [0.06, 0.74, 0.79],
    [0.16, 0.82, 0.88],
    [0.27, 0.88, 0.95],
    [0.38, 0.92, 1.27],
    [0.46, 0.93, 1.42],
    [0.56, 0.94, 1.455],
    [0.68, 0.95, 1.42],
    [0.78, 0.96, 1.28],
    [0.88, 0.97, 1.05],
    [0.96, 0.95, 1.0],
    [0.99, 0.86, 0.9],
    [1, 0.7, 0.72],
  ],
  cabin: [0.27, 0.43, 0.71, 0.88],
  isVan: false,
}

export const HATCHBACK: Shape = {
  length: 4.1,
  width: 1.78,
  outline: [
    [0, 0.6, 0.63],
    [0.02, 0.72, 0.76],
    [0.07, 0.79, 0.84],
    [0.17, 0.87, 0.93],
    [0.26, 0.92, 1.0],
    [0.38, 0.95, 1.33],
    [0.46, 0.96, 1.48],
    [0.6, 0.97, 1.53],
    [0.8, 0.99, 1.49],
    [0.9, 1.0, 1.4],
    [0.965, 1.0, 1.1],
    [0.985, 0.92, 0.96],
    [1, 0.7, 0.72],
  ],
  cabin: [0.26, 0.44, 0.9, 0.97],
  isVan: false,
}

export const VAN: Shape = {
  length: 5.4,
  width: 1.98,
  outline: [
    [0, 0.65, 0.7],
    [0.015, 0.85, 0.92],
    [0.05, 0.98, 1.06],
    [0.13, 1.1, 1.2],
    [0.22, 1.18, 1.72],
    [0.28, 1.2, 2.05],
    [0.34, 1.2, 2.18],
    [0.5, 1.2, 2.22],
    [0.8, 1.2, 2.22],
    [0.96, 1.2, 2.18],
    [0.99, 1.18, 2.05],
    [1, 1.1, 1.3],
  ],
  cabin: [0.13, 0.28, 0.38, 0.38],
  isVan: true,
}

const GLASS: Colour = [0.015, 0.018, 0.02]
const RUBBER: Colour = [0.02, 0.02, 0.02]
const WHEEL_RADIUS = 0.33

/** A car with its nose towards −x in its own frame. */
export function car(shape: Shape, paint: Colour, place: Place): Mesh {
  const mesh = new Mesh()
  const rings = shape.outline.map((station) => ring(shape, station))
  const wheels = [shape.length * -0.31, shape.length * 0.3]
  const body = bodyMaterial(shape, paint, wheels)
  const normals = smoothNormals(rings)
  for (let i = 0; i + 1 < rings.length; i++) {
    const near = rings[i] ?? []
    for (let k = 0; k + 1 < near.length; k++) {
      for (const [p, q, r] of [
        [
          [i, k],
          [i + 1, k],
          [i + 1, k + 1],
        ],
        [
          [i, k],
          [i + 1, k + 1],
          [i, k + 1],
        ],
      ] as const) {
        const at = ([a, b]: readonly [number, number]) => rings[a]?.[b] ?? ([0, 0, 0] satisfies Vector)
        const normal = ([a, b]: readonly [number, number]) => normals[a]?.[b] ?? ([0, 1, 0] satisfies Vector)
        mesh.triangle([at(p), at(q), at(r)], body, place, [normal(p), normal(q), normal(r)])
      }
    }
  }
  for (const end of [rings[0], rings.at(-1)]) {
    const points = end ?? []
    for (let k = 1; k + 1 < points.length; k++) {
      const [a, b, c] = [points[0], points[k], points[k + 1]]
      if (a !== undefined && b !== undefined && c !== undefined) mesh.triangle([a, b, c], body, place)
    }
  }
  for (const x of wheels) for (const side of [-1, 1]) wheel(mesh, x, (side * shape.width) / 2, place)
  return mesh
}

/** Half a cross-section's points mirrored: from the left sill over the roof to the right sill. */
function ring(shape: Shape, [part, belt, roof]: [number, number, number]): Vector[] {
  const x = (part - 0.5) * shape.length
  const end = Math.min(part, 1 - part)
  const half = (shape.width / 2) * (1 - 0.16 * Math.max(0, 1 - end / 0.1) ** 2)
  const tumble = Math.min(1, (roof - belt) / 0.5)
  const shoulder = half * (1 - (shape.isVan ? 0.07 : 0.2) * tumble)
  const side: [number, number][] = [
    [half * 0.9, 0.2],
    [half * 0.985, 0.3],
    [half, 0.55],
    [half * 0.985, belt - 0.06],
    [half * 0.955, belt],
    [shoulder * 0.97, Math.max(belt, roof - 0.1 * tumble)],
    [shoulder * 0.86, roof - 0.015],
    [shoulder * 0.45, roof + 0.015],
  ]
  const left = side.map(([z, y]): Vector => [x, y, -z])
  const right = side.map(([z, y]): Vector => [x, y, z]).toReversed()
  return [...left, [x, roof + 0.02, 0], ...right]
}

function smoothNormals(rings: readonly Vector[][]): Vector[][] {
  return rings.map((points, i) =>
    points.map((_, k) => {
      const along = subtract(
        (rings[i + 1] ?? points)[k] ?? [0, 0, 0],
        (rings[i - 1] ?? points)[k] ?? [0, 0, 0],
      )
      const around = subtract(
        points[k + 1] ?? points[k] ?? [0, 0, 0],
        points[k - 1] ?? points[k] ?? [0, 0, 0],
      )
      return normalize(add(cross(around, along), [0, 0, 0]))
    }),
  )
}

function bodyMaterial(shape: Shape, paint: Colour, wheels: readonly number[]): Material {
  const [front, frontTop, rearTop, rear] = shape.cabin
  return (_world, [x, y, z]) => {
    const part = x / shape.length + 0.5
    const across = Math.abs(z) / (shape.width / 2)
    if (
      wheels.some((centre) => Math.hypot(x - centre, y - WHEEL_RADIUS) < WHEEL_RADIUS + 0.055) &&
      across > 0.7
    ) {
      return { colour: RUBBER, gloss: 0 }
    }
    if (y < 0.27) return { colour: RUBBER, gloss: 0.01 }
    const [belt, roof] = lines(shape, part)
    const isCabin = part > front && part < Math.max(rear, rearTop)
    if (isCabin && roof - belt > 0.12) {
      const isSideGlass = across > 0.66 && y > belt + 0.03 && y < roof - 0.11
      const pillar = Math.abs(part - 0.53) < 0.008 || (shape.isVan && part > rearTop)
      if (isSideGlass && !pillar && part > front + 0.035 && part < rear - 0.03)
        return { colour: GLASS, gloss: 0.06 }
      if (
        across < 0.78 &&
        (part < frontTop - 0.01 || part > rearTop + 0.015) &&
        y > belt + 0.05 &&
        !(shape.isVan && part > 0.5)
      ) {
        return { colour: GLASS, gloss: 0.07 }
      }
    }
    if (part < 0.05 && y > 0.52 && y < 0.74 && across > 0.55) return { colour: [0.75, 0.78, 0.8], gloss: 0.1 }
    if (part > 0.965 && y > 0.68 && y < 0.9 && across > 0.58)
      return { colour: [0.4, 0.012, 0.015], gloss: 0.06 }
    if (part < 0.03 && y > 0.36 && y < 0.56 && across < 0.5)
      return { colour: [0.03, 0.03, 0.035], gloss: 0.03 }
    if ((part < 0.02 || part > 0.985) && y > 0.4 && y < 0.52 && across < 0.28)
      return { colour: [0.7, 0.7, 0.66], gloss: 0.02 }
    const isSeam =
      across > 0.85 &&
      y < belt + 0.02 &&
      y > 0.35 &&
      [0.3, 0.53, 0.72].some((s) => Math.abs(part - s) < 0.0022)
    const isHandle =
      across > 0.85 &&
      Math.abs(y - belt + 0.12) < 0.018 &&
      [0.5, 0.69].some((s) => Math.abs(part - s) < 0.016)
    if (isSeam || isHandle) return { colour: [0.03, 0.03, 0.03], gloss: 0.02 }
    return { colour: paint, gloss: 0.05 }
  }
}

function lines(shape: Shape, part: number): [number, number] {
  const i = Math.max(
    1,
    shape.outline.findIndex(([at]) => at >= part),
  )
  const [p0, b0, r0] = shape.outline[i - 1] ?? [0, 0, 0]
  const [p1, b1, r1] = shape.outline[i] ?? [1, 0, 0]
  const k = (part - p0) / (p1 - p0 || 1)
  return [b0 + (b1 - b0) * k, r0 + (r1 - r0) * k]
}

function wheel(mesh: Mesh, x: number, z: number, place: Place) {
  const out = Math.sign(z)
  const [face, back] = [z - out * 0.01, z - out * 0.22]
  const tyre: Material = (_world, own) => {
    const r = Math.hypot(own[0] - x, own[1] - WHEEL_RADIUS)
    const angle = Math.atan2(own[1] - WHEEL_RADIUS, own[0] - x)
    const isSpoke = Math.cos(angle * 5) > -0.2 || r < 0.06
    if (r < 0.22)
      return isSpoke ? { colour: [0.42, 0.43, 0.45], gloss: 0.06 } : { colour: [0.03, 0.03, 0.03], gloss: 0 }
    return { colour: RUBBER, gloss: 0 }
  }
  const sides = 20
  const rim = (i: number, depth: number): Vector => {
    const angle = (i / sides) * 2 * Math.PI
    return [x + Math.cos(angle) * WHEEL_RADIUS, WHEEL_RADIUS + Math.sin(angle) * WHEEL_RADIUS, depth]
  }
  for (let i = 0; i < sides; i++) {
    mesh.triangle([[x, WHEEL_RADIUS, face], rim(i, face), rim(i + 1, face)], tyre, place)
    mesh.quad(rim(i, face), rim(i, back), rim(i + 1, back), rim(i + 1, face), tyre, place)
  }
}
