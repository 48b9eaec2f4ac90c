/** Runs a patrol: warms the next pictures before their turn, turns, and says what is left out. */
import { PRESENCE } from '@vedette/contract/devices'
import { useCallback, useEffect, useRef, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { type DeviceChannel, deviceToText } from '../../../ui/device-tree/device-text.ts'
import { say } from '../../../ui/toasts.ts'
import type { ShownDevice } from '../../../ui/device-tree/site-model.ts'
import {
  type Patrol,
  type PatrolDevice,
  type Turn,
  turnFrom,
  type Whereabouts,
  withoutGone,
} from './patrol.ts'

/** So long before its turn a picture is asked for. */
const WARM_MS = 4000
/** A turn waits at most so long for pictures that are still to come. */
const PATIENCE_MS = 3000
const LOOK_MS = 200
const NAMES_TOLD = 3
const MOST_BEFORE = 100
/** The windows of the two halves that take turns; the wall's own have lower numbers, and no layout has more than 64. */
const BANKS = [66, 130] as const

interface Running {
  patrol: Patrol
  turn: Turn
  /** Which half is in sight. */
  bank: 0 | 1
  /** What plays unseen, in the other half. */
  warm: Turn | undefined
  /** It was chosen again because devices came or went while it was being warmed. */
  isChosenAnew?: boolean
  /** Where the turns before began. */
  before: readonly number[]
  isPaused: boolean
  /** Counts what begins the countdown anew. */
  round: number
}

/** A window that shows, or will show, a device; its place counts from the patrol's first window. */
export interface PatrolWindow {
  window: number
  place: number
  device: DeviceChannel | undefined
  isWarming: boolean
}

export interface PatrolControls {
  patrol: Patrol
  turn: Turn
  isPaused: boolean
  round: number
  windows: readonly PatrolWindow[]
  skipped: readonly PatrolDevice[]
  pause: () => void
  next: () => void
  previous: () => void
  stop: () => void
}

interface Needs {
  find: (device: DeviceChannel) => ShownDevice | undefined
  /** Whether a window has a picture. */
  isShown: (window: number) => boolean
}

export function usePatrol({ find, isShown }: Needs): {
  running: PatrolControls | undefined
  begin: (patrol: Patrol) => void
} {
  const t = useT()
  const [running, setRunning] = useState<Running>()
  const newest = useRef({ find, isShown, t })
  useEffect(() => {
    newest.current = { find, isShown, t }
  })
  const whereIs = useCallback((device: DeviceChannel): Whereabouts => {
    const found = newest.current.find(device)
    if (!found) return 'gone'
    return found.presence === PRESENCE.online ? 'there' : 'away'
  }, [])

  const begin = useCallback(
    (patrol: Patrol) => {
      const turn = turnFrom(patrol, 0, whereIs)
      setRunning({ patrol, turn, bank: 0, warm: undefined, before: [], isPaused: false, round: 0 })
    },
    [whereIs],
  )

  /** To the turn that begins there; what is warm already comes at once. */
  const turnTo = useCallback(
    (now: Running, from: number, before: readonly number[]): void => {
      const { patrol, place, gone } = withoutGone(now.patrol, from, whereIs)
      const { t: words } = newest.current
      for (const { name } of gone.slice(0, NAMES_TOLD)) say('info', words('patrol.gone', { name }))
      if (gone.length > 0 && patrol.devices.length <= patrol.windows) say('warning', words('patrol.fewer'))
      const turn = turnFrom(patrol, place, whereIs)
      setRunning({
        ...now,
        patrol,
        turn,
        bank: now.bank === 0 ? 1 : 0,
        warm: undefined,
        isChosenAnew: false,
        before: before.slice(-MOST_BEFORE),
        round: now.round + 1,
      })
    },
    [whereIs],
  )

  useEffect(() => {
    if (!running || running.isPaused) return
    const { patrol, turn, bank } = running
    let look: ReturnType<typeof setInterval> | undefined
    const warm = setTimeout(
      () => setRunning({ ...running, warm: turnFrom(patrol, turn.next, whereIs) }),
      Math.max(0, patrol.intervalS * 1000 - WARM_MS),
    )
    if (running.warm) clearTimeout(warm)
    const turnWhenShown = (): void => {
      const endsAt = performance.now() + PATIENCE_MS
      look = setInterval(() => {
        const first = BANKS[bank === 0 ? 1 : 0]
        const waits = running.warm?.shown.some((_, place) => !newest.current.isShown(first + place))
        if (waits === true && performance.now() < endsAt) return
        clearInterval(look)
        const then = turnFrom(patrol, turn.next, whereIs)
        const isOther = running.warm && then.shown.join() !== running.warm.shown.join()
        if (isOther === true && running.isChosenAnew !== true)
          setRunning({ ...running, warm: then, isChosenAnew: true })
        else turnTo(running, turn.next, [...running.before, turn.from])
      }, LOOK_MS)
    }
    const warmsMs = running.isChosenAnew === true ? 0 : Math.min(WARM_MS, patrol.intervalS * 1000) - LOOK_MS
    const due = running.warm ? setTimeout(turnWhenShown, warmsMs) : undefined
    return () => {
      clearTimeout(warm)
      clearTimeout(due)
      clearInterval(look)
    }
  }, [running, turnTo, whereIs])

  useSayWhatIsLeftOut(running)

  if (!running) return { running: undefined, begin }
  const { patrol, turn, bank, warm, before, isPaused, round } = running
  const windowsOf = (shown: Turn | undefined, of: 0 | 1, isWarming: boolean): PatrolWindow[] =>
    Array.from({ length: patrol.windows }, (_, place) => ({
      window: BANKS[of] + place,
      place,
      device: patrol.devices[shown?.shown[place] ?? -1],
      isWarming,
    }))
  return {
    begin,
    running: {
      patrol,
      turn,
      isPaused,
      round,
      windows: [...windowsOf(turn, bank, false), ...(warm ? windowsOf(warm, bank === 0 ? 1 : 0, true) : [])],
      skipped: turn.skipped.flatMap((index) => patrol.devices[index] ?? []),
      pause: () =>
        setRunning({
          ...running,
          isPaused: !isPaused,
          warm: undefined,
          isChosenAnew: false,
          round: round + 1,
        }),
      next: () => turnTo(running, turn.next, [...before, turn.from]),
      previous: () => turnTo(running, before.at(-1) ?? turn.from, before.slice(0, -1)),
      stop: () => setRunning(undefined),
    },
  }
}

/** Once for each device that was there before, not with every turn. */
function useSayWhatIsLeftOut(running: Running | undefined): void {
  const t = useT()
  const told = useRef(new Set<string>())
  const [patrol, turn] = [running?.patrol, running?.turn]
  useEffect(() => {
    if (!patrol || !turn) {
      told.current.clear()
      return
    }
    for (const index of turn.shown) {
      const device = patrol.devices[index]
      if (device) told.current.delete(deviceToText(device))
    }
    const news = turn.skipped
      .flatMap((index) => patrol.devices[index] ?? [])
      .filter((device) => !told.current.has(deviceToText(device)))
    if (news.length === 0) return
    for (const device of news) told.current.add(deviceToText(device))
    const names = news
      .slice(0, NAMES_TOLD)
      .map(({ name }) => name)
      .join(', ')
    const count = news.length - NAMES_TOLD
    say('info', count > 0 ? t('patrol.skippedMore', { names, count }) : t('patrol.skipped', { names }))
  }, [patrol, turn, t])
}
