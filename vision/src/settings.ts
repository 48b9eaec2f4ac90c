/** What is looked for in a camera's picture, as plain data; the platform makes it of its alarm settings. */

export interface ZonePoint {
  X: number
  Y: number
}

export interface LookSettings {
  motion: boolean
  human: boolean
  /** What the camera is to be turned after, whether it raises alarms or not. */
  follow: 'none' | 'motion' | 'human'
  /** 1 only what is plain, 100 the slightest. */
  sensitivity: number
  /** Polygons in parts of the picture; none: everywhere. */
  zones: ZonePoint[][]
}

/** The one set of thresholds for all cameras: what is measured by `npm run bench -- detection` is sensitivity 50. */
export const USUAL_SENSITIVITY = 50

export interface MotionThresholds {
  /** Least difference of a pixel from what is usual there, of 255. */
  leastDifference: number
  /** And how many of its usual deviations. */
  deviations: number
  /** Cells of the smallest thing that counts. */
  leastCells: number
}

export function motionThresholds(sensitivity: number): MotionThresholds {
  const more = moreThanUsual(sensitivity)
  return {
    leastDifference: 14 * 2 ** -more,
    deviations: 3.5 * 1.5 ** -more,
    leastCells: Math.max(1, Math.round(4 * 4 ** -more)),
  }
}

/** How sure the detector must be once of a person that raises an alarm. */
export function personScore(sensitivity: number): number {
  return 0.4 - 0.15 * moreThanUsual(sensitivity)
}

/** -1 … 1 */
const moreThanUsual = (sensitivity: number): number => (sensitivity - USUAL_SENSITIVITY) / USUAL_SENSITIVITY
