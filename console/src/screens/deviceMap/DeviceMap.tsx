import './device-map.css'

import { modifiedDeviceLatAndLng } from '@vedette/contract/calls/device-edit'
import type { MapDevice } from '@vedette/contract/calls/device-map'
import { type ReactNode, useCallback, useMemo, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { BaseMap, type MapScene } from '../../map/BaseMap.tsx'
import { clustersOf } from '../../map/clusters.ts'
import { degreesText } from '../../map/coordinates.ts'
import { type LngLat, placeAt, type Size, viewOfAll, type XY } from '../../map/mercator.ts'
import type { FoundPlace } from '../../map/found-place.ts'
import { PlaceSearch } from '../../map/PlaceSearch.tsx'
import { PointPicker } from '../../map/PointPicker.tsx'
import { useMapView } from '../../map/use-map-view.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NoCameras } from '../../ui/NoCameras.tsx'
import { say } from '../../ui/toasts.ts'
import { useUnsaved } from '../../ui/use-unsaved.tsx'
import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'
import { Chips } from './Chips.tsx'
import { Chosen } from './Chosen.tsx'
import { nameOf } from './device-texts.ts'
import { isShown, type MapFilter } from './filter.ts'
import { findPlaces } from './find-place.ts'
import { Lasso } from './Lasso.tsx'
import { type DeviceCluster, Markers } from './Markers.tsx'
import { MarkerCard } from './MarkerCard.tsx'
import { placeInAddress, usePlaceInAddress } from './place-in-address.ts'
import { UndoMove } from './UndoMove.tsx'
import { Unplaced } from './Unplaced.tsx'
import { useAlarmed } from './use-alarmed.ts'
import { useHoverCard } from './use-hover-card.ts'
import { type DevicePin, useMapDevices } from './use-map-devices.ts'
import { type DraftedView, ViewCones } from './ViewCones.tsx'

/** A cluster is zoomed to, but not nearer than this. */
const NEAR_ZOOM = 18
const FOUND_ZOOM = 16

interface Undo {
  /** The device where it was. */
  before: MapDevice
  /** Counts the moves, each of which is offered as long. */
  number: number
}

export function DeviceMap(): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const { devices, pins, counts, isFailed, refresh } = useMapDevices()
  const [linked] = useState(() => placeInAddress(location.hash))
  const state = useMapView(linked.view)
  const [filter, setFilter] = useState<MapFilter>(linked.filter)
  const [moving, setMoving] = useState<MapDevice>()
  const [isListingUnplaced, setIsListingUnplaced] = useState(false)
  const card = useHoverCard(linked.did)
  const alarmed = useAlarmed()
  const mayMove = useCan('deviceManger', 'edit')
  const [undo, setUndo] = useState<Undo>()
  const [isLassoing, setIsLassoing] = useState(false)
  const [chosen, setChosen] = useState<readonly DevicePin[]>([])
  const [drafted, setDrafted] = useState<DraftedView>()
  const unsaved = useUnsaved(drafted?.isChanged ?? false)
  usePlaceInAddress({ view: state.view, filter, did: card.isKept ? card.did : undefined }, (place) =>
    unsaved.ask(() => {
      state.show(place.view)
      setFilter(place.filter)
      if (place.did === undefined) card.close()
      else card.keep(place.did, place.did)
    }),
  )
  const endUndo = useCallback(() => setUndo(undefined), [])

  const step = Math.floor(state.view.zoom)
  const shown = useMemo(() => pins.filter(({ device }) => isShown(device, filter)), [pins, filter])
  const clusters = useMemo(() => clustersOf(shown, step), [shown, step])
  const isOpen = ({ members }: DeviceCluster): boolean => members.some(({ id }) => id === card.openKey)
  const found = clusters.find((it) => it.isOnePoint && isOpen(it))
  // A view that is drawn keeps its card, though further out its marker is part of a cluster.
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  const opened = found ?? (drafted && last && isOpen(last) ? last : undefined)
  const closeCard = (): void => unsaved.ask(card.close)
  const regionWord = t('map.region')
  const find = useCallback(
    async (text: string) => findPlaces(devices ?? [], text, regionWord),
    [devices, regionWord],
  )

  const press = (cluster: DeviceCluster, { size }: MapScene): void => {
    const only = cluster.members.length === 1 ? cluster.key : undefined
    if (cluster.isOnePoint && cluster.key === opened?.key) return card.keep(cluster.key, card.did ?? only)
    if (cluster.isOnePoint) return unsaved.ask(() => card.keep(cluster.key, only))
    state.glide(viewOfAll(cluster.members, size, NEAR_ZOOM))
  }
  const goTo = ({ key, lng, lat }: FoundPlace): void => {
    unsaved.ask(() => {
      setFilter({})
      state.glide({ lng, lat, zoom: Math.max(state.view.zoom, FOUND_ZOOM) })
      if (pins.some(({ id }) => id === key)) card.keep(key, key)
      else card.close()
    })
  }
  const move = async (device: MapDevice, place: LngLat | undefined): Promise<string | undefined> => {
    try {
      const point = { Lng: place?.lng ?? null, Lat: place?.lat ?? null }
      await ask(modifiedDeviceLatAndLng, { DID: device.DID, ...point })
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      return failureText(language, cause)
    }
    await refresh()
    return undefined
  }
  const moveByPicker = async (device: MapDevice, place: LngLat | undefined): Promise<string | undefined> => {
    const failure = await move(device, place)
    if (failure !== undefined) return failure
    say('success', t(place ? 'map.moved' : 'map.cleared', { name: nameOf(device) }))
    if (place) state.glide({ ...place, zoom: state.view.zoom })
    return undefined
  }
  const drop = async (device: MapDevice, { view, size }: MapScene, at: XY): Promise<void> => {
    const before = { ...device }
    const { lng, lat } = placeAt(view, size, at)
    const place = { lng: Number(degreesText(lng)), lat: Number(degreesText(lat)) }
    const failure = await move(device, place)
    if (failure === undefined) setUndo((last) => ({ before, number: (last?.number ?? 0) + 1 }))
    else say('error', failure, undefined, modifiedDeviceLatAndLng.path)
  }
  const putBack = async (before: MapDevice): Promise<void> => {
    setUndo(undefined)
    const failure = await move(before, placeOf(before))
    if (failure !== undefined) say('error', failure, undefined, modifiedDeviceLatAndLng.path)
  }

  return (
    <div className="device-map">
      <BaseMap
        label={t('map.deviceMap')}
        state={state}
        onPress={closeCard}
        controls={
          <>
            <button
              type="button"
              aria-label={t('map.lasso')}
              title={t('map.lasso')}
              aria-pressed={isLassoing}
              disabled={shown.length === 0}
              onClick={() => setIsLassoing(!isLassoing)}
            >
              <svg viewBox="0 0 24 24" className="map-lasso-icon" aria-hidden="true">
                <path d="M12 4c5 0 9 2.2 9 5.5S17 15 12 15s-9-2.2-9-5.5S7 4 12 4zM7 14.5c-1 1.6-.6 3.6 1.5 5.5" />
              </svg>
            </button>
            <ShowAll pins={pins} onView={state.glide} />
          </>
        }
      >
        {(scene) => (
          <>
            <ViewCones clusters={clusters} scene={scene} drafted={drafted} />
            <Markers
              clusters={clusters}
              scene={scene}
              openKey={opened?.key}
              alarmed={alarmed}
              onDrop={mayMove ? (device, at) => drop(device, scene, at) : undefined}
              onHover={(cluster) => card.hover(cluster?.key)}
              onPress={(cluster) => press(cluster, scene)}
            />
            {opened && (
              <MarkerCard
                key={opened.key}
                cluster={opened}
                did={card.did}
                scene={scene}
                isKept={card.isKept}
                onKeep={(did) => card.keep(opened.key, did)}
                onClose={closeCard}
                onLeave={unsaved.ask}
                onHover={(isOver) => card.hover(isOver ? opened.key : undefined)}
                onMove={({ device }) => setMoving(device)}
                onDraft={setDrafted}
                onChanged={refresh}
              />
            )}
            {isLassoing && (
              <Lasso
                pins={shown}
                scene={scene}
                onChoose={(within) => {
                  setChosen(within)
                  setIsLassoing(false)
                }}
                onClose={() => setIsLassoing(false)}
              />
            )}
          </>
        )}
      </BaseMap>
      <div className="map-tools map-above">
        <Chips
          counts={counts}
          filter={filter}
          onFilter={(wanted) => unsaved.ask(() => setFilter(wanted))}
          onUnplaced={() => setIsListingUnplaced(true)}
        />
        <PlaceSearch label={t('map.searchPlace')} find={find} onChoose={goTo} />
        <a className="button map-floors" href="#/floorPlans">
          {t('page.floorPlans')}
        </a>
      </div>
      {isFailed && (
        <div className="map-note map-above">
          <EmptyState drawing="trouble" title={t('map.failed')} text="">
            <button type="button" className="button" onClick={() => void refresh()}>
              {t('map.tryAgain')}
            </button>
          </EmptyState>
        </div>
      )}
      {devices && pins.length === 0 && (
        <div className="map-note map-above">
          {devices.length === 0 ? (
            <NoCameras drawing="map" text={t('map.noDevicesText')} />
          ) : (
            <EmptyState title={t('map.nothingPlaced')} text={t('map.nothingPlacedText')} drawing="map">
              {mayMove && (
                <button
                  type="button"
                  className="button button-primary"
                  onClick={() => setIsListingUnplaced(true)}
                >
                  {t('map.placeDevices')}
                </button>
              )}
            </EmptyState>
          )}
        </div>
      )}
      {chosen.length > 0 && <Chosen chosen={chosen} onMoved={refresh} onClose={() => setChosen([])} />}
      {unsaved.question}
      {undo && (
        <UndoMove
          key={undo.number}
          name={nameOf(undo.before)}
          onUndo={() => void putBack(undo.before)}
          onOver={endUndo}
        />
      )}
      {isListingUnplaced && (
        <Unplaced devices={devices ?? []} onPlace={setMoving} onClose={() => setIsListingUnplaced(false)} />
      )}
      {moving && (
        <PointPicker
          title={t('map.updateOf', { name: nameOf(moving) })}
          value={placeOf(moving)}
          find={find}
          onConfirm={(place) => moveByPicker(moving, place)}
          onClose={() => setMoving(undefined)}
        />
      )}
    </div>
  )
}

function placeOf({ Lng, Lat }: MapDevice): LngLat | undefined {
  return Lng === null || Lat === null ? undefined : { lng: Lng, lat: Lat }
}

interface ShowAllProps {
  pins: readonly XY[]
  onView: (view: ReturnType<typeof viewOfAll>) => void
}

function ShowAll({ pins, onView }: ShowAllProps): ReactNode {
  const t = useT()
  return (
    <button
      type="button"
      aria-label={t('map.showAll')}
      title={t('map.showAll')}
      disabled={pins.length === 0}
      onClick={({ currentTarget }) => {
        const map = currentTarget.closest('.base-map')
        const size: Size = { width: map?.clientWidth ?? 0, height: map?.clientHeight ?? 0 }
        onView(viewOfAll(pins, size, NEAR_ZOOM))
      }}
    >
      ⤢
    </button>
  )
}
