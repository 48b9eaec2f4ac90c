/** What was found in a clip beside what its labels say. */
import { clipPath, framesOf, type Labels } from './footage.ts'
import type { Picture } from '../picture.ts'

export const LOOKS_PER_S = 5
/** What began within a second before its label or ends two after it is the same event. */
const [BEFORE_S, AFTER_S] = [1, 3]

export type Stretch = [fromS: number, toS: number]

/** The clip's pictures as a camera is looked at: five a second, with their frame numbers. */
export async function* looksAt(
  clip: string,
  fps: number,
): AsyncGenerator<{ picture: Picture; frame: number; atMs: number }> {
  let [frame, nextMs] = [0, 0]
  for await (const picture of framesOf(clipPath(clip))) {
    const atMs = (frame * 1000) / fps
    if (atMs >= nextMs - 1) {
      yield { picture, frame, atMs }
      nextMs += 1000 / LOOKS_PER_S
    }
    frame++
  }
}

/** Collects the times at which something is the case into stretches. */
export class Stretches {
  readonly all: Stretch[] = []
  #from: number | undefined
  #last = 0

  note(is: boolean, atS: number): void {
    this.#last = atS
    if (is) this.#from ??= atS
    else this.end()
  }

  end(): void {
    if (this.#from !== undefined) this.all.push([this.#from, this.#last])
    this.#from = undefined
  }
}

export interface Score {
  events: number
  found: number
  false: Stretch[]
}

export function scored(
  found: readonly Stretch[],
  labelled: Labels['motion'],
  ignored: readonly [number, number][] = [],
  fps = 1,
): Score {
  const seconds = (frames: readonly [number, number][]): Stretch[] =>
    frames.map(([from, to]) => [from / fps, to / fps])
  const events: Stretch[] = labelled === 'all' ? [[0, Infinity]] : seconds(labelled)
  const ambiguous = seconds(ignored)
  const touches = ([from, to]: Stretch, [start, end]: Stretch) =>
    from <= end + AFTER_S && to >= start - BEFORE_S
  return {
    events: events.length,
    found: events.filter((event) => found.some(([from, to]) => from <= event[1] && to >= event[0])).length,
    false: found.filter((stretch) => ![...events, ...ambiguous].some((event) => touches(stretch, event))),
  }
}
