import type { PictureSize } from '../h264/parameter-sets.ts'

/** A rectangle of macroblocks. */
export interface Area {
  column: number
  row: number
  columns: number
  rows: number
}

/** The outermost pixels of a sprite's row of macroblocks that differ from the background; first > last where none does. */
export interface Span {
  first: number
  last: number
}

/** A picture of a moving thing, kept outside the visible part of the coded picture. */
export interface Sprite extends Area {
  /** Where its top stands in the visible picture, in macroblocks. */
  atRow: number
  /** The thing's place on its path, in pixels from the sprite's left edge. */
  anchor: number
  spans: Span[]
}

/** Visible macroblocks that things move across, and where the same stand once more, never covered. */
export interface Spare extends Area {
  place: { column: number; row: number }
}

/** One resolution of a scene, as the generator laid it out; areas are places in the coded picture. */
export interface Layout extends PictureSize {
  clock: Area
  name: Area
  strip: Area
  /** The strip's patterns, side by side outside the visible part. */
  patterns: Area
  /** First macroblock and number of macroblocks of each slice in the file of slices, ascending. */
  slices: number[][]
  sprites: Record<string, Sprite>
  spares: Spare[]
}

/** Takes the macroblocks of a picture that differ from the backdrop. */
export interface BlockSink {
  /** Shows at (column, row) the pixels that lie (dx, dy) pixels away in the key picture. */
  copy(column: number, row: number, dx: number, dy: number): void
}

/** Something that crosses the picture again and again. Pixels are those of a picture 1920 wide. */
export interface Actor {
  /** Shown in turn, `poses` times a second. */
  sprites: string[]
  posesPerS: number
  /** Where it is at the start of its crossing, and its speed per second; negative goes left. */
  fromX: number
  speed: number
  /** A crossing starts every `everyS`, the first at `afterS`. */
  everyS: number
  afterS: number
  crossingS: number
}

export interface SceneScript {
  actors: Actor[]
  /** How far each next camera is ahead in the script. */
  stepS: number
}
