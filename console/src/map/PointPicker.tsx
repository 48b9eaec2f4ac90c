import './point-picker.css'

import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../i18n/language.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { BaseMap } from './BaseMap.tsx'
import { degreesText, pairIn, PLACE_FAULTS, readPlace } from './coordinates.ts'
import { type LngLat, MAP_DEFAULT_CENTRE, MAP_DEFAULT_ZOOM, worldOf } from './mercator.ts'
import type { FoundPlace } from './found-place.ts'
import { PlaceSearch } from './PlaceSearch.tsx'
import { useMapView } from './use-map-view.ts'

interface Props {
  title: string
  /** Undefined for what has no place yet. */
  value: LngLat | undefined
  find: (text: string, signal: AbortSignal) => Promise<readonly FoundPlace[]>
  /** Undefined clears the place. Resolves to what hinders it, or to undefined when it is done. */
  onConfirm: (place: LngLat | undefined) => Promise<string | undefined>
  onClose: () => void
}

/** Chooses a point of the map: section 2, "Map point picker". */
export function PointPicker({ title, value, find, onConfirm, onClose }: Props): ReactNode {
  const t = useT()
  const first = value ?? MAP_DEFAULT_CENTRE
  const state = useMapView({ ...first, zoom: MAP_DEFAULT_ZOOM })
  const [kept] = useState({
    lng: value ? degreesText(value.lng) : '',
    lat: value ? degreesText(value.lat) : '',
  })
  const [lng, setLng] = useState(kept.lng)
  const [lat, setLat] = useState(kept.lat)
  const [isTried, setIsTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const read = readPlace(lng, lat)
  const faultAt = (field: 'lng' | 'lat'): string | undefined => {
    if (read.kind !== 'fault' || read.field !== field) return undefined
    // Half a place is no fault while it is typed.
    return isTried || read.fault !== 'half' ? t(PLACE_FAULTS[read.fault]) : undefined
  }

  const put = (place: LngLat): void => {
    setLng(degreesText(place.lng))
    setLat(degreesText(place.lat))
  }
  const go = (place: LngLat): void => {
    put(place)
    state.glide({ lng: place.lng, lat: place.lat, zoom: Math.max(state.view.zoom, MAP_DEFAULT_ZOOM) })
  }
  /** Whole coordinates that are pasted into one field fill both. */
  const type = (text: string, set: (text: string) => void): void => {
    const pair = pairIn(text)
    if (!pair) return set(text)
    setLng(pair.lng)
    setLat(pair.lat)
  }
  const save = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    setIsTried(true)
    if (read.kind === 'fault') return
    setIsBusy(true)
    const hindered = await onConfirm(read.kind === 'place' ? read.place : undefined)
    setIsBusy(false)
    setRefusal(hindered)
    if (hindered === undefined) close()
  }
  return (
    <Dialog title={title} kind="wide" isUnsaved={lng !== kept.lng || lat !== kept.lat} onClose={onClose}>
      {(close) => (
        <form
          className="point-picker"
          noValidate
          aria-busy={isBusy}
          onSubmit={(event) => void save(event, close)}
        >
          <PlaceSearch label={t('map.searchPlace')} find={find} onChoose={go} />
          <div className="point-picker-map">
            <BaseMap label={t('map.picker')} state={state} onDoublePress={put}>
              {({ put: placed }) => {
                if (read.kind !== 'place') return null
                const { x, y } = placed(worldOf(read.place))
                return (
                  <svg className="map-pin" viewBox="0 0 24 32" style={{ left: x, top: y }} aria-hidden="true">
                    <path d="M12 31C5 21 2 16 2 11.5a10 10 0 0 1 20 0C22 16 19 21 12 31Z" />
                    <circle cx="12" cy="11.5" r="3.5" />
                  </svg>
                )
              }}
            </BaseMap>
          </div>
          <p className="field-hint">{t('map.pickerHint')}</p>
          <div className="point-picker-fields">
            <TextField
              label={t('map.longitude')}
              inputMode="decimal"
              value={lng}
              onType={(text) => type(text, setLng)}
              onBlur={() => read.kind === 'place' && state.glide({ ...read.place, zoom: state.view.zoom })}
              fault={faultAt('lng')}
            />
            <TextField
              label={t('map.latitude')}
              inputMode="decimal"
              value={lat}
              onType={(text) => type(text, setLat)}
              onBlur={() => read.kind === 'place' && state.glide({ ...read.place, zoom: state.view.zoom })}
              fault={faultAt('lat')}
            />
            <div className="point-picker-mend">
              {read.kind === 'fault' && read.fault === 'swapped' && (
                <button
                  type="button"
                  className="button"
                  onClick={() => {
                    setLng(lat)
                    setLat(lng)
                  }}
                >
                  {t('map.swap')}
                </button>
              )}
              <button
                type="button"
                className="button"
                disabled={lng === '' && lat === ''}
                onClick={() => {
                  setLng('')
                  setLat('')
                }}
              >
                {t('map.clear')}
              </button>
            </div>
          </div>
          <FormEnd fault={refusal} isBusy={isBusy} submit={t('ui.confirm')} onCancel={close} />
        </form>
      )}
    </Dialog>
  )
}
