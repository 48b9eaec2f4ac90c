/** What can be done with the wall as a whole and with its chosen window: one object for the key, the button and the sheet. */
import type { ReactNode } from 'react'

import type { Translate } from '../../i18n/language.ts'
import type { Shortcut } from '../../ui/shortcuts/shortcuts.ts'
import {
  DevicesIcon,
  HelpIcon,
  LayoutIcon,
  PatrolIcon,
  PopOutIcon,
  PtzIcon,
  SavedWallsIcon,
  SnapshotIcon,
} from './icons.tsx'
import { FullScreenIcon } from '../../ui/window/icons.tsx'
import { type Direction, LAYOUTS, MORE_LAYOUTS } from '../../ui/window/layouts.ts'
import type { TileHandle } from './Tile.tsx'
import { layoutKeys, WALL_KEYS } from './wall-keys.ts'
import { isLargerPossible, type Wall, type WallAction } from './wall.ts'

export interface WallCommand extends Shortcut {
  key: string
  /** Where on the toolbar. */
  part?: 'devices' | 'layout' | 'page'
  icon?: ReactNode
  isPressed?: boolean
}

export interface WallControls {
  wall: Wall
  /** The chosen window shows a device, be it a patrol's. */
  isOccupied: boolean
  act: (action: WallAction) => void
  isTreeOpen: boolean
  onToggleTree: () => void
  isSideOpen: boolean
  /** Undefined where no camera in sight turns. */
  onToggleSide: (() => void) | undefined
  onFullScreen: () => void
  /** Undefined where no further window is opened from. */
  onPopOut: (() => void) | undefined
  onSound: () => void
  /** Undefined where it is not permitted. */
  onSnapshot: (() => void) | undefined
  /** Undefined where nobody may look back, or at nothing. */
  onReplay: (() => void) | undefined
  /** Asks for a patrol, or whether it is to stop. */
  onPatrol: () => void
  /** Undefined where the browser has none. */
  onPictureInPicture: (() => void) | undefined
  isCycling: boolean
  /** Shows the pages one after the other, or stops. */
  onCycle: () => void
  /** Undefined in a preview, which keeps nothing. */
  onSavedWalls: (() => void) | undefined
  /** Moves the keyboard's focus to the window that is chosen now. */
  focusChosen: () => void
  chosenTile: () => TileHandle | null | undefined
}

const ZOOM_STEP = 1.25
const DIRECTIONS: readonly Direction[] = ['left', 'right', 'up', 'down']

/** What is done by steps is for keys alone. */
const BY_STEPS = /^(choose|move|zoom)/

export function wallCommands(t: Translate, controls: WallControls): WallCommand[] {
  return [...layoutCommands(t, controls), ...windowCommands(t, controls), ...pageCommands(t, controls)].map(
    (it) => (BY_STEPS.test(it.key) ? it : { ...it, command: it.key }),
  )
}

function layoutCommands(t: Translate, { wall, act, isCycling, onCycle }: WallControls): WallCommand[] {
  const group = t('live.layouts')
  const layouts = LAYOUTS.map((layout): WallCommand => {
    const { windows } = layout
    return {
      key: `layout-${windows}`,
      part: 'layout',
      group,
      keys: layoutKeys(windows),
      label: windows === 1 ? t('live.layoutSingle') : t('live.layout', { windows }),
      icon: <LayoutIcon layout={layout} />,
      isPressed: wall.windows === windows && !(wall.grid && windows > 1),
      run: () => act({ do: 'layout', windows }),
    }
  })
  const turn = (key: 'nextPage' | 'previousPage', label: string, by: 1 | -1): WallCommand => ({
    key,
    group,
    keys: WALL_KEYS[key],
    label,
    run: () => act({ do: 'page', by }),
  })
  // The palette and their own menu offer them: they have no keys.
  const more = MORE_LAYOUTS.map(({ windows }): WallCommand => ({
    key: `layout-${windows}`,
    group,
    keys: [],
    label: t('live.layout', { windows }),
    run: () => act({ do: 'layout', windows }),
  }))
  return [
    ...layouts,
    ...more,
    {
      key: 'cycle',
      group,
      keys: WALL_KEYS.cycle,
      label: isCycling ? t('live.cycleStop') : t('live.cycle'),
      run: onCycle,
    },
    turn('previousPage', t('live.previousWindows'), -1),
    turn('nextPage', t('live.nextWindows'), 1),
  ]
}

function windowCommands(t: Translate, controls: WallControls): WallCommand[] {
  const { wall, isOccupied, act, onSound, focusChosen, chosenTile } = controls
  const group = t('live.groupWindow')
  const at = wall.chosen
  const step = (isMoving: boolean): WallCommand[] =>
    DIRECTIONS.map((direction) => ({
      key: `${isMoving ? 'move' : 'choose'}-${direction}`,
      group,
      keys: WALL_KEYS[direction].map((key) => (isMoving ? `Shift+${key}` : key)),
      label: isMoving ? t('live.moveWindow') : t('live.chooseWindow'),
      run: () => {
        act({ do: 'step', direction, isMoving })
        focusChosen()
      },
    }))
  const command = (key: keyof typeof WALL_KEYS, label: string, run: () => void): WallCommand => ({
    key,
    group,
    keys: WALL_KEYS[key],
    label,
    isEnabled: () => isOccupied,
    run,
  })
  return [
    ...step(false),
    ...step(true),
    command('enlarge', t('live.enlarge'), () => act({ do: 'enlarge', at })),
    {
      ...command('larger', t('live.larger'), () => act({ do: 'larger', at })),
      isEnabled: () => isLargerPossible(wall),
    },
    command('close', t('live.closeChosen'), () => act({ do: 'close', at })),
    {
      ...command('keepForAlarms', t('live.keepForAlarms'), () => act({ do: 'keepForAlarms', at })),
      isPressed: wall.alarmAt === at,
      isEnabled: () => wall.back === undefined,
    },
    command('sound', t('live.soundChosen'), onSound),
    command('zoomIn', t('live.zoomIn'), () => chosenTile()?.zoomBy(ZOOM_STEP)),
    command('zoomOut', t('live.zoomOut'), () => chosenTile()?.zoomBy(1 / ZOOM_STEP)),
    {
      ...command('zoomReset', t('live.zoomReset'), () => chosenTile()?.reset()),
      isEnabled: () => chosenTile()?.isZoomed === true,
    },
    // After the zoom's own Escape: what was entered last is left first.
    {
      ...command('leaveEnlarged', t('live.leaveEnlarged'), () => act({ do: 'enlarge', at })),
      isEnabled: () => wall.isEnlarged,
    },
  ]
}

function pageCommands(t: Translate, controls: WallControls): WallCommand[] {
  const {
    isTreeOpen,
    onToggleTree,
    isSideOpen,
    onToggleSide,
    onPatrol,
    onSnapshot,
    onReplay,
    onFullScreen,
    onPopOut,
    onSavedWalls,
    onPictureInPicture,
  } = controls
  const group = t('live.groupPage')
  const popOut: WallCommand[] = onPopOut
    ? [
        {
          key: 'pop-out',
          part: 'page',
          group,
          keys: WALL_KEYS.popOut,
          label: t('live.popOut'),
          icon: <PopOutIcon />,
          isEnabled: hasRoomForWindows,
          run: onPopOut,
        },
      ]
    : []
  return [
    {
      key: 'devices',
      part: 'devices',
      group,
      keys: WALL_KEYS.devices,
      label: t('live.toggleDevices'),
      icon: <DevicesIcon />,
      isPressed: isTreeOpen,
      run: onToggleTree,
    },
    ...(onSnapshot
      ? [
          {
            key: 'snapshot',
            part: 'page' as const,
            group,
            keys: WALL_KEYS.snapshot,
            label: t('live.snapshot'),
            icon: <SnapshotIcon />,
            run: onSnapshot,
          },
        ]
      : []),
    ...(onReplay
      ? [{ key: 'replay', group, keys: WALL_KEYS.replay, label: t('live.historyAll'), run: onReplay }]
      : []),
    ...(onPictureInPicture
      ? [
          {
            key: 'picture-in-picture',
            group,
            keys: WALL_KEYS.pictureInPicture,
            label: t('live.pictureInPicture'),
            run: onPictureInPicture,
          },
        ]
      : []),
    ...(onSavedWalls
      ? [
          {
            key: 'saved-walls',
            part: 'layout' as const,
            group,
            keys: WALL_KEYS.savedWalls,
            label: t('walls.title'),
            icon: <SavedWallsIcon />,
            run: onSavedWalls,
          },
        ]
      : []),
    {
      key: 'patrol',
      part: 'page',
      group,
      keys: WALL_KEYS.patrol,
      label: t('patrol.title'),
      icon: <PatrolIcon />,
      run: onPatrol,
    },
    ...(onToggleSide
      ? [
          {
            key: 'ptz',
            part: 'page' as const,
            group,
            keys: WALL_KEYS.ptz,
            label: t('ptz.toggle'),
            icon: <PtzIcon />,
            isPressed: isSideOpen,
            run: onToggleSide,
          },
        ]
      : []),
    ...popOut,
    {
      key: 'full-screen',
      part: 'page',
      group,
      keys: WALL_KEYS.fullScreen,
      label: t('live.fullScreen'),
      icon: <FullScreenIcon />,
      run: onFullScreen,
    },
  ]
}

/** A phone, held either way, shows one window at a time; toolbar.css hides the button there. */
function hasRoomForWindows(): boolean {
  return !matchMedia('(max-width: 760px), (max-height: 480px)').matches
}

/** The sheet's own button. */
export function sheetCommand(command: Shortcut): WallCommand {
  return { ...command, key: 'shortcuts', part: 'page', icon: <HelpIcon /> }
}
