/** Limits from which on something is wrong with what was recorded; docs/recordings.md tells it to people. */
export const CHECK_LIMITS = {
  /** What is looked at together. */
  sliceMs: 15 * 60_000,
  /** A file is told a moment after its last picture. */
  lateMs: 2 * 60_000,
  /** Parts of what was to be recorded. Below the first it is nothing, below the second too little. */
  nothingPart: 0.02,
  enoughPart: 0.9,
  /** May be missing in an hour that counts as whole: files begin and end. */
  toleratedMs: 2000,
  /** How far the camera's clock is from the recorder's. */
  clockMs: 10_000,
  /** Key frames of a slice that are looked at, and how many make a verdict. */
  looks: 5,
  leastLooks: 3,
  /** Luma of 0 to 255, and how much it differs from place to place, of a covered lens. */
  blackLuma: 28,
  blackSpread: 2,
  /** Two key frames minutes apart that differ no more than this are the same picture. */
  sameLuma: 3,
  sameMean: 0.15,
  /** How much two views have to be alike, 0 to 1, to be of the same place. */
  sameView: 0.35,
  /** Edges fainter than this tell nothing of the place: fog, an unlit night. */
  leastEdges: 1.2,
  /**
   * Chroma further from the middle than this is colour. A picture with a smaller part of it is by infrared light; grey roads and
   * walls by day have 0.07 and more.
   */
  greyChroma: 5,
  greyPart: 0.02,
} as const
