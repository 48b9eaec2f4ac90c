/** What a detector finds in a clip beside the people that are drawn into its ground truth. */
import type { Person, PersonDetector } from '../people/person-detector.ts'
import { type Box, overlap } from '../picture.ts'
import { boxesOf } from './footage.ts'
import { looksAt } from './stretches.ts'

/** Size of the ground truth of `pets_a`. */
const [WIDTH, HEIGHT] = [768, 576]
const SAME = 0.4

export interface PeopleScore {
  precision: number
  recall: number
}

export async function peopleScore(
  clip: string,
  fps: number,
  find: PersonDetector['find'],
  leastScore: number,
): Promise<PeopleScore> {
  const truth = boxesOf(clip)
  let [right, told, there] = [0, 0, 0]
  for await (const { picture, frame } of looksAt(clip, fps)) {
    const people = (truth[frame] ?? []).map(({ x, y, w, h }) => ({
      x: x / WIDTH,
      y: y / HEIGHT,
      width: w / WIDTH,
      height: h / HEIGHT,
    }))
    const found = (await find(picture)).filter(({ score }) => score >= leastScore)
    right += matched(found, people)
    told += found.length
    there += people.length
  }
  return { precision: right / told, recall: right / there }
}

/** The surest first, each with the person that it fits best. */
function matched(found: readonly Person[], people: readonly Box[]): number {
  const left = new Set(people)
  for (const person of found) {
    const [best] = [...left].toSorted((a, b) => overlap(b, person) - overlap(a, person))
    if (best && overlap(best, person) >= SAME) left.delete(best)
  }
  return people.length - left.size
}
