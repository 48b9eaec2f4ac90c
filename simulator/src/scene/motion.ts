import type { Camera } from '../device.ts'
import { scriptOf } from './scenes.ts'
import { placeOf, SCRIPT_WIDTH } from './actors.ts'

/** Whether something of this kind is to be seen, by the script of what stands there. */
export function isMoving(
  camera: Pick<Camera, 'number' | 'look'>,
  timeMs: number,
  kind: 'any' | 'person',
): boolean {
  const script = scriptOf(camera.look.viewpoint)
  const timeS = timeMs / 1000 + camera.number * script.stepS
  return script.actors.some((actor) => {
    const place = placeOf(actor, timeS)
    if (place === undefined || place.x < 0 || place.x > SCRIPT_WIDTH) return false
    return kind === 'any' || isPerson(place.sprite)
  })
}

/** People have poses, which their sprites are numbered by. */
function isPerson(sprite: string): boolean {
  return /\d$/.test(sprite)
}
