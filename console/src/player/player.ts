/** What plays one window's stream, whichever way. */
import type { Placed } from './media-timeline.ts'

export interface Player {
  /** What the picture is seen in; `drawImage` takes it. */
  readonly element: HTMLVideoElement | HTMLCanvasElement
  close(): void
}

export interface PlayerEvents {
  /** `pictures`: how many were painted since the last call. */
  painted(frame: Placed | undefined, pictures: number): void
  /** The picture on the glass is about to go. */
  losesPicture(): void
  /** The player has started over and needs the stream from a key frame. */
  broken(): void
  unplayable(codec: string): void
}
