import { create } from 'zustand'

/** Loading mask close delay (section 9): what comes at once after it does not make it flicker. */
export const LOADING_MASK_CLOSE_DELAY_MS = 400

/** How many ask for the mask over the whole page. */
export const useLoadingMask = create<{ holders: number }>(() => ({ holders: 0 }))

/** Covers the page; returns how to let go of it, which takes LOADING_MASK_CLOSE_DELAY_MS. */
export function openLoadingMask(): () => void {
  change(+1)
  let isHeld = true
  return () => {
    if (isHeld) setTimeout(() => change(-1), LOADING_MASK_CLOSE_DELAY_MS)
    isHeld = false
  }
}

function change(by: number): void {
  useLoadingMask.setState(({ holders }) => ({ holders: holders + by }))
}
