/** A patrol over windows of the wall, which comes back as it was when the patrol stops. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import type { ShownDevice } from '../../ui/device-tree/site-model.ts'
import type { TreeModel } from '../../ui/device-tree/tree-model.ts'
import { say } from '../../ui/toasts.ts'
import { type PatrolControls, usePatrol } from './patrol/use-patrol.ts'
import { choiceOf } from './patrol/patrol-choice.ts'
import { useScheduledTour } from './patrol/use-scheduled-tour.ts'
import { nextWall, type Place, type Wall, type WallAction } from './wall.ts'

const PatrolDialog = lazy(async () => ({ default: (await import('./patrol/PatrolDialog.tsx')).PatrolDialog }))
const PatrolBar = lazy(async () => ({ default: (await import('./patrol/PatrolBar.tsx')).PatrolBar }))

interface Needs {
  tree: TreeModel
  device: (shown: DeviceChannel) => ShownDevice | undefined
  wall: Wall
  /** Under which the account's browser keeps it. */
  wallKey: string
  /** The first place in sight. */
  first: number
  act: (action: WallAction) => void
  wallElement: HTMLElement | null
  /** Asks anew which devices there are. */
  refetch: () => void
}

interface PatrolOfWall {
  running: PatrolControls | undefined
  isLocked: (at: number) => boolean
  /** Does it with the wall, and returns whether the patrol let it. */
  act: (action: WallAction) => boolean
  /** Asks for a patrol, or whether the one under way is to stop. */
  open: () => void
  bar: ReactNode
  dialog: ReactNode
}

export function usePatrolOfWall({
  tree,
  device,
  wall,
  wallKey,
  first,
  act,
  wallElement,
  refetch,
}: Needs): PatrolOfWall {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const patrol = usePatrol({
    find: device,
    isShown: (window) => wallElement?.querySelector(`[data-window="${window}"][data-state="live"]`) !== null,
  })
  // An address may lead elsewhere meanwhile; what it shows is not the patrol's.
  const running = patrol.running?.patrol.layout === wall.windows && !wall.back ? patrol.running : undefined
  const round = running?.round
  useEffect(() => {
    // No push tells of a device that was deleted or may not be seen any more.
    if (round !== undefined && wallElement?.querySelector('[data-patrol="true"][data-state="failed"]'))
      refetch()
  }, [round, wallElement, refetch])
  useScheduledTour({
    wallKey,
    isRunning: patrol.running !== undefined,
    stop: () => patrol.running?.stop(),
    begin: ({ Devices, IntervalS, Start }) => {
      if (wall.back || tree.deviceCount === 0) return 'notNow'
      const start = Math.min(Start, wall.windows) - 1
      const windows = wall.windows - start
      const wanted = new Set(Devices.map(({ DID, Channel }) => `${DID}~${Channel}`))
      const devices = choiceOf(tree).devices.filter((it) => wanted.has(`${it.did}~${it.channel}`))
      // Section 5: a patrol has more devices than windows.
      if (devices.length <= windows) return 'tooFew'
      patrol.begin({ devices, intervalS: IntervalS, start, windows, layout: wall.windows })
      return 'begun'
    },
  })
  const isLocked = (at: number): boolean => {
    if (!running) return false
    const { start, windows } = running.patrol
    return at >= first + start && at < first + start + windows
  }
  const isRefused = (
    action: WallAction,
  ): 'patrol.locked' | 'patrol.lockedLayout' | 'silently' | undefined => {
    if (!running) return undefined
    switch (action.do) {
      case 'choose':
        return isLocked(action.at) ? 'silently' : undefined
      case 'step':
        return action.isMoving || isLocked(nextWall(wall, action).chosen) ? 'silently' : undefined
      case 'play':
        return isLocked(action.at ?? wall.chosen) ? 'patrol.locked' : undefined
      case 'close':
        return isLocked(action.at) ? 'patrol.locked' : undefined
      case 'swap':
        return isLocked(action.from) || isLocked(action.to) ? 'patrol.locked' : undefined
      case 'turn':
        return 'silently'
      case 'keepForAlarms':
        return isLocked(action.at) ? 'patrol.locked' : undefined
      case 'alarm':
        return wall.alarmAt !== undefined && isLocked(wall.alarmAt) ? 'silently' : undefined
      case 'layout':
      case 'grid':
      case 'larger':
      case 'page':
      case 'enlarge':
      case 'fill':
      case 'view':
      case 'guest':
      case 'replace':
        return 'patrol.lockedLayout'
    }
  }
  return {
    running,
    isLocked,
    act(action) {
      const why = isRefused(action)
      if (why === undefined) act(action)
      else if (why !== 'silently') say('warning', t(why))
      return why === undefined
    },
    open: () => (running ? setAsking(true) : setOpen(true)),
    bar: running && (
      <Suspense>
        <PatrolBar controls={running} isAsking={isAsking} onAsk={setAsking} />
      </Suspense>
    ),
    dialog: isOpen && (
      <Suspense>
        <PatrolDialog
          tree={tree}
          windows={wall.windows}
          onBegin={patrol.begin}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  }
}

export interface ShownTile {
  place: Place
  at: number
  isLocked: boolean
  isWarming: boolean
}

/** Keyed by window, not by place: an element that moves in the document stops playing. */
export function tilesOf(
  inSight: readonly Place[],
  first: number,
  { running, isLocked }: Pick<PatrolOfWall, 'running' | 'isLocked'>,
): ShownTile[] {
  const own = inSight
    .map((place, index) => ({ place, at: first + index, isLocked: false, isWarming: false }))
    .filter(({ at }) => !isLocked(at))
  const patrolled = (running?.windows ?? []).map(({ window, place, device, isWarming }) => ({
    place: { window, device },
    at: first + (running?.patrol.start ?? 0) + place,
    isLocked: true,
    isWarming,
  }))
  return [...own, ...patrolled].toSorted((a, b) => a.place.window - b.place.window)
}
