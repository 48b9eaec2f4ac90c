import type { Box, Picture } from '../picture.ts'

export interface Person extends Box {
  /** 0 … 1 */
  score: number
}

/** Finds the people in one picture. Asked for one picture at a time. */
export interface PersonDetector {
  /** What it is, for people to read. */
  readonly name: string
  find(picture: Picture): Promise<Person[]>
  close(): Promise<void>
}

/** Why there is none: what has to be installed or mended, in one English sentence. */
export type PersonDetectorOutcome = { ok: true; detector: PersonDetector } | { ok: false; detail: string }
