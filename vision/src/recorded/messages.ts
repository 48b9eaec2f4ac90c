/** What the gate and a trial's process say to each other, over the channel of the fork; the film comes by stdin. */
import type { EventKind } from '../look/camera-look.ts'
import type { Box } from '../picture.ts'
import type { LookSettings } from '../settings.ts'

export interface ToTrial {
  settings: LookSettings
  /** The wall clock at the film's media time 0, ms since 1970. */
  originMs: number
}

/** The most of what was seen in one second of the film. */
export interface SecondSeen {
  /** Its beginning, ms since 1970. */
  atMs: number
  /** Size of the largest thing that moved, in parts of the picture. */
  moved: number
  isActive: boolean
  /** Score of the surest person, 0 … 1. */
  person: number
}

export type FromTrial =
  | { type: 'begin'; kind: EventKind; atMs: number }
  | { type: 'end'; kind: EventKind; lastMs: number }
  /** Belongs to the event of this kind that runs; a later one is better. */
  | { type: 'picture'; kind: EventKind; atMs: number; box: Box; png: Uint8Array }
  | ({ type: 'second' } & SecondSeen)
  | { type: 'done'; people: boolean; looks: number }
  | { type: 'failed'; detail: string }
