/** From a place of a window to one of the picture in it. */

interface Point {
  x: number
  y: number
}

interface Size {
  width: number
  height: number
}

/** What is to come into the middle, and how much of the picture's width is to be seen then: see `aimPtz`. */
export interface Aim {
  X: number
  Y: number
  Width: number
}

/** Below this a drag is a click. */
export const CLICK_PX = 6
const LEAST_WIDTH = 0.02

/** Around the middle of two corners, px of the window; a box that is drawn to the left zooms out. Undefined beside the picture. */
export function aimBetween(
  from: Point,
  to: Point,
  window: Size,
  picture: Size & { fills: boolean },
): Aim | undefined {
  const scales = [window.width / picture.width, window.height / picture.height]
  const scale = picture.fills ? Math.max(...scales) : Math.min(...scales)
  const [width, height] = [picture.width * scale, picture.height * scale]
  const X = (from.x + to.x - window.width) / width
  const Y = (window.height - from.y - to.y) / height
  if (!(Math.abs(X) <= 1 && Math.abs(Y) <= 1)) return undefined
  const [across, down] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
  const isClick = Math.max(across, down) < CLICK_PX
  if (isClick) return { X, Y, Width: 1 }
  const part = Math.min(1, Math.max(LEAST_WIDTH, across / width, down / height))
  return { X, Y, Width: to.x < from.x ? 1 / part : part }
}
