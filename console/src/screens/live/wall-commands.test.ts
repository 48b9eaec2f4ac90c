import { expect, test } from 'vitest'

import { live } from '../../i18n/live.ts'
import { addSections, translate } from '../../i18n/translate.ts'
import { wallCommands } from './wall-commands.tsx'
import { nextWall, type Wall, wallOf } from './wall.ts'

addSections({ live })

/** What the Escape key does, undefined while it is the browser's. */
function escapeOn(wall: Wall, isZoomed: boolean): string | undefined {
  const commands = wallCommands((key, ...parameters) => translate('en', key, ...parameters), {
    wall,
    act: () => {},
    isTreeOpen: true,
    onToggleTree: () => {},
    onFullScreen: () => {},
    onSound: () => {},
    focusChosen: () => {},
    chosenTile: () => ({ zoomBy: () => {}, reset: () => {}, focus: () => {}, isZoomed }),
  })
  return commands.find(({ keys, isEnabled }) => keys.includes('Escape') && isEnabled?.() !== false)?.key
}

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
