import { type Box, overlap } from '../picture.ts'
import type { Person } from './person-detector.ts'

export interface Track extends Person {
  id: number
  /** Speed of its middle, in parts of the picture a second. */
  speedX: number
  speedY: number
  /** Number of pictures in which it was found, and in which it was not since. */
  hits: number
  misses: number
  best: number
}

/** Part of its speed that a track keeps from picture to picture while it is not found. */
const SPEED_KEPT = 0.8
const SPEED_LEARNT = 0.4
const LEAST_OVERLAP = 0.1
/** Measured in heights of the taller one. */
const LARGEST_STEP = 0.6
const MOST_MISSES = 5
const SURE_HITS = 2

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })

/** Who is who from picture to picture: by overlap and distance from where each should be by now, the closest pairs first. */
export class Tracker {
  #tracks: Track[] = []
  #nextId = 1
  #lastMs: number | undefined

  /** Those that were found in two pictures at least; `misses` is 0 for who is seen in this one. */
  update(found: readonly Person[], atMs: number): Track[] {
    const stepS = Math.max(0.001, (atMs - (this.#lastMs ?? atMs)) / 1000)
    this.#lastMs = atMs
    for (const track of this.#tracks) {
      track.x += track.speedX * stepS
      track.y += track.speedY * stepS
    }
    const unmatched = new Set(found)
    const unseen = new Set(this.#tracks)
    for (const { track, person } of this.#pairs(found)) {
      if (!unseen.has(track) || !unmatched.has(person)) continue
      unseen.delete(track)
      unmatched.delete(person)
      follow(track, person, stepS)
    }
    for (const track of unseen) {
      track.misses++
      track.speedX *= SPEED_KEPT
      track.speedY *= SPEED_KEPT
    }
    for (const person of unmatched)
      this.#tracks.push({
        ...person,
        id: this.#nextId++,
        speedX: 0,
        speedY: 0,
        hits: 1,
        misses: 0,
        best: person.score,
      })
    this.#tracks = this.#tracks.filter(({ misses }) => misses <= MOST_MISSES)
    return this.#tracks.filter(({ hits }) => hits >= SURE_HITS).map((track) => ({ ...track }))
  }

  clear(): void {
    this.#tracks = []
    this.#lastMs = undefined
  }

  #pairs(found: readonly Person[]) {
    return this.#tracks
      .flatMap((track) => found.map((person) => ({ track, person, ...nearness(track, person) })))
      .filter(({ common, distance }) => common > LEAST_OVERLAP || distance < LARGEST_STEP)
      .toSorted((a, b) => b.common - b.distance / 2 - (a.common - a.distance / 2))
  }
}

function nearness(track: Track, person: Person) {
  const [a, b] = [middleOf(track), middleOf(person)]
  const distance = Math.hypot(a.x - b.x, a.y - b.y) / Math.max(track.height, person.height)
  return { common: overlap(track, person), distance }
}

/** `track` stands where it was expected. */
function follow(track: Track, person: Person, stepS: number): void {
  const [expected, seen] = [middleOf(track), middleOf(person)]
  track.speedX += (SPEED_LEARNT * (seen.x - expected.x)) / stepS
  track.speedY += (SPEED_LEARNT * (seen.y - expected.y)) / stepS
  Object.assign(track, person)
  track.hits++
  track.misses = 0
  track.best = Math.max(track.best, person.score)
}
