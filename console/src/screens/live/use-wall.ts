/** The wall of the page: as the address or this browser has it, else filled with the first cameras that are there. */
import { type Dispatch, useCallback, useEffect, useReducer, useRef, useState } from 'react'

import { pathInAddress } from '../../ui/path-in-address.ts'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { wallToText } from './wall-address.ts'
import { keepOnServer, keptByServer } from './wall-on-server.ts'
import { queryInAddress, recallWall, rememberWall, viewInAddress, wallInAddress } from './wall-memory.ts'
import { FILLED_COUNT } from '../../ui/window/layouts.ts'
import { isEmptyWall, nextWall, type Wall, type WallAction, withoutGuest } from './wall.ts'

/** `isFilled`: nobody has arranged it yet. */
interface Kept {
  wall: Wall
  isFilled: boolean
}

type Action =
  | WallAction
  | { do: 'grow'; online: readonly DeviceChannel[] }
  /** Unless somebody has arranged it meanwhile. */
  | { do: 'recall'; wall: Wall }

/** What is arranged step by step is kept once. */
const KEEP_AFTER_MS = 1000

export interface WallOwner {
  /** The key under which this browser remembers it. */
  key: string
  number: number
  /** A preview keeps nothing. */
  isPreview: boolean
}

export function useWall(
  { key, number, isPreview }: WallOwner,
  online: readonly DeviceChannel[],
): [Wall, Dispatch<WallAction>] {
  const [{ wall, isFilled }, act] = useReducer(nextKept, key, keptAtFirst)
  const perform = useCallback((action: WallAction) => act(action), [])
  const [isAsked, setAsked] = useState(!isFilled)

  // What this browser does not know the server may: the person has sat elsewhere before.
  useEffect(() => {
    if (isAsked) return
    let isOver = false
    void keptByServer(number).then((kept) => {
      if (isOver) return
      if (kept) act({ do: 'recall', wall: kept })
      setAsked(true)
    })
    return () => {
      isOver = true
    }
  }, [isAsked, number])
  const text = wallToText(wall)
  useEffect(() => {
    if (isFilled || isPreview) return
    const timer = setTimeout(() => void keepOnServer(number, text), KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isFilled, isPreview, number, text])

  // What is online is learned little by little, so a wall that nobody has touched goes on growing.
  useEffect(() => {
    if (isFilled && isAsked) act({ do: 'grow', online })
  }, [isFilled, isAsked, online, wall.isEnlarged])
  // What the address had when it was last read or written here.
  const known = useRef<string>(null)
  known.current ??= queryInAddress()
  const ownPath = useRef<string>(null)
  ownPath.current ??= pathInAddress()
  useEffect(() => {
    // Another wall is asked for already, and the browser tells it next: it is not written over.
    if (queryInAddress() !== known.current) return
    // An empty one that is to be filled is nothing to remember.
    if (!isFilled || !isEmptyWall(withoutGuest(wall))) rememberWall(key, wall)
    known.current = queryInAddress()
  }, [key, wall, isFilled])
  useEffect(() => {
    const path = pathInAddress()
    const follow = (): void => {
      // The address of the next page is heard too, before this one is gone.
      if (pathInAddress() !== path) return
      const [asked, device] = [wallInAddress(), viewInAddress()]
      // The change that led here may be told once the address has the wall itself: a device beside it stays.
      // An empty one that is asked for is not to be filled.
      const isCleared = asked !== undefined && isFilled && isEmptyWall(asked)
      if (asked && (isCleared || wallToText(asked) !== wallToText(wall))) act({ do: 'replace', wall: asked })
      if (device) act({ do: 'view', device })
      if (!asked) rememberWall(key, wall)
      known.current = queryInAddress()
    }
    // No event told us of an address that changed between the first rendering and now.
    if (path === ownPath.current && queryInAddress() !== known.current) follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [key, wall, isFilled])
  return [wall, perform]
}

const ARRANGES_NOTHING: ReadonlySet<WallAction['do']> = new Set([
  'choose',
  'step',
  'view',
  'guest',
  'enlarge',
  'turn',
  'alarm',
])

function keptAtFirst(key: string): Kept {
  const wall = recallWall(key)
  return { wall, isFilled: !wallInAddress() && isEmptyWall(withoutGuest(wall)) }
}

function nextKept(kept: Kept, action: Action): Kept {
  if (action.do === 'grow') return grown(kept, action.online)
  if (action.do === 'recall')
    return kept.isFilled && !kept.wall.back ? { wall: action.wall, isFilled: false } : kept
  const wall = nextWall(kept.wall, action)
  return { wall, isFilled: kept.isFilled && ARRANGES_NOTHING.has(action.do) }
}

function grown(kept: Kept, online: readonly DeviceChannel[]): Kept {
  // What is alone in sight stays; the rest comes behind it when it is left.
  if (kept.wall.isEnlarged) return kept
  const shown = kept.wall.places.filter(({ device }) => device !== undefined).length
  const wanted = Math.min(online.length, FILLED_COUNT)
  if (wanted <= shown) return kept
  return {
    ...kept,
    wall: { ...nextWall(kept.wall, { do: 'fill', devices: online }), chosen: kept.wall.chosen },
  }
}
