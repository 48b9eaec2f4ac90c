import { type Colour, type Material, Mesh, type Place, type Vector } from './mesh.ts'

export interface Clothes {
  jacket: Colour
  trousers: Colour
  hair: Colour
}

const SKIN: Colour = [0.5, 0.3, 0.21]
const SHOES: Colour = [0.03, 0.03, 0.035]

/** Someone 1.76 m tall who walks towards +x (own frame); `step` 0…1 is the place in a cycle of two steps. */
export function walker(clothes: Clothes, step: number, place: Place): Mesh {
  const mesh = new Mesh()
  const matt =
    (colour: Colour): Material =>
    () => ({ colour, gloss: 0 })
  const bar = (from: Vector, to: Vector, r0: number, r1: number, colour: Colour) =>
    mesh.bar(from, to, r0, r1, matt(colour), place)
  const bounce = 0.02 * Math.cos(step * 4 * Math.PI)
  const hip = 0.9 + bounce
  for (const side of [-1, 1]) {
    const phase = step * 2 * Math.PI + (side < 0 ? Math.PI : 0)
    const thigh = 0.5 * Math.sin(phase)
    // The knee bends while the leg swings forward.
    const shin = thigh - 0.25 - 0.65 * Math.max(0, Math.cos(phase))
    const z = side * 0.09
    const knee: Vector = [Math.sin(thigh) * 0.43, hip - Math.cos(thigh) * 0.43, z]
    const ankle: Vector = [
      knee[0] + Math.sin(shin) * 0.41,
      Math.max(0.09, knee[1] - Math.cos(shin) * 0.41),
      z,
    ]
    bar([0, hip, z], knee, 0.088, 0.068, clothes.trousers)
    bar(knee, ankle, 0.066, 0.05, clothes.trousers)
    bar([ankle[0] - 0.04, ankle[1] - 0.03, z], [ankle[0] + 0.15, ankle[1] - 0.045, z], 0.045, 0.04, SHOES)
    const swing = -0.45 * Math.sin(phase)
    const shoulder: Vector = [0.02, hip + 0.52, side * 0.2]
    const elbow: Vector = [
      shoulder[0] + Math.sin(swing) * 0.29,
      shoulder[1] - Math.cos(swing) * 0.29,
      side * 0.24,
    ]
    const bend = swing + 0.4
    const hand: Vector = [elbow[0] + Math.sin(bend) * 0.26, elbow[1] - Math.cos(bend) * 0.26, side * 0.23]
    bar(shoulder, elbow, 0.06, 0.05, clothes.jacket)
    bar(elbow, hand, 0.048, 0.04, clothes.jacket)
    bar(hand, [hand[0] + 0.02, hand[1] - 0.06, hand[2]], 0.04, 0.03, SKIN)
  }
  for (const z of [-0.1, 0, 0.1])
    bar([0, hip - 0.02, z * 0.9], [0.03, hip + 0.5, z * 1.15], 0.115, 0.115, clothes.jacket)
  bar([0.03, hip + 0.55, 0], [0.05, hip + 0.66, 0], 0.055, 0.05, SKIN)
  bar([0.06, hip + 0.71, 0], [0.05, hip + 0.78, 0], 0.085, 0.09, SKIN)
  bar([0.025, hip + 0.76, 0], [0.035, hip + 0.81, 0], 0.09, 0.085, clothes.hair)
  return mesh
}
