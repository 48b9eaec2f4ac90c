/** What is wrong with a slice of a camera's recording; knows nothing of files and databases. */
import { CHECK_FAULTS, type CheckFault } from '@vedette/contract/calls/record-check'

import { CHECK_LIMITS } from './limits.ts'
import { blended, isBlack, isSame, likeness, type Look, viewOf } from './views.ts'

/** A place looks different by daylight and by infrared light. */
export type Light = 'colour' | 'grey'
export type References = ReadonlyMap<Light, Float32Array>

export interface Slice {
  expectedMs: number
  recordedMs: number
  /** Offsets of the camera's clock from the recorder's, file by file. */
  clockOffsetsMs: readonly number[]
  /** Sorted by time; none where nothing can be decoded. */
  looks: readonly Look[]
  references: References
  /** It may be turned by people: where it looks says nothing. */
  isSteerable: boolean
}

export interface Verdict {
  faults: CheckFault[]
  /** What the place looks like from now on. */
  learned: References
}

const { nothingPart, enoughPart, clockMs, leastLooks, sameView } = CHECK_LIMITS
/** How much a new view changes its reference. */
const BLEND = 0.05

export function check(slice: Slice): Verdict {
  const { expectedMs, recordedMs, looks } = slice
  const faults = new Set<CheckFault>()
  if (expectedMs > 0) {
    if (recordedMs < expectedMs * nothingPart) faults.add('nothing')
    else if (recordedMs < expectedMs * enoughPart) faults.add('gaps')
  }
  if (Math.abs(middleOf(slice.clockOffsetsMs)) > clockMs) faults.add('clock')
  const learned = new Map(slice.references)
  const [first] = looks
  if (first && looks.length >= leastLooks) {
    if (looks.every(isBlack)) faults.add('black')
    else if (looks.every((it) => it === first || isSame(first, it))) faults.add('frozen')
    else if (!slice.isSteerable && isTurned(looks, learned)) faults.add('turned')
  }
  return { faults: CHECK_FAULTS.filter((it) => faults.has(it)), learned }
}

/** Whether most of the looks are turned. Learns what it did not know, but nothing from a camera that is being moved. */
function isTurned(looks: readonly Look[], learned: Map<Light, Float32Array>): boolean {
  let [told, others] = [0, 0]
  for (const light of ['colour', 'grey'] as const) {
    const views = looks
      .filter(({ isGrey }) => isGrey === (light === 'grey'))
      .flatMap((it) => viewOf(it) ?? [])
    const reference = learned.get(light)
    const [first] = views
    if (!first) continue
    if (!reference) {
      const isStill = views.length >= leastLooks && views.every((it) => likeness(first, it) >= sameView)
      if (isStill) learned.set(light, first)
      continue
    }
    const alike = views.filter((it) => likeness(reference, it) >= sameView)
    told += views.length
    others += views.length - alike.length
    const [good] = alike
    if (good && alike.length === views.length) learned.set(light, blended(reference, good, BLEND))
  }
  return told >= leastLooks && others > told / 2
}

function middleOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
