import { expect, test } from 'vitest'

import { live } from '../../i18n/live.ts'
import { patrol } from '../../i18n/patrol.ts'
import { ptz } from '../../i18n/ptz.ts'
import { walls } from '../../i18n/walls.ts'
import { addSections, translate } from '../../i18n/translate.ts'
import { LAYOUTS } from '../../ui/window/layouts.ts'
import { type WallCommand, wallCommands } from './wall-commands.tsx'
import { layoutKeys, WALL_KEYS } from './wall-keys.ts'
import { nextWall, type Wall, wallOf } from './wall.ts'

addSections({ live, patrol, ptz, walls })

function commandsOn(wall: Wall, isZoomed: boolean): WallCommand[] {
  return wallCommands((key, ...parameters) => translate('en', key, ...parameters), {
    wall,
    isOccupied: wall.places[wall.chosen]?.device !== undefined,
    act: () => {},
    isTreeOpen: true,
    onToggleTree: () => {},
    isSideOpen: true,
    onToggleSide: () => {},
    onFullScreen: () => {},
    onPopOut: () => {},
    onSound: () => {},
    onPatrol: () => {},
    onSnapshot: () => {},
    onReplay: () => {},
    onPictureInPicture: () => {},
    isCycling: false,
    onCycle: () => {},
    onSavedWalls: () => {},
    focusChosen: () => {},
    chosenTile: () => ({
      zoomBy: () => {},
      reset: () => {},
      focus: () => {},
      isZoomed,
      snapshot: () => Promise.resolve(undefined),
      pictureInPicture: () => Promise.resolve(true),
    }),
  })
}

/** What the Escape key does, undefined while it is the browser's. */
function escapeOn(wall: Wall, isZoomed: boolean): string | undefined {
  const isWaiting = ({ keys, isEnabled }: WallCommand): boolean =>
    keys.includes('Escape') && isEnabled?.() !== false
  return commandsOn(wall, isZoomed).find(isWaiting)?.key
}

test('each key of the wall is a command’s, and so on the sheet', () => {
  const keys = commandsOn(wallOf(), false).flatMap((command) => command.keys)
  const layouts = LAYOUTS.flatMap(({ windows }) => layoutKeys(windows))
  expect(keys).toEqual(expect.arrayContaining([...Object.values(WALL_KEYS).flat(), ...layouts]))
})

test('Escape leaves the zoom, then the enlarged window, and else is the browser’s', () => {
  const four = wallOf([{ did: 'CAM-000001', channel: 0 }])
  const enlarged = nextWall(four, { do: 'enlarge', at: 0 })
  expect([escapeOn(enlarged, true), escapeOn(enlarged, false), escapeOn(four, false)]).toEqual([
    'zoomReset',
    'leaveEnlarged',
    undefined,
  ])
  expect(escapeOn(nextWall(four, { do: 'layout', windows: 1 }), false)).toBeUndefined()
})
