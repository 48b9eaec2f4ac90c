import type { VideoStream } from './video-stream.ts'
import type { Quality } from './scene/scene.ts'

export const cameraStates = ['online', 'offline', 'frozen'] as const
/** `offline` drops and refuses connections; `frozen` keeps them and answers requests, but sends no media. */
export type CameraState = (typeof cameraStates)[number]

export interface Camera {
  number: number
  name: string
  /** Serial number, as a device would report it. */
  did: string
  state: CameraState
  streams: Record<Quality, VideoStream>
}
