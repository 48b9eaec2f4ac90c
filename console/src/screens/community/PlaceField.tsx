import { coordinatesOf } from '@vedette/contract/community-rules'
import { lazy, type ReactNode, Suspense, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { degreesText } from '../../map/coordinates.ts'
import { findDevices } from '../../map/find-devices.ts'
import { TextField } from '../../ui/Field.tsx'

/** The map comes when it is asked for. */
const PointPicker = lazy(async () => ({ default: (await import('../../map/PointPicker.tsx')).PointPicker }))

interface Props {
  label: string
  fault: string | undefined
  hint?: string
  isRequired: boolean
  /** `lng,lat` */
  value: string
  onChange: (value: string) => void
}

/** Coordinates, typed or chosen on the map. */
export function PlaceField({ value, onChange, ...field }: Props): ReactNode {
  const t = useT()
  const [isPicking, setPicking] = useState(false)
  return (
    <>
      <TextField {...field} value={value} onType={onChange} />
      <button type="button" className="button" onClick={() => setPicking(true)}>
        {t('map.chooseOnMap')}
      </button>
      {isPicking && (
        <Suspense>
          <PointPicker
            title={field.label}
            value={coordinatesOf(value)}
            find={findDevices}
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
