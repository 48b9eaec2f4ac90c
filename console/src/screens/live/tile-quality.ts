/** Which stream a window asks for: spec section 2 leaves it to us, the design asks for `sub` in small windows. */
import type { Quality } from '@vedette/contract/live-message'

/** Wider than this on the screen, a picture of the sub-stream looks coarse. */
const LARGE_PX = 640
/** A window that is resized about the limit does not go to and fro. */
const SLACK_PX = 40

interface Seen {
  /** Width of the picture as it is painted, digital zoom included. */
  widthPx: number
  isSingle: boolean
  hasSub: boolean
  /** What the person chose for this camera. */
  chosen?: Quality | undefined
}

export function qualityFor({ widthPx, isSingle, hasSub, chosen }: Seen, before?: Quality): Quality {
  if (!hasSub) return 'main'
  if (chosen) return chosen
  if (isSingle) return 'main'
  return widthPx > (before === 'main' ? LARGE_PX - SLACK_PX : LARGE_PX) ? 'main' : 'sub'
}
