/** Events as the server counts them for a timeline: by step and type. */
import { HOUR_MS, lengthOf, type TimelineView } from './timeline-view.ts'

export interface EventStep {
  /** When the first of them was. */
  atMs: number
  type: number
  count: number
}

export interface EventRange {
  From: number
  To: number
  Step: number
}

/** By a server's own roll-up from here on. */
const COARSE_MS = HOUR_MS / 4

/** What is asked for a view: a little wider than it, on a grid, in steps of a few pixels. */
export function eventRange(view: TimelineView): EventRange {
  const grid = 2 ** Math.ceil(Math.log2(lengthOf(view)))
  const fine = Math.max(1, grid / 512)
  const Step = fine < COARSE_MS ? fine : Math.ceil(fine / HOUR_MS) * HOUR_MS
  const part = Math.ceil(grid / 4 / Step) * Step
  return {
    From: Math.max(0, Math.floor(view.fromMs / part) * part - part),
    To: Math.ceil(view.toMs / part) * part + part,
    Step,
  }
}

/** What is asked for the list beside the windows: on a grid as well, so that time that passes asks for nothing new at each step. */
export function listedRange(view: TimelineView): Pick<EventRange, 'From' | 'To'> {
  const part = 2 ** Math.ceil(Math.log2(lengthOf(view))) / 8
  return {
    From: Math.max(0, Math.floor(view.fromMs / part) * part),
    To: Math.ceil(view.toMs / part) * part,
  }
}

/** The triples of the wire. */
export function stepsOf(counts: readonly number[], fromMs: number): EventStep[] {
  const steps: EventStep[] = []
  for (let i = 0; i + 2 < counts.length; i += 3)
    steps.push({ atMs: fromMs + (counts[i] ?? 0), type: counts[i + 1] ?? 0, count: counts[i + 2] ?? 0 })
  return steps
}

/** Where the step begins that holds a moment. */
export const stepStart = (atMs: number, stepMs: number): number => Math.floor(atMs / stepMs) * stepMs

/** Several lanes as one. */
export function mergedSteps(lanes: Iterable<readonly EventStep[]>, stepMs: number): EventStep[] {
  const steps = new Map<string, EventStep>()
  for (const lane of lanes)
    for (const { atMs, type, count } of lane) {
      const key = `${stepStart(atMs, stepMs)} ${type}`
      const known = steps.get(key)
      steps.set(key, {
        type,
        atMs: Math.min(atMs, known?.atMs ?? atMs),
        count: count + (known?.count ?? 0),
      })
    }
  return [...steps.values()].toSorted((a, b) => a.atMs - b.atMs)
}

/** How many there are of each type in a view; its edges count by their steps. */
export function countedIn(steps: readonly EventStep[], view: TimelineView): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { atMs, type, count } of steps)
    if (atMs >= view.fromMs && atMs <= view.toMs) counts.set(type, (counts.get(type) ?? 0) + count)
  return counts
}

/** What stands under the pointer: a tick near enough, else the motion of this step. */
export function stepAt(
  steps: readonly EventStep[],
  atMs: number,
  nearMs: number,
  stepMs: number,
): EventStep | undefined {
  const ticks = steps.filter((it) => it.type !== 0 && Math.abs(it.atMs - atMs) <= nearMs)
  const [nearest] = ticks.toSorted((a, b) => Math.abs(a.atMs - atMs) - Math.abs(b.atMs - atMs))
  const isUnder = ({ type, atMs: first }: EventStep): boolean =>
    type === 0 && (stepStart(first, stepMs) === stepStart(atMs, stepMs) || Math.abs(first - atMs) <= nearMs)
  return nearest ?? steps.find(isUnder)
}
