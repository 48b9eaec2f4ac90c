import type { DeviceItem } from '@vedette/contract/calls/device'
import { isGateway } from '@vedette/contract/devices'
import { METHOD } from '@vedette/contract/push'
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'

import { push } from '../../app/push.ts'
import { placeFromText, REPLAY_BEFORE_MS, type ReplayPlace } from '../../app/replay-address.ts'
import { ReplayDeck } from '../../player/replay-deck.ts'
import { type DeviceChannel, deviceFromText, deviceToText } from '../../ui/device-tree/device-text.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { footageBefore, nextFootage, type Playable } from './fetching-on.ts'
import { footageOf } from './queries.ts'
import { holding, HOUR_MS, isInSight, type TimelineView, viewAround } from './timeline-view.ts'

const FOLLOW_EVERY_MS = 250
const SETTLE_EVERY_MS = 2000

/** The windows' one clock, for as long as the page is there. */
export function useDeck(
  playable: RefObject<Playable>,
  isSmall: RefObject<boolean>,
): {
  deck: ReplayDeck
  /** What the timeline shows. */
  view: TimelineView
  setView: Dispatch<SetStateAction<TimelineView>>
  onLink: (place: ReplayPlace) => void
} {
  const [deck] = useState(() => {
    const atMs = placeFromText(location.hash.split('?')[1] ?? '').atMs ?? serverNow() - REPLAY_BEFORE_MS
    const made = new ReplayDeck(atMs, {
      ask: (key) => footageOf(deviceFromText(key) ?? { did: '', channel: 0 }, () => isSmall.current),
      now: serverNow,
      nextFootage: (atMs, towards) => {
        if (towards < 0) return footageBefore(playable.current, atMs)
        const lookAgain = (key: string): void => made.window(key)?.lookAgain()
        return nextFootage(playable.current, atMs, { nowMs: serverNow(), lookAgain })
      },
    })
    return made
  })
  useEffect(() => deck.start(), [deck])
  useEffect(() => () => deck.close(), [deck])
  useEffect(() => push.on(METHOD.rightsChanged, () => deck.recheck()), [deck])
  const [view, setView] = useState(() => viewAround(deck.atMs, 2 * HOUR_MS, 0.7))
  const onLink = useCallback(
    ({ atMs }: ReplayPlace) => {
      if (atMs === undefined) return
      deck.seek(atMs)
      setView((before) => holding(before, deck.atMs))
    },
    [deck],
  )
  return { deck, view, setView, onLink }
}

/** The cameras as texts, the same array while they are the same. */
export function useKeys(devices: readonly (DeviceChannel | undefined)[]): readonly string[] {
  const joined = devices.map((it) => (it ? deviceToText(it) : '')).join(',')
  return useMemo(() => joined.split(',').filter((key) => key !== ''), [joined])
}

export function useGateways(devices: readonly DeviceItem[] | undefined): ReadonlySet<string> {
  return useMemo(
    () => new Set(devices?.filter(({ DevType }) => isGateway(DevType)).map(({ DID }) => DID)),
    [devices],
  )
}

/** While it plays, the timeline goes with the moment that is shown, unless somebody looks at another time of it. */
export function useFollowing(
  deck: ReplayDeck,
  setView: (next: (view: TimelineView) => TimelineView) => void,
): void {
  useEffect(() => {
    let beforeMs = deck.atMs
    const timer = setInterval(() => {
      const [fromMs, toMs] = [beforeMs, deck.atMs]
      beforeMs = toMs
      const { isPlaying, states } = deck.view
      if (!isPlaying) return
      // What comes next is known of the time in sight alone.
      const isShown = Object.values(states).includes('ready')
      setView((view) => (isInSight(view, fromMs) || !isShown ? holding(view, toMs) : view))
    }, FOLLOW_EVERY_MS)
    return () => clearInterval(timer)
  }, [deck, setView])
}

/** The address names the moment that is shown: a page that is loaded anew goes on there. */
export function useSettling(isPlaying: boolean, settle: () => void): void {
  const settleNow = useEffectEvent(settle)
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setInterval(settleNow, SETTLE_EVERY_MS)
    return () => {
      clearInterval(timer)
      settleNow()
    }
  }, [isPlaying])
}
