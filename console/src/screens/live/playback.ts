/** How this browser plays live pictures, remembered. */
import { z } from 'zod'
import { create } from 'zustand'

import { METHODS } from '../../player/codec-policy.ts'

const KEY = 'livePlayback'

const Playback = z.object({
  method: z.enum(METHODS).default('mse'),
  /** Of the one window that is heard. */
  volume: z.number().min(0).max(1).default(0.7),
})
type Playback = z.infer<typeof Playback>

export const usePlayback = create<Playback>(recalled)

export function choosePlayback(chosen: Partial<Playback>): void {
  usePlayback.setState(chosen)
  try {
    localStorage.setItem(KEY, JSON.stringify(usePlayback.getState()))
  } catch {
    // A full or forbidden storage costs only that the next visit starts anew.
  }
}

function recalled(): Playback {
  try {
    return Playback.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    // What is missing, forbidden or no longer of this shape counts as never chosen.
    return Playback.parse({})
  }
}
