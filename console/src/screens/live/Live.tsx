import './live.css'

import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { navigate } from 'wouter/use-hash-location'

import type { ScreenProps } from '../../app/pages.ts'
import { accountOf, useSession } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { type DeviceChannel, deviceToText } from '../../ui/device-tree/device-text.ts'
import { pathInAddress } from '../../ui/path-in-address.ts'
import { useShortcuts } from '../../ui/shortcuts/shortcuts.ts'
import { sheetShortcut } from '../../ui/shortcuts/ShortcutSheet.tsx'
import { DeviceSide } from './DeviceSide.tsx'
import { layoutOf } from './layouts.ts'
import { liveLink } from './live-link.ts'
import { FIRST_WALL, wallNumberOf } from './other-walls.ts'
import { useWallInSight } from './play-on-wall.ts'
import { popOut } from './pop-out.ts'
import { useSite } from './queries.ts'
import { useSiteModel } from './site-model.ts'
import { Tile, type TileHandle, toggleFullScreen } from './Tile.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useHeardWindow } from './use-heard-window.ts'
import { sheetCommand, wallCommands } from './wall-commands.tsx'
import { recallWall, rememberWall, wallInAddress, wallKeyOf } from './wall-memory.ts'
import { nextWall, shownPlaces } from './wall.ts'

/** Where the tree lies over the wall instead of beside it. */
const NARROW = '(max-width: 760px)'

/** The wall of the page; with a number in the address, the one in a window of its own. */
export function Live({ parameters }: ScreenProps): ReactNode {
  const number = wallNumberOf(parameters['number'])
  useEffect(() => {
    if (number === undefined) navigate('/realTimeVideo', { replace: true })
  }, [number])
  return number !== undefined && <NumberedWall number={number} />
}

function NumberedWall({ number }: { number: number }): ReactNode {
  const t = useT()
  const account = useSession(accountOf)
  const isPreview = useSession(({ user }) => user?.preview !== undefined)
  const isPoppedOut = number !== FIRST_WALL
  const key = wallKeyOf(account, number)
  const [wall, act] = useReducer(nextWall, key, recallWall)
  const [isTreeOpen, setIsTreeOpen] = useState(() => !isPoppedOut && !matchMedia(NARROW).matches)
  const [news, setNews] = useState('')
  const [wallElement, setWallElement] = useState<HTMLElement | null>(null)
  const [tiles] = useState(() => new Map<number, TileHandle>())
  const site = useSite()
  const { refetch } = site
  const refetchSite = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  const { tree, revision, device } = useSiteModel(site.data, refetchSite)
  const { heard, toggleSound } = useHeardWindow(wall, number)
  const focusChosen = useFocusOnChosen(wall.chosen, tiles)

  const commands = wallCommands(t, {
    wall,
    act,
    isTreeOpen,
    onToggleTree: () => setIsTreeOpen(!isTreeOpen),
    onFullScreen: () => void toggleFullScreen(wallElement),
    // A further window would be the person's own session again, not the previewed one.
    onPopOut: isPoppedOut || isPreview ? undefined : () => popOut(t, account, wall),
    onSound: () => toggleSound(wall.places[wall.chosen]),
    focusChosen,
    chosenTile: () => tiles.get(wall.chosen),
  })
  useShortcuts(commands)

  // Its worker is there before the first window asks for it.
  useEffect(() => void liveLink(), [])
  useEffect(() => rememberWall(key, wall), [key, wall])
  useEffect(() => {
    const path = pathInAddress()
    const follow = (): void => {
      // The address of the next page is heard too, before this one is gone.
      if (pathInAddress() !== path) return
      const asked = wallInAddress()
      if (asked) act({ do: 'replace', wall: asked })
      else rememberWall(key, wall)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [key, wall])

  const playing = useMemo(
    () => new Set(wall.places.flatMap((it) => (it.device ? deviceToText(it.device) : []))),
    [wall.places],
  )
  const layout = layoutOf(wall.windows)
  const { first, end } = shownPlaces(wall)
  // By window, not by place: an element that moves in the document stops playing.
  const shown = wall.places
    .map((place, at) => ({ place, at }))
    .slice(first, end)
    .toSorted((a, b) => a.place.window - b.place.window)
  const tracks = `repeat(${layout.side}, minmax(0, 1fr))`

  const play = useCallback((played: DeviceChannel): void => {
    act({ do: 'play', device: played })
    if (matchMedia(NARROW).matches) setIsTreeOpen(false)
  }, [])
  useWallInSight(play)

  return (
    <div className="live" data-tree={isTreeOpen}>
      {isTreeOpen && (
        <DeviceSide site={site} tree={tree} revision={revision} playing={playing} onPlay={play} />
      )}
      <section className="live-stage" aria-label={t('live.wall')}>
        <div
          ref={setWallElement}
          className="live-wall"
          data-windows={layout.windows}
          style={{ gridTemplate: `${tracks} / ${tracks}` }}
        >
          {shown.map(({ place, at }) => {
            const cell = layout.cells[at - first]
            return (
              cell && (
                <Tile
                  key={place.window}
                  wallNumber={number}
                  place={place}
                  at={at}
                  cell={cell}
                  hasTree={isTreeOpen}
                  isSingle={layout.windows === 1}
                  isChosen={at === wall.chosen}
                  isHeard={heard === place.window}
                  device={place.device && device(place.device)}
                  act={act}
                  onSound={() => toggleSound(place)}
                  onNews={setNews}
                  handle={(tile) => {
                    if (tile) tiles.set(at, tile)
                    return () => void tiles.delete(at)
                  }}
                />
              )
            )
          })}
        </div>
        <Toolbar commands={[...commands, sheetCommand(sheetShortcut(t))]} />
      </section>
      <p className="unseen" role="status">
        {news}
      </p>
    </div>
  )
}

/** Answers how to ask that the keyboard's focus goes to the chosen window once it is drawn. */
function useFocusOnChosen(chosen: number, tiles: ReadonlyMap<number, TileHandle>): () => void {
  const [asked, ask] = useReducer((count: number) => count + 1, 0)
  const answered = useRef(0)
  useEffect(() => {
    if (asked > answered.current) tiles.get(chosen)?.focus()
    answered.current = asked
  }, [asked, chosen, tiles])
  return ask
}
