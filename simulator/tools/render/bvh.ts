import type { Mesh } from './mesh.ts'

const LEAF = 4
const STACK = 64

/** A tree of boxes over a mesh's triangles. */
export class Bvh {
  /** The last hit: distance, triangle, barycentric coordinates. */
  distance = 0
  triangle = -1
  u = 0
  v = 0
  private readonly bounds: Float32Array
  /** Inner node: index of its second child, negative. Leaf: number of triangles. */
  private readonly links: Int32Array
  private readonly firsts: Int32Array
  private readonly order: Int32Array
  private readonly edges: Float64Array
  private readonly stack = new Int32Array(STACK)
  private used = 0

  constructor(mesh: Mesh) {
    const count = mesh.materials.length
    const { corners } = mesh
    this.bounds = new Float32Array(count * 2 * 6 + 6)
    this.links = new Int32Array(count * 2 + 1)
    this.firsts = new Int32Array(count * 2 + 1)
    this.order = Int32Array.from({ length: count }, (_, i) => i)
    const centres = Float32Array.from({ length: count * 3 }, (_, i) => {
      const at = Math.floor(i / 3) * 9 + (i % 3)
      return ((corners[at] ?? 0) + (corners[at + 3] ?? 0) + (corners[at + 6] ?? 0)) / 3
    })
    if (count > 0) this.build(0, count, centres, corners)
    this.edges = new Float64Array(count * 9)
    for (let i = 0; i < count; i++) {
      const from = (this.order[i] ?? 0) * 9
      for (let axis = 0; axis < 3; axis++) {
        const a = corners[from + axis] ?? 0
        this.edges[i * 9 + axis] = a
        this.edges[i * 9 + 3 + axis] = (corners[from + 3 + axis] ?? 0) - a
        this.edges[i * 9 + 6 + axis] = (corners[from + 6 + axis] ?? 0) - a
      }
    }
  }

  private build(from: number, to: number, centres: Float32Array, corners: readonly number[]): number {
    const node = this.used++
    const low = [Infinity, Infinity, Infinity]
    const high = [-Infinity, -Infinity, -Infinity]
    for (let i = from; i < to; i++) {
      for (let k = 0; k < 9; k++) {
        const value = corners[(this.order[i] ?? 0) * 9 + k] ?? 0
        low[k % 3] = Math.min(low[k % 3] ?? 0, value)
        high[k % 3] = Math.max(high[k % 3] ?? 0, value)
      }
    }
    this.bounds.set([...low, ...high], node * 6)
    if (to - from <= LEAF) {
      this.links[node] = to - from
      this.firsts[node] = from
      return node
    }
    const sizes = low.map((value, axis) => (high[axis] ?? 0) - value)
    const axis = sizes.indexOf(Math.max(...sizes))
    const key = (triangle: number) => centres[triangle * 3 + axis] ?? 0
    this.order.subarray(from, to).sort((a, b) => key(a) - key(b))
    const middle = (from + to) >> 1
    this.build(from, middle, centres, corners)
    this.links[node] = -this.build(middle, to, centres, corners)
    return node
  }

  /** Finds the nearest triangle (or, `any`, just some) nearer than `limit`; the answer stands in the fields. */
  hit(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    limit: number,
    any: boolean,
  ): boolean {
    const { bounds, links, firsts, edges, stack } = this
    this.triangle = -1
    this.distance = limit
    if (this.used === 0) return false
    const ix = 1 / dx
    const iy = 1 / dy
    const iz = 1 / dz
    let top = 0
    stack[top++] = 0
    while (top > 0) {
      const node = stack[--top] ?? 0
      const b = node * 6
      const x0 = ((bounds[b] ?? 0) - ox) * ix
      const x1 = ((bounds[b + 3] ?? 0) - ox) * ix
      const y0 = ((bounds[b + 1] ?? 0) - oy) * iy
      const y1 = ((bounds[b + 4] ?? 0) - oy) * iy
      const z0 = ((bounds[b + 2] ?? 0) - oz) * iz
      const z1 = ((bounds[b + 5] ?? 0) - oz) * iz
      const near = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1))
      const far = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1))
      if (far < 0 || near > far || near > this.distance) continue
      const link = links[node] ?? 0
      if (link < 0) {
        stack[top++] = -link
        stack[top++] = node + 1
        continue
      }
      const first = firsts[node] ?? 0
      for (let i = first; i < first + link; i++) {
        const e = i * 9
        const ax = edges[e + 3] ?? 0
        const ay = edges[e + 4] ?? 0
        const az = edges[e + 5] ?? 0
        const bx = edges[e + 6] ?? 0
        const by = edges[e + 7] ?? 0
        const bz = edges[e + 8] ?? 0
        const px = dy * bz - dz * by
        const py = dz * bx - dx * bz
        const pz = dx * by - dy * bx
        const det = ax * px + ay * py + az * pz
        if (det > -1e-12 && det < 1e-12) continue
        const tx = ox - (edges[e] ?? 0)
        const ty = oy - (edges[e + 1] ?? 0)
        const tz = oz - (edges[e + 2] ?? 0)
        const u = (tx * px + ty * py + tz * pz) / det
        if (u < 0 || u > 1) continue
        const qx = ty * az - tz * ay
        const qy = tz * ax - tx * az
        const qz = tx * ay - ty * ax
        const v = (dx * qx + dy * qy + dz * qz) / det
        if (v < 0 || u + v > 1) continue
        const t = (bx * qx + by * qy + bz * qz) / det
        if (t < 1e-4 || t >= this.distance) continue
        this.distance = t
        this.triangle = this.order[i] ?? 0
        this.u = u
        this.v = v
        if (any) return true
      }
    }
    return this.triangle >= 0
  }
}
