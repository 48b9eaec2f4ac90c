/** A wall in a window of its own, such as for a second monitor. */
import { WALL_PATH, WALL_WINDOW } from '../../app/routes.ts'
import type { Translate } from '../../i18n/language.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { say } from '../../ui/toasts.ts'
import { otherWalls } from './other-walls.ts'
import { wallToText } from './wall-address.ts'
import { keptWall, wallKeyOf } from './wall-memory.ts'
import { type Wall, wallFor } from './wall.ts'

/** Size at first; the person makes it as large as the monitor. */
const [WIDTH_PX, HEIGHT_PX] = [1280, 760]

/** It begins as it was left the last time, and the first time with what is not on the wall in sight. */
export function popOut(t: Translate, account: string, wall: Wall, others: readonly DeviceChannel[]): void {
  const number = otherWalls().free()
  if (number === undefined) return say('info', t('live.popOutMost'))
  const text = wallToText(
    keptWall(wallKeyOf(account, number)) ?? (others.length > 0 ? wallFor(others) : wall),
  )
  const [width, height] = [Math.min(WIDTH_PX, screen.availWidth), Math.min(HEIGHT_PX, screen.availHeight)]
  const opened = open(
    `${location.pathname}#${WALL_PATH}/${number}?${text}`,
    `${WALL_WINDOW}${number}`,
    `popup,width=${width},height=${height}`,
  )
  if (opened) otherWalls().opened(number, opened)
  else say('warning', t('live.popOutBlocked'))
}
