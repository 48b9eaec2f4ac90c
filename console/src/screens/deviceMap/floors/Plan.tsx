import { type FloorPlan, placeOnFloor } from '@vedette/contract/calls/floor-plan'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { useCan } from '../../../app/session.ts'
import { useLanguage, useT } from '../../../i18n/language.ts'
import { failureText } from '../../../i18n/translate.ts'
import { clamp, type XY } from '../../../map/mercator.ts'
import { DeviceIcon } from '../../../ui/DeviceIcon.tsx'
import { say } from '../../../ui/toasts.ts'
import { CallFailure } from '../../../wire/failure.ts'
import { ask } from '../../../wire/send.ts'
import { requestBase } from '../../../wire/settings.ts'
import { nameOf, stateText } from '../device-texts.ts'
import { DeviceCard } from '../DeviceCard.tsx'
import { isOnline } from '../filter.ts'
import { useAlarmed } from '../use-alarmed.ts'
import { useDrag } from '../use-drag.ts'
import { useMapDevices } from '../use-map-devices.ts'
import { useFloorPlaces } from './use-floors.ts'

type OnMap = NonNullable<ReturnType<typeof useMapDevices>['devices']>[number]

const ZOOMS = [1, 1.5, 2, 3, 4] as const
/** How far an arrow key moves a device, as a part of the picture. */
const STEP = 0.01

/** One plan with its devices: seen and watched, and moved by those who may. */
export function Plan({ plan }: { plan: FloorPlan }): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const { devices = [] } = useMapDevices()
  const { data: placed = [], refetch } = useFloorPlaces(plan.GID)
  const alarmed = useAlarmed()
  const mayPlace = useCan('deviceManger', 'edit')
  const [zoom, setZoom] = useState(0)
  const [openDid, setOpenDid] = useState<string>()
  const picture = useRef<HTMLImageElement>(null)
  /** The one that was just put on the plan has the focus, so arrow keys move it on. */
  const [newDid, setNewDid] = useState<string>()
  const own = devices.filter(({ GID }) => GID === plan.GID)
  const places = new Map(placed.map(({ DID, X, Y }) => [DID, { x: X, y: Y }]))
  const open = own.find(({ DID }) => DID === openDid)
  const off = own.filter(({ DID }) => !places.has(DID))

  const put = async (did: string, at: XY | undefined): Promise<void> => {
    const part = (value: number): number => Math.round(clamp(value, 0, 1) * 10_000) / 10_000
    try {
      await ask(placeOnFloor, { DID: did, X: at ? part(at.x) : null, Y: at ? part(at.y) : null })
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      say('error', failureText(language, cause), undefined, placeOnFloor.path)
    }
    await refetch()
  }
  const drop = (did: string, px: XY): Promise<void> => {
    const { clientWidth: width = 1, clientHeight: height = 1 } = picture.current ?? {}
    return put(did, { x: px.x / width, y: px.y / height })
  }

  return (
    <div className="floors-plan">
      <div className="floors-scroll" tabIndex={0} role="group" aria-label={plan.GroupName}>
        <div className="floors-sheet" style={{ width: `${(ZOOMS[zoom] ?? 1) * 100}%` }}>
          <img ref={picture} src={requestBase + plan.Url} alt={t('map.planOf', { name: plan.GroupName })} />
          {own.map((device) => {
            const at = places.get(device.DID)
            return (
              at && (
                <PlanMarker
                  key={device.DID}
                  device={device}
                  at={at}
                  sizeOf={() => ({
                    x: picture.current?.clientWidth ?? 1,
                    y: picture.current?.clientHeight ?? 1,
                  })}
                  isOpen={device.DID === openDid}
                  isNew={device.DID === newDid}
                  isAlarmed={alarmed.has(device.DID)}
                  onOpen={() => setOpenDid(device.DID)}
                  onDrop={mayPlace ? (px) => drop(device.DID, px) : undefined}
                  onStep={
                    mayPlace ? (by) => void put(device.DID, { x: at.x + by.x, y: at.y + by.y }) : undefined
                  }
                />
              )
            )
          })}
        </div>
      </div>
      <div className="floors-zoom">
        <button
          type="button"
          className="icon-button"
          aria-label={t('map.zoomIn')}
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          +
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t('map.zoomOut')}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          −
        </button>
      </div>
      <aside className="floors-side">
        {open && places.has(open.DID) && (
          <section className="floors-card" aria-label={nameOf(open)}>
            <button
              type="button"
              className="icon-button map-card-close"
              aria-label={t('app.close')}
              onClick={() => setOpenDid(undefined)}
            >
              ×
            </button>
            <DeviceCard
              device={open}
              {...(mayPlace
                ? {
                    move: {
                      label: t('map.takeOffPlan'),
                      run: () => {
                        setOpenDid(undefined)
                        void put(open.DID, undefined)
                      },
                    },
                  }
                : {})}
            />
          </section>
        )}
        <h2>{t('map.notOnPlan', { count: off.length })}</h2>
        <p className="field-hint">{t(mayPlace ? 'map.planHint' : 'map.planReadOnly')}</p>
        <ul className="map-card-list">
          {off.map((device) => (
            <li key={device.DID}>
              <button
                type="button"
                disabled={!mayPlace}
                title={t('map.putOnPlan', { name: nameOf(device) })}
                onClick={() => {
                  setOpenDid(device.DID)
                  setNewDid(device.DID)
                  void put(device.DID, { x: 0.5, y: 0.5 })
                }}
              >
                <DeviceIcon devType={device.DevType} presence={device.Presence} />
                <span>{nameOf(device)}</span>
                <small>{stateText(t, device)}</small>
              </button>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}

interface PlanMarkerProps {
  device: OnMap
  at: XY
  /** The picture's size in px. */
  sizeOf: () => XY
  isOpen: boolean
  isNew: boolean
  isAlarmed: boolean
  onOpen: () => void
  /** Drops it at this point of the picture, in px. */
  onDrop: ((px: XY) => Promise<unknown>) | undefined
  /** Moves it by these parts of the picture: the keyboard's way to drag. */
  onStep: ((by: XY) => void) | undefined
}

const ARROWS: Readonly<Record<string, XY>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

function PlanMarker(props: PlanMarkerProps): ReactNode {
  const { device, at, sizeOf, isOpen, isNew, isAlarmed, onOpen, onDrop, onStep } = props
  const t = useT()
  const { offset, drag, wasDragged } = useDrag(() => {
    const size = sizeOf()
    return { x: at.x * size.x, y: at.y * size.y }
  }, onDrop)
  const marker = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isNew) marker.current?.focus()
  }, [isNew])
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = ARROWS[event.key]
    if (!by || !onStep) return
    event.preventDefault()
    event.stopPropagation()
    onStep(by)
  }
  return (
    <button
      ref={marker}
      type="button"
      className="map-marker floors-marker"
      data-kind="device"
      data-did={device.DID}
      data-online={isOnline(device)}
      data-alarm={isAlarmed}
      data-dragged={offset !== undefined}
      aria-label={`${nameOf(device)}, ${stateText(t, device)}`}
      aria-expanded={isOpen}
      style={{
        left: `${at.x * 100}%`,
        top: `${at.y * 100}%`,
        transform: `translate(${offset?.x ?? 0}px, ${offset?.y ?? 0}px) translate(-50%, -50%)`,
      }}
      onClick={() => {
        if (!wasDragged()) onOpen()
      }}
      onKeyDown={onKeyDown}
      {...drag}
    >
      <DeviceIcon devType={device.DevType} presence={device.Presence} />
    </button>
  )
}
