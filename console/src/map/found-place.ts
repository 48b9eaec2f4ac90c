import type { LngLat } from './mercator.ts'

/** What a search finds: a place with a name. */
export interface FoundPlace extends LngLat {
  key: string
  name: string
  /** What it is, such as the region of a device. */
  detail: string
}
