import './replay.css'

import {
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

import { COVERAGE_PATH, MOST_WINDOWS, type ReplayPlace } from '../../app/replay-address.ts'
import { useCan, useSession } from '../../app/session.ts'
import { wallPathOf } from '../../app/routes.ts'
import { isAdministrator } from '../../app/session-store.ts'
import { useT } from '../../i18n/language.ts'
import { type DeviceChannel, deviceFromText, deviceToText } from '../../ui/device-tree/device-text.ts'
import { useSiteModel } from '../../ui/device-tree/site-model.ts'
import { useSite } from '../../ui/device-tree/use-site.ts'
import { NoCameras } from '../../ui/NoCameras.tsx'
import type { Lock } from '../../ui/lock.ts'
import { useShortcuts } from '../../ui/shortcuts/shortcuts.ts'
import { say } from '../../ui/toasts.ts'
import { UnlockQuestion } from '../../ui/UnlockQuestion.tsx'
import { toggleFullScreen } from '../../ui/window/full-screen.ts'
import { layoutOf, templateOf } from '../../ui/window/layouts.ts'
import { useSide } from '../../ui/use-side.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { useBeyond } from './beyond.ts'
import { type ReplayCommand, replayCommands } from './commands.tsx'
import { Coverage } from './Coverage.tsx'
import { coveredCameras } from '../../ui/coverage/coverage-cells.ts'
import { useDeviceFetch, useDeviceStorage } from './device-storage.ts'
import { downloadRange } from './download.ts'
import { countedIn } from './event-steps.ts'
import { EventLegend } from './EventLegend.tsx'
import { EventList } from './EventList.tsx'
import { useEventBeside, useEvents, useHiddenTypes, useListOpen, useShown } from './events.ts'
import { Exports } from './Exports.tsx'
import { nothingPlayable, useFetchingOn } from './fetching-on.ts'
import { drawnGaps } from './gaps.ts'
import { GoTo } from './GoTo.tsx'
import { useDeck, useFollowing, useGateways, useKeys, useSettling } from './hooks.ts'
import { LockDialog } from './LockDialog.tsx'
import { useLanes, useLocks } from './queries.ts'
import { PastFootage } from './PastFootage.tsx'
import { ReplaySide } from './ReplaySide.tsx'
import { ReplayTile, type TileHandle } from './ReplayTile.tsx'
import { takeSnapshot } from './snapshot.ts'
import { isCovered, unionOf } from '../../ui/coverage/spans.ts'
import type { DrawnLane } from './timeline-draw.ts'
import { holding, viewAround, viewOf } from './timeline-view.ts'
import { Timeline } from './Timeline.tsx'
import { Transport } from './Transport.tsx'
import { filled, laidOut, usePlace } from './use-place.ts'
import { useGapReasons } from './use-gap-reasons.ts'
import { useWallCameras } from './use-wall-cameras.ts'
import { windowCommands } from './window-commands.ts'

const NARROW = '(max-width: 760px)'
const isAnyDevice = (): boolean => true

/** The past of up to nine cameras on one clock. */
export function Replay(): ReactNode {
  const t = useT()
  const site = useSite()
  const { refetch } = site
  const refetchSite = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  const { tree, revision, device } = useSiteModel(site.data, refetchSite, isAnyDevice)
  const gateways = useGateways(site.data?.devices)
  const playable = useRef(nothingPlayable())
  const isSmall = useRef(false)
  const { deck, view, setView, onLink } = useDeck(playable, isSmall)
  const { place, isUnasked, change, show, remove, swap, enlarge } = usePlace(onLink)
  useWallCameras(
    isUnasked,
    tree.deviceCount > 0,
    () => tree.allChannels().filter(({ did }) => !gateways.has(did)),
    change,
  )
  const [isSideOpen, setIsSideOpen] = useSide(NARROW)
  const [isListOpen, setIsListOpen] = useListOpen(NARROW)
  const [dialog, setDialog] = useState<'go' | 'lock' | 'exports' | 'coverage' | 'former' | undefined>(() =>
    location.hash.endsWith(COVERAGE_PATH) ? 'coverage' : undefined,
  )
  const [unlocking, setUnlocking] = useState<readonly Lock[]>([])
  const mayUnlock = useCan('deviceManger', 'deviceConf')
  const isAdmin = useSession(({ user }) => isAdministrator(user))
  const [heard, setHeard] = useState<string | undefined>()
  const [tiles] = useState(() => new Map<number, TileHandle>())
  const [stage, setStage] = useState<HTMLElement | null>(null)
  // Not the state of each window: nine jumps would render the page nine times.
  const isPlaying = useSyncExternalStore(deck.subscribe, () => deck.view.isPlaying)
  const speed = useSyncExternalStore(deck.subscribe, () => deck.view.speed)

  const layout = layoutOf(place.layout)
  const windows = Array.from({ length: place.layout }, (_, i) => place.devices[i])
  const keys = useKeys(windows.filter((it) => it && !gateways.has(it.did)))
  const recorded = useLanes(keys, view)
  const { onDevices, fetching } = useDeviceStorage(keys, view)
  const beyond = useBeyond(deck, { keys, recorded, view, towards: speed > 0 ? 1 : -1 })
  const fromDevice = useFetchingOn(deck, playable, useDeviceFetch(fetching))
  const locks = useLocks(keys)
  const allEvents = useEvents(keys, view)
  const { hidden, toggle } = useHiddenTypes()
  const events = useShown(allEvents, hidden)
  useEffect(() => {
    playable.current = { ...playable.current, recorded, onDevices, fetching }
    // Nine pictures side by side are smaller than their main streams.
    isSmall.current = place.layout === MOST_WINDOWS
    // What was fetched from a device comes in at a moment that stands still.
    for (const [key, spans] of recorded) if (isCovered(spans, deck.atMs)) deck.window(key)?.lookAgain()
  }, [deck, recorded, onDevices, fetching, place.layout])
  // Apart from that: windows that look again would be lost again, and it asked for anew.
  useEffect(() => {
    playable.current.beyond = beyond
  }, [beyond])
  // Before the tiles' own effects, which take the pictures in.
  useLayoutEffect(() => deck.setWindows(keys), [deck, keys])
  useEffect(() => deck.setSound(heard, 1), [deck, heard, keys])
  useFollowing(deck, setView)

  const chosen = windows[place.chosen]
  const nameOf = (it: DeviceChannel | undefined): string => (it ? (device(it)?.name ?? it.did) : '')
  const settle = (): void => change({ atMs: Math.round(deck.atMs) })
  useSettling(isPlaying, settle)
  const seek = (atMs: number, isOver = true): void => {
    deck.seek(atMs)
    if (!isOver) return
    settle()
    setView((before) => holding(before, deck.atMs))
  }
  const goTo = (atMs: number): void => {
    seek(atMs)
    setView((before) => viewAround(deck.atMs, before.toMs - before.fromMs))
  }
  const toEvent = useEventBeside({
    keys,
    hidden,
    atMs: () => deck.atMs,
    found: seek,
    none: () => say('info', t('replay.noEvent')),
  })
  const mark = (which: 'in' | 'out', atMs = deck.atMs): void => change(marked(place, which, Math.round(atMs)))
  const { markInMs, markOutMs } = place
  const markedMs = markInMs !== undefined && markOutMs !== undefined ? markOutMs - markInMs : undefined
  const download = (): void => {
    if (chosen && markInMs !== undefined && markOutMs !== undefined)
      void downloadRange(t, chosen, { fromMs: markInMs, toMs: markOutMs })
  }
  const play = (asked: DeviceChannel, at?: number): void => {
    if (gateways.has(asked.did)) return say('info', t('replay.gateway'))
    show(asked, at)
    if (!isPlaying && keys.length === 0) deck.play()
    if (matchMedia(NARROW).matches) setIsSideOpen(false)
  }

  const playAll = (asked: readonly DeviceChannel[]): void => {
    const cameras = asked.filter(({ did }) => !gateways.has(did))
    if (cameras.length === 0) return say('info', t('replay.gateway'))
    change(filled(cameras))
  }

  const commands: ReplayCommand[] = replayCommands(t, {
    deck,
    isPlaying,
    chosenKey: () => chosen && deviceToText(chosen),
    seek,
    settled: settle,
    mark,
    unmark: () => change({ markInMs: undefined, markOutMs: undefined }),
    zoomToMarks: () => {
      if (markInMs === undefined || markOutMs === undefined) say('info', t('replay.noMarks'))
      else setView(viewOf(markInMs, markOutMs))
    },
    exports: () => setDialog('exports'),
    toEvent,
    snapshot: () => {
      const window = chosen && deck.window(deviceToText(chosen))
      void takeSnapshot(t, chosen, window, deck.atMs, () => tiles.get(place.chosen)?.flash())
    },
    lock: () => chosen && markedMs !== undefined && setDialog('lock'),
    unlock: mayUnlock
      ? () => {
          const own = chosen ? (locks.get(deviceToText(chosen)) ?? []) : []
          const here = own.filter(({ fromMs, toMs }) => fromMs <= deck.atMs && deck.atMs < toMs)
          if (here.length === 0) say('info', t('replay.noLock'))
          setUnlocking(here)
        }
      : undefined,
    goTo: () => setDialog('go'),
    coverage: () => setDialog('coverage'),
    former: isAdmin ? () => setDialog('former') : undefined,
    sound: () => setHeard((it) => (chosen && it !== deviceToText(chosen) ? deviceToText(chosen) : undefined)),
    fullScreen: () => void toggleFullScreen(stage),
    toggleSide: () => setIsSideOpen(!isSideOpen),
    toggleEvents: () => setIsListOpen(!isListOpen),
  })
  useShortcuts(commands)
  useShortcuts(
    windowCommands(t, {
      layout: place.layout,
      chosen: place.chosen,
      stage,
      chosenZoom: () => tiles.get(place.chosen),
      enlarge: () => chosen && enlarge(place.chosen),
      close: () => chosen && remove(place.chosen),
    }),
  )

  const gaps = new Map([...recorded].map(([key, spans]) => [key, drawnGaps(spans, serverNow())]))
  const gapReasons = useGapReasons(gaps, view)
  const drawn = [
    { name: t('replay.allCameras'), spans: unionOf([...recorded.values()]), events: events.ofAll },
    ...keys.flatMap((key): DrawnLane[] => {
      const spans = recorded.get(key) ?? []
      const camera = deviceFromText(key)
      const kept = onDevices.get(key)
      const reasons = gapReasons.get(key)
      const recording = {
        name: nameOf(camera),
        spans,
        gaps: gaps.get(key) ?? [],
        ...(reasons && { gapReasons: reasons }),
        ...(camera && { camera }),
        locked: unionOf((locks.get(key) ?? []).map(({ fromMs, toMs }) => [fromMs, toMs])),
        locks: locks.get(key) ?? [],
        events: events.ofLane.get(key) ?? [],
        isChosen: chosen !== undefined && deviceToText(chosen) === key,
      }
      return kept
        ? [recording, { name: t('replay.deviceStorage'), spans: kept, isOnDevice: true }]
        : [recording]
    }),
  ]
  return (
    <div className="replay" data-side={isSideOpen} data-events={isListOpen}>
      {isSideOpen && (
        <ReplaySide
          site={site}
          tree={tree}
          revision={revision}
          keys={keys}
          atMs={place.atMs ?? deck.atMs}
          onDay={goTo}
          onPlay={play}
          onPlayAll={playAll}
        />
      )}
      <section ref={setStage} className="replay-stage" aria-label={t('replay.windows')}>
        {site.data && tree.deviceCount === 0 && (
          <div className="replay-first">
            <NoCameras drawing="footage" text={t('replay.noCamerasText')} />
          </div>
        )}
        <div
          className="wall replay-walls"
          hidden={site.data && tree.deviceCount === 0}
          data-windows={place.layout}
          style={{ gridTemplate: templateOf(layout) }}
        >
          {windows.map((it, at) => {
            const key = it && deviceToText(it)
            const cell = layout.cells[at]
            return (
              <ReplayTile
                key={at}
                deck={deck}
                at={at}
                {...(cell && { cell })}
                deviceKey={key}
                name={nameOf(it)}
                isGateway={it !== undefined && gateways.has(it.did)}
                recorded={key === undefined ? undefined : recorded.get(key)}
                besideMs={key === undefined ? undefined : beyond.ofKey.get(key)}
                isChosen={at === place.chosen}
                onDevice={key === undefined ? undefined : onDevices.get(key)}
                fetching={key === undefined ? undefined : fetching.get(key)}
                onFetch={() => key && fromDevice.fetch(key)}
                onStopFetch={() => key && fromDevice.stop(key)}
                isHeard={heard !== undefined && heard === key}
                onChoose={() => at !== place.chosen && change({ chosen: at })}
                onClose={() => remove(at)}
                onWall={{
                  onPlay: (dropped) => play(dropped, at),
                  onPlayAll: playAll,
                  onSwap: (from) => swap(from, at),
                  onEnlarge: () => enlarge(at),
                  onSound: () => setHeard(heard === key ? undefined : key),
                }}
                handle={(tile) => {
                  if (tile) tiles.set(at, tile)
                  return () => void tiles.delete(at)
                }}
              />
            )
          })}
        </div>
        <Timeline
          deck={deck}
          view={view}
          lanes={keys.length === 1 ? drawn.slice(1) : drawn}
          stepMs={events.stepMs}
          markInMs={markInMs}
          markOutMs={markOutMs}
          pictureOf={chosen && !gateways.has(chosen.did) ? { ...chosen, name: nameOf(chosen) } : undefined}
          onView={setView}
          onSeek={seek}
          onMark={mark}
        />
        <EventLegend counts={countedIn(allEvents.ofAll, view)} hidden={hidden} onToggle={toggle} />
        <Transport
          deck={deck}
          commands={commands}
          speed={speed}
          layout={place.layout}
          markedMs={chosen && markedMs}
          liveAddress={`#${wallPathOf(window.name)}${chosen ? `?guest=${deviceToText(chosen)}` : ''}`}
          onSpeed={(speed) => deck.setSpeed(speed)}
          onZoom={(length) => setView(viewAround(deck.atMs, length, 0.7))}
          onLayout={(layout) => change(laidOut(place, layout))}
          onDownload={download}
        />
      </section>
      {isListOpen && (
        <EventList
          keys={keys}
          view={view}
          hidden={hidden}
          atMs={place.atMs ?? deck.atMs}
          nameOf={nameOf}
          onOpen={(camera, atMs) => {
            show(camera)
            seek(atMs)
            if (matchMedia(NARROW).matches) setIsListOpen(false)
          }}
          onClose={() => setIsListOpen(false)}
        />
      )}
      {dialog === 'go' && <GoTo atMs={deck.atMs} onGo={goTo} onClose={() => setDialog(undefined)} />}
      {dialog === 'former' && <PastFootage onClose={() => setDialog(undefined)} />}
      {dialog === 'coverage' && (
        <Coverage
          cameras={coveredCameras(site.data?.devices ?? [])}
          onOpen={(camera, atMs) => {
            play(camera)
            goTo(atMs)
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'exports' && (
        <Exports
          cameras={windows.flatMap((it) => (it && !gateways.has(it.did) ? { ...it, name: nameOf(it) } : []))}
          range={markedMs === undefined ? undefined : { fromMs: markInMs ?? 0, toMs: markOutMs ?? 0 }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {chosen && unlocking.length > 0 && (
        <UnlockQuestion did={chosen.did} locks={unlocking} onClose={() => setUnlocking([])} />
      )}
      {dialog === 'lock' && chosen && markInMs !== undefined && markOutMs !== undefined && (
        <LockDialog
          did={chosen.did}
          fromMs={markInMs}
          toMs={markOutMs}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

/** A mark beyond the other one takes that away. */
function marked(place: ReplayPlace, which: 'in' | 'out', atMs: number): Partial<ReplayPlace> {
  const { markInMs, markOutMs } = place
  if (which === 'in')
    return { markInMs: atMs, markOutMs: markOutMs !== undefined && markOutMs > atMs ? markOutMs : undefined }
  return { markOutMs: atMs, markInMs: markInMs !== undefined && markInMs < atMs ? markInMs : undefined }
}
