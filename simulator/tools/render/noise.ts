function lattice(x: number, y: number): number {
  let h = (Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263)) | 0
  h = Math.imul(h ^ (h >>> 13), 1_274_126_177)
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}

/** Smooth noise, 0…1, one wave to the unit. */
export function noise(x: number, y: number): number {
  const [ix, iy] = [Math.floor(x), Math.floor(y)]
  const [fx, fy] = [x - ix, y - iy]
  const [u, v] = [fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)]
  const low = lattice(ix, iy) * (1 - u) + lattice(ix + 1, iy) * u
  const high = lattice(ix, iy + 1) * (1 - u) + lattice(ix + 1, iy + 1) * u
  return low * (1 - v) + high * v
}

/** Several octaves, 0…1. */
export function clouds(x: number, y: number, octaves: number): number {
  let [sum, weight, total] = [0, 0.5, 0]
  for (let i = 0; i < octaves; i++) {
    sum += weight * noise(x * 2 ** i + i * 17.3, y * 2 ** i + i * 9.1)
    total += weight
    weight *= 0.55
  }
  return sum / total
}

/** A repeatable stream of numbers 0…1. */
export function randoms(seed: number): () => number {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e37_79b9) >>> 0
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
