/** A pointer that is dragged over the picture as a joystick. */
import { type PtzType, PTZ_STEP } from '@vedette/contract/calls/device-message'

/** Nearer to where it began nothing moves. */
const DEAD_PX = 12

/** From the east, against the clock. */
const AROUND: readonly PtzType[] = [
  'right',
  'rightUp',
  'up',
  'leftUp',
  'left',
  'leftDown',
  'down',
  'rightDown',
]

/** `reachPx` from where it began is full speed. Undefined in the middle. */
export function stickAt(
  { x, y }: { x: number; y: number },
  reachPx: number,
): { type: PtzType; step: number } | undefined {
  const distance = Math.hypot(x, y)
  if (distance < DEAD_PX) return undefined
  const eighth = Math.round(Math.atan2(-y, x) / (Math.PI / 4))
  const type = AROUND[(eighth + AROUND.length) % AROUND.length]
  if (!type) throw new RangeError(`no direction ${eighth}`)
  const part = Math.min(1, (distance - DEAD_PX) / Math.max(1, reachPx - DEAD_PX))
  return { type, step: Math.round(PTZ_STEP.min + part * (PTZ_STEP.max - PTZ_STEP.min)) }
}
