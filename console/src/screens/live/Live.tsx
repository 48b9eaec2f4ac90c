import './live.css'

import { PRESENCE } from '@vedette/contract/devices'
import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { navigate } from 'wouter/use-hash-location'

import { AlarmPopup } from '../../app/alarms/AlarmPopup.tsx'
import { LIVE_PATH } from '../../app/routes.ts'
import type { ScreenProps } from '../../app/screen-props.ts'
import { accountOf, useCan, useSession } from '../../app/session.ts'
import { REPLAY_BEFORE_MS, replayAddress } from '../../app/replay-address.ts'
import { useT } from '../../i18n/language.ts'
import { type DeviceChannel, deviceToText } from '../../ui/device-tree/device-text.ts'
import type { TreeModel } from '../../ui/device-tree/tree-model.ts'
import { NoCameras } from '../../ui/NoCameras.tsx'
import { useShortcuts } from '../../ui/shortcuts/shortcuts.ts'
import { sheetShortcut } from '../../ui/shortcuts/ShortcutSheet.tsx'
import { say } from '../../ui/toasts.ts'
import { useSide } from '../../ui/use-side.ts'
import { DeviceSide } from './DeviceSide.tsx'
import { isTouch, toggleFullScreen } from '../../ui/window/full-screen.ts'
import { FILLED_COUNT, templateOf } from '../../ui/window/layouts.ts'
import { LayoutMenu } from './LayoutMenu.tsx'
import { FIRST_WALL, wallNumberOf } from './other-walls.ts'
import { useWallInSight } from './play-on-wall.ts'
import { popOut } from './pop-out.ts'
import { tilesOf, usePatrolOfWall } from './patrol-of-wall.tsx'
import { PtzSide, useSteering } from './PtzSide.tsx'
import { useTalkOfWall } from './TalkOfWall.tsx'
import { useSite } from '../../ui/device-tree/use-site.ts'
import { useSiteModel } from '../../ui/device-tree/site-model.ts'
import { useWindowMenu } from './use-window-menu.tsx'
import { Tile, type TileHandle } from './Tile.tsx'
import { Toolbar } from './Toolbar.tsx'
import { serverNow } from '../../wire/server-clock.ts'
import { hasPictureInPicture } from '../../player/picture-in-picture.ts'
import { useWallView } from './playback.ts'
import { useAlarmWindow } from './use-alarm-window.ts'
import { useCycle } from './use-cycle.ts'
import { useHeardWindow } from './use-heard-window.ts'
import { useLostCameras } from './use-lost-cameras.ts'
import { useSnapshot } from './use-snapshot.tsx'
import { useWall } from './use-wall.ts'
import { sheetCommand, wallCommands } from './wall-commands.tsx'
import { wallKeyOf } from './wall-memory.ts'
import { layoutOn, shownPlaces, type Wall } from './wall.ts'
import { useSavedWalls } from './walls/use-saved-walls.tsx'

/** Where the tree lies over the wall instead of beside it. */
const NARROW = '(max-width: 760px), (max-height: 480px) and (pointer: coarse)'

/** The wall of the page; with a number in the address, the one in a window of its own. */
export function Live({ parameters }: ScreenProps): ReactNode {
  const number = wallNumberOf(parameters['number'])
  useEffect(() => {
    if (number === undefined) navigate(LIVE_PATH, { replace: true })
  }, [number])
  return number !== undefined && <NumberedWall number={number} />
}

function NumberedWall({ number }: { number: number }): ReactNode {
  const t = useT()
  const account = useSession(accountOf)
  const isPreview = useSession(({ user }) => user?.preview !== undefined)
  const [maySave, mayReplay] = [useCan('realTimeVideo', 'videoScreenshot'), useCan('replay')]
  const mayTurn = useCan('realTimeVideo', 'PTZ')
  const isPoppedOut = number !== FIRST_WALL
  const [isTreeOpen, setIsTreeOpen] = useSide(NARROW, !isPoppedOut)
  const [isSideOpen, setIsSideOpen] = useSide(NARROW, !isPoppedOut)
  const [news, setNews] = useState('')
  const [wallElement, setWallElement] = useState<HTMLElement | null>(null)
  const [tiles] = useState(() => new Map<number, TileHandle>())
  const site = useSite()
  const { refetch } = site
  const refetchSite = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  const { tree, revision, device } = useSiteModel(site.data, refetchSite)
  const online = useMemo(() => onlineOf(tree, revision), [tree, revision])
  const wallKey = wallKeyOf(account, number)
  const [wall, actOnWall] = useWall({ key: wallKey, number, isPreview }, online)
  const { heard, toggleSound } = useHeardWindow(wall, number)
  const focusChosen = useFocusOnChosen(wall.chosen, tiles)
  useLostCameras(wall.places, device, revision)

  const { first, end } = shownPlaces(wall)
  const patrol = usePatrolOfWall({
    tree,
    device,
    wall,
    wallKey,
    first,
    act: actOnWall,
    wallElement,
    refetch: refetchSite,
  })
  const { act, isLocked } = patrol
  const inSight = wall.places.slice(first, end)
  const shown = tilesOf(inSight, first, patrol)
  const playing = new Set(shown.flatMap(({ place }) => (place.device ? deviceToText(place.device) : [])))
  const visible = shown.filter(({ isWarming }) => !isWarming).toSorted((a, b) => a.at - b.at)
  const seen = visible.flatMap(({ place }) => place.device ?? [])
  /** Under patrol the patrol's, not the one that waits beneath. */
  const chosenDevice = visible.find(({ at }) => at === wall.chosen)?.place.device
  const canTurn = (at: number): boolean => {
    const it = wall.places[at]?.device
    return mayTurn && !isLocked(at) && it !== undefined && device(it)?.hasPtz === true
  }
  const hasSide = inSight.some((_, index) => canTurn(first + index))
  const turned = canTurn(wall.chosen) ? wall.places[wall.chosen]?.device : undefined
  const steering = useSteering(turned && deviceToText(turned))

  const chosenPlace = wall.places[wall.chosen]
  const talk = useTalkOfWall(isLocked(wall.chosen) ? undefined : chosenPlace?.device, device)

  const snapshot = useSnapshot({
    picture: () => tiles.get(wall.chosen)?.snapshot(),
    nameOf: (it) => device(it)?.name ?? it.did,
  })
  /** Looks back at all that is in sight, with this one chosen. */
  const replayOf = (dids: readonly DeviceChannel[], device = dids[0]): (() => void) | undefined => {
    const chosen = device ? dids.indexOf(device) : -1
    return mayReplay && chosen >= 0
      ? () => void (location.hash = replayAddress({ dids, chosen, at: serverNow() - REPLAY_BEFORE_MS }))
      : undefined
  }

  const { isCycling, onCycle } = useCycle(wall.chosen, act)
  const savedWalls = useSavedWalls({ number, wall, act, nameOf: (it) => device(it)?.name ?? it.did })
  const { fit } = useWallView()
  const showPictureInPicture = async (): Promise<void> => {
    const isThere = await tiles.get(wall.chosen)?.pictureInPicture()
    if (isThere !== true) say('info', t('live.pictureInPictureNone'))
  }

  const commands = wallCommands(t, {
    wall,
    isOccupied: chosenDevice !== undefined,
    act,
    isTreeOpen,
    onToggleTree: () => setIsTreeOpen(!isTreeOpen),
    isSideOpen,
    onToggleSide: hasSide ? () => setIsSideOpen(!isSideOpen) : undefined,
    onFullScreen: () => void toggleFullScreen(wallElement),
    // A further window would be the person's own session again, not the previewed one.
    onPopOut: isPoppedOut || isPreview ? undefined : () => popOut(t, account, wall, notOn(wall, online)),
    onSound: () =>
      isLocked(wall.chosen) ? say('warning', t('patrol.locked')) : toggleSound(wall.places[wall.chosen]),
    onPatrol: patrol.open,
    isCycling,
    onCycle,
    onSavedWalls: isPreview ? undefined : savedWalls.open,
    onPictureInPicture: hasPictureInPicture() ? () => void showPictureInPicture() : undefined,
    onSnapshot: maySave ? () => void snapshot.take() : undefined,
    onReplay: replayOf(seen),
    focusChosen,
    chosenTile: () => tiles.get(wall.chosen),
  })
  useShortcuts(commands)
  const windowMenu = useWindowMenu(commands, act)

  const layout = layoutOn(wall)
  /** By touch one camera of the wall fills the screen and a finger goes on to the next, so it is the wall that does. */
  const showAlone = (at: number, tile: Element | null): void => {
    const isWhole = isTouch()
    if (isWhole && layout.windows > 1 && !document.fullscreenElement) act({ do: 'enlarge', at })
    void toggleFullScreen(isWhole ? wallElement : tile)
  }
  const afterPlay = useCallback((): void => {
    if (matchMedia(NARROW).matches) setIsTreeOpen(false)
  }, [setIsTreeOpen])
  const play = useCallback(
    (played: DeviceChannel): void => {
      act({ do: 'play', device: played })
      afterPlay()
    },
    [act, afterPlay],
  )
  useWallInSight((played) => {
    // A window that had the focus goes out of sight: the one that is chosen now has it.
    const hadFocus = wallElement?.contains(document.activeElement) === true
    play(played)
    if (hadFocus) focusChosen()
  })
  useAlarmWindow(act, (it) => device(it) !== undefined)
  const playAll = (devices: readonly DeviceChannel[], name: string): void => {
    if (!act({ do: 'fill', devices })) return
    afterPlay()
    const [total, count] = [devices.length, Math.min(devices.length, FILLED_COUNT)]
    say(
      'info',
      count < total ? t('live.playedSome', { name, count, total }) : t('live.playedAll', { name, count }),
      { label: t('ui.undo'), run: () => act({ do: 'replace', wall }) },
    )
  }

  return (
    <div className="live" data-tree={isTreeOpen} data-side={hasSide && isSideOpen}>
      {isTreeOpen && (
        <DeviceSide
          site={site}
          tree={tree}
          revision={revision}
          playing={playing}
          onPlay={play}
          onPlayAll={playAll}
        />
      )}
      <section className="live-stage" aria-label={t('live.wall')}>
        {wall.back && (
          <button
            type="button"
            className="button live-back"
            onClick={() => act({ do: 'enlarge', at: wall.chosen })}
          >
            {t('live.backToWall')} <kbd>Esc</kbd>
          </button>
        )}
        {site.data && tree.deviceCount === 0 && (
          <div className="live-first">
            <NoCameras drawing="camera" />
          </div>
        )}
        <div
          ref={setWallElement}
          className="wall live-wall"
          data-windows={layout.windows}
          data-fit={fit}
          hidden={site.data && tree.deviceCount === 0}
          onContextMenu={windowMenu.open}
          style={{ gridTemplate: templateOf(layout) }}
        >
          {shown.map(({ place, at, isLocked: isUnderPatrol, isWarming }) => {
            const cell = layout.cells[at - first]
            return (
              cell && (
                <Tile
                  key={place.window}
                  wallNumber={number}
                  place={place}
                  at={at}
                  cell={cell}
                  isForAlarms={at === wall.alarmAt && !isUnderPatrol}
                  hasTree={isTreeOpen}
                  isSingle={layout.windows === 1}
                  isChosen={at === wall.chosen && !isUnderPatrol}
                  isStop={at === wall.chosen}
                  isHeard={heard === place.window}
                  isLocked={isUnderPatrol}
                  isWarming={isWarming}
                  device={place.device && device(place.device)}
                  steered={at === wall.chosen ? steering.glass : undefined}
                  talk={at === wall.chosen && !isUnderPatrol ? talk : undefined}
                  act={act}
                  onReplay={place.device && replayOf(seen, place.device)}
                  onSound={() => toggleSound(place)}
                  onFullScreen={(tile) => showAlone(at, tile)}
                  onPlayAll={playAll}
                  onNews={setNews}
                  handle={(tile) => {
                    if (tile && !isWarming) tiles.set(at, tile)
                    return () => void (isWarming || tiles.delete(at))
                  }}
                />
              )
            )
          })}
        </div>
        <Toolbar
          commands={[...commands, sheetCommand(sheetShortcut(t))]}
          camera={
            chosenDevice && {
              key: deviceToText(chosenDevice),
              name: device(chosenDevice)?.name ?? chosenDevice.did,
            }
          }
          layoutMenu={<LayoutMenu wall={wall} act={act} commands={commands} isCycling={isCycling} />}
        >
          {patrol.bar}
        </Toolbar>
        {windowMenu.menu}
        {patrol.dialog}
        {savedWalls.dialog}
        {snapshot.notice}
      </section>
      {hasSide && isSideOpen && (
        <PtzSide device={turned} name={turned ? (device(turned)?.name ?? '') : ''} steering={steering} />
      )}
      <AlarmPopup />
      <p className="unseen" role="status">
        {news}
      </p>
    </div>
  )
}

/** The revision says that the tree has other presences now. */
function onlineOf(tree: TreeModel, _revision: number): DeviceChannel[] {
  return tree
    .allChannels()
    .filter(({ presence }) => presence === PRESENCE.online)
    .map(({ did, channel }) => ({ did, channel }))
}

function notOn({ places }: Wall, devices: readonly DeviceChannel[]): DeviceChannel[] {
  const there = new Set(places.flatMap((it) => (it.device ? deviceToText(it.device) : [])))
  return devices.filter((device) => !there.has(deviceToText(device)))
}

/** Returns how to ask that the keyboard's focus goes to the chosen window once it is drawn. */
function useFocusOnChosen(chosen: number, tiles: ReadonlyMap<number, TileHandle>): () => void {
  const [asked, ask] = useReducer((count: number) => count + 1, 0)
  const answered = useRef(0)
  useEffect(() => {
    if (asked > answered.current) tiles.get(chosen)?.focus()
    answered.current = asked
  }, [asked, chosen, tiles])
  return ask
}
