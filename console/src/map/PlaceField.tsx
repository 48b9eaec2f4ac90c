import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'

import { useT } from '../i18n/language.ts'
import { degreesText, pairIn, readPlace } from './coordinates.ts'
import { findDevices } from './find-devices.ts'
import type { LngLat } from './mercator.ts'
import { TextField } from '../ui/Field.tsx'

/** The map comes when it is asked for. */
const PointPicker = lazy(async () => ({ default: (await import('./PointPicker.tsx')).PointPicker }))

interface Props {
  label: string
  /** Title of the picker; defaults to the label. */
  title?: string
  fault: string | undefined
  hint?: string
  isRequired?: boolean
  /** `lng,lat` */
  value: string
  onChange: (value: string) => void
}

/** Coordinates, typed or chosen on the map. */
export function PlaceField({ value, onChange, title, ...field }: Props): ReactNode {
  const t = useT()
  const [isPicking, setPicking] = useState(false)
  const regionWord = t('map.region')
  const find = useCallback(
    (text: string, signal: AbortSignal) => findDevices(text, signal, regionWord),
    [regionWord],
  )
  return (
    <>
      <TextField {...field} value={value} onType={onChange} />
      <button type="button" className="button" onClick={() => setPicking(true)}>
        {t('map.chooseOnMap')}
      </button>
      {isPicking && (
        <Suspense>
          <PointPicker
            title={title ?? field.label}
            value={placeIn(value)}
            find={find}
            onConfirm={(place) => {
              onChange(place ? `${degreesText(place.lng)},${degreesText(place.lat)}` : '')
              return Promise.resolve(undefined)
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function placeIn(text: string): LngLat | undefined {
  const pair = pairIn(text)
  const read = pair && readPlace(pair.lng, pair.lat)
  return read?.kind === 'place' ? read.place : undefined
}
