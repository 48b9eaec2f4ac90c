import type { Luma } from '../picture.ts'
import type { MotionThresholds } from '../settings.ts'
import { type Blob, Cells } from './cells.ts'

export interface Motion {
  /** What moved in this picture, the largest first; one picture's alone may be noise. */
  blobs: Blob[]
  /** Seen in more than one picture, and for a moment after the last. */
  isActive: boolean
  /** Seen in this picture, and active. */
  isSeen: boolean
}

const STILL: Motion = { blobs: [], isActive: false, isSeen: false }

/** How long it learns at first, and after the light changed at once. */
const FIRST_LEARN_MS = 2000
const LEARN_ANEW_MS = 1500
/** What stays where it is belongs to the scene after so long. */
const SETTLED_MS = 25_000
const HOLD_MS = 2000
/** So many of the last looks must have seen something. */
const LOOKS = 4
const SEEN_OF_LOOKS = 2
/** Every how many pixels are asked for the light. */
const LIGHT_STEP = 7
const LEAST_LIGHT = 2
/** A lamp, infrared light switched, a step of exposure: all pixels change by this. */
const LIGHT_JUMP = 8
const BRIGHT_CHANGE = 12
/** Changed part of all pixels: nothing that moves is so large. */
const WHOLE_SCENE = 0.6
const BRIGHT_SCENE = 0.3
/** No two looks are taken for further apart: the background would be learnt from one picture. */
const LONGEST_STEP_S = 0.8
const FIRST_DEVIATION = 3

/**
 * Motion in the pictures of one camera: per pixel a running mean and deviation; the change of light that most pixels
 * share is taken off; what a neighbour's background explains (waving trees, a trembling mast) does not count.
 */
export class MotionDetector {
  readonly #thresholds: MotionThresholds
  /** 1 where nothing is watched. */
  readonly #mask: Uint8Array | undefined
  readonly #width: number
  readonly #height: number
  readonly #mean: Float32Array
  readonly #deviation: Float32Array
  readonly #foreground: Uint8Array
  /** How long each pixel has been foreground. */
  readonly #sinceMs: Float32Array
  readonly #histogram = new Int32Array(511)
  readonly cells: Cells
  #lastMs: number | undefined
  #learnUntilMs = 0
  #light = 0
  #recent: boolean[] = []
  #lastSeenMs = -Infinity
  #isActive = false

  constructor(
    { width, height }: Pick<Luma, 'width' | 'height'>,
    thresholds: MotionThresholds,
    mask?: Uint8Array,
  ) {
    const count = width * height
    this.#thresholds = thresholds
    this.#mask = mask
    this.#width = width
    this.#height = height
    this.#mean = new Float32Array(count)
    this.#deviation = new Float32Array(count).fill(FIRST_DEVIATION)
    this.#foreground = new Uint8Array(count)
    this.#sinceMs = new Float32Array(count)
    this.cells = new Cells(width, height)
  }

  /** Takes pictures in the order of their time. */
  push({ values }: Luma, atMs: number): Motion {
    const stepS = Math.min(LONGEST_STEP_S, Math.max(0, atMs - (this.#lastMs ?? atMs)) / 1000)
    const isFirst = this.#lastMs === undefined
    this.#lastMs = atMs
    if (isFirst) return this.#learnFrom(values, atMs + FIRST_LEARN_MS)

    const light = this.#lightOf(values)
    const hasJumped = Math.abs(light - this.#light) > LIGHT_JUMP
    this.#light = light
    const share = this.#findForeground(values, light) / values.length
    const isOtherLight = Math.abs(light) > BRIGHT_CHANGE && share > BRIGHT_SCENE
    if (hasJumped || share > WHOLE_SCENE || isOtherLight) return this.#learnFrom(values, atMs + LEARN_ANEW_MS)

    const isLearning = atMs < this.#learnUntilMs
    this.#learn(values, light, stepS, isLearning)
    if (isLearning) return STILL
    this.cells.take(this.#foreground, this.#width)
    return this.#check(this.cells.blobs(this.#thresholds.leastCells), atMs)
  }

  #check(blobs: Blob[], atMs: number): Motion {
    const isSeen = blobs.length > 0
    this.#recent = [...this.#recent.slice(1 - LOOKS), isSeen]
    if (isSeen && this.#recent.filter(Boolean).length >= SEEN_OF_LOOKS) {
      this.#isActive = true
      this.#lastSeenMs = atMs
    } else if (atMs - this.#lastSeenMs > HOLD_MS) this.#isActive = false
    return { blobs, isActive: this.#isActive, isSeen: isSeen && this.#isActive }
  }

  /** The scene as it is now is the background. */
  #learnFrom(values: Uint8Array, untilMs: number): Motion {
    this.#mean.set(values)
    this.#sinceMs.fill(0)
    this.cells.clear()
    this.#light = 0
    this.#learnUntilMs = untilMs
    this.#isActive = false
    this.#recent = []
    return STILL
  }

  /** How much brighter than usual half of the pixels are. */
  #lightOf(values: Uint8Array): number {
    const histogram = this.#histogram.fill(0)
    const mean = this.#mean
    let count = 0
    for (let at = 0; at < values.length; at += LIGHT_STEP, count++) {
      const bin = ((values[at] ?? 0) - (mean[at] ?? 0) + 255.5) | 0
      histogram[bin] = (histogram[bin] ?? 0) + 1
    }
    let below = 0
    for (let bin = 0; bin < histogram.length; bin++) {
      below += histogram[bin] ?? 0
      if (below * 2 >= count) return Math.abs(bin - 255) < LEAST_LIGHT ? 0 : bin - 255
    }
    return 0
  }

  /** Returns how many pixels are foreground. */
  #findForeground(values: Uint8Array, light: number): number {
    const { leastDifference, deviations } = this.#thresholds
    const [width, height] = [this.#width, this.#height]
    const [mean, deviation, foreground, mask] = [this.#mean, this.#deviation, this.#foreground, this.#mask]
    let count = 0
    for (let row = 0, at = 0; row < height; row++) {
      for (let column = 0; column < width; column++, at++) {
        const value = (values[at] ?? 0) - light
        const difference = Math.abs(value - (mean[at] ?? 0))
        let is = difference > leastDifference && difference > deviations * (deviation[at] ?? 0) ? 1 : 0
        if (mask !== undefined && mask[at] === 1) is = 0
        const hasNeighbours = row > 0 && column > 0 && row < height - 1 && column < width - 1
        if (is === 1 && hasNeighbours && this.#isExplained(value, at)) is = 0
        foreground[at] = is
        count += is
      }
    }
    return count
  }

  /** Whether the background of a pixel nearby looks like this. */
  #isExplained(value: number, at: number): boolean {
    const { leastDifference, deviations } = this.#thresholds
    const [width, mean, deviation] = [this.#width, this.#mean, this.#deviation]
    for (let line = at - width; line <= at + width; line += width) {
      for (let near = line - 1; near <= line + 1; near++) {
        const usual = deviations * (deviation[near] ?? 0)
        const limit = Math.max(leastDifference * 0.5, Math.min(leastDifference * 1.5, usual))
        if (Math.abs(value - (mean[near] ?? 0)) < limit) return true
      }
    }
    return false
  }

  #learn(values: Uint8Array, light: number, stepS: number, isLearning: boolean): void {
    const rate = isLearning ? 0.25 : Math.min(0.2, 0.25 * stepS)
    const deviationRate = isLearning ? 0.1 : rate
    const slowRate = 0.025 * stepS
    const [mean, deviation, foreground, sinceMs] = [
      this.#mean,
      this.#deviation,
      this.#foreground,
      this.#sinceMs,
    ]
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? 0
      const usual = mean[at] ?? 0
      const spread = deviation[at] ?? 0
      const difference = value - usual
      if (foreground[at] === 1 && !isLearning) {
        const since = (sinceMs[at] ?? 0) + stepS * 1000
        const isSettled = since > SETTLED_MS
        sinceMs[at] = isSettled ? 0 : since
        mean[at] = isSettled ? value : usual + slowRate * difference
        if (!isSettled) deviation[at] = spread + slowRate * (Math.abs(difference) - spread)
      } else {
        sinceMs[at] = 0
        mean[at] = usual + rate * difference
        const apart = Math.min(Math.abs(difference - light), 40) * 1.2
        deviation[at] = Math.max(1, spread + deviationRate * (apart - spread))
      }
    }
  }
}
