/** A camera's tours from preset to preset: the platform makes them, this panel starts, stops and edits them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PtzState } from '@vedette/contract/calls/device-message'
import {
  PTZ_DWELL_S,
  PTZ_TOUR_NAME_MAX,
  PTZ_TOUR_STOPS,
  type PtzTour,
  ptzTours,
  removePtzTour,
  savePtzTour,
  startPtzTour,
  stopPtzTour,
} from '@vedette/contract/calls/ptz-tour'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import type { DeviceChannel } from '../../../ui/device-tree/device-text.ts'
import { say } from '../../../ui/toasts.ts'
import { succeeds } from '../../../wire/failure.ts'
import { send } from '../../../wire/send.ts'
import { SignButton } from '../SignButton.tsx'

const FIRST_DWELL_S = 20

const isShort = (presets: readonly string[]): boolean => presets.length < PTZ_TOUR_STOPS.min

interface Props {
  device: DeviceChannel
  /** Undefined while the camera does not tell them: what runs can be stopped all the same. */
  presets: PtzState['Presets'] | undefined
}

export function PtzTours({ device: { did, channel }, presets }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const key = [ptzTours.path, did, channel]
  const at = { DID: did, Channel: channel }
  const tours = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await send(ptzTours, at, { signal })).List,
  })
  const [edited, setEdited] = useState<PtzTour | 'new'>()
  const changed = () => client.invalidateQueries({ queryKey: key })
  const list = tours.data ?? []
  const toggle = ({ TourID, StartedBy }: PtzTour) =>
    succeeds(async () => {
      await (StartedBy === '' ? send(startPtzTour, { ...at, TourID }) : send(stopPtzTour, at))
      await changed()
    })
  const remove = ({ TourID, Name, Presets, DwellS }: PtzTour) =>
    succeeds(async () => {
      await send(removePtzTour, { ...at, TourID })
      await changed()
      const putBack = (): Promise<boolean> =>
        succeeds(async () => {
          await send(savePtzTour, { ...at, Name, Presets, DwellS })
          await changed()
        })
      say(
        'success',
        t('ptz.tourRemoved', { name: Name }),
        isShort(Presets) ? undefined : { label: t('ui.undo'), run: () => void putBack() },
      )
    })
  return (
    <div className="ptz-tours">
      <h3>{t('ptz.tours')}</h3>
      {presets && (
        <p className="ptz-note">
          {t(presets.length < PTZ_TOUR_STOPS.min ? 'ptz.tourNeedsPresets' : 'ptz.tourHint')}
        </p>
      )}
      <ul>
        {list.map((tour) => {
          const isRunning = tour.StartedBy !== ''
          const name = tour.Name
          return (
            <li key={tour.TourID} data-running={isRunning}>
              {(isRunning || !isShort(tour.Presets)) && (
                <SignButton
                  sign={isRunning ? '■' : '▶'}
                  label={isRunning ? t('ptz.tourStop', { name }) : t('ptz.tourStart', { name })}
                  onPress={() => toggle(tour)}
                />
              )}
              <span>
                {name}
                {!isRunning && isShort(tour.Presets) && <small>{t('ptz.tourShort')}</small>}
                {isRunning && (
                  <small role="status" data-away={tour.IsAway}>
                    {t(tour.IsAway ? 'ptz.tourAway' : 'ptz.tourBy', { name: tour.StartedBy })}
                  </small>
                )}
              </span>
              {presets && (
                <SignButton sign="✎" label={t('ptz.tourEdit', { name })} onPress={() => setEdited(tour)} />
              )}
              <SignButton sign="×" label={t('ptz.tourRemove', { name })} onPress={() => remove(tour)} />
            </li>
          )
        })}
      </ul>
      {edited && presets && (
        <TourForm
          key={edited === 'new' ? 'new' : edited.TourID}
          edited={edited === 'new' ? undefined : edited}
          presets={presets}
          onSave={(tour) =>
            succeeds(async () => {
              await send(savePtzTour, { ...at, ...tour })
              say('success', t('ptz.tourSaved', { name: tour.Name }))
              setEdited(undefined)
              await changed()
            })
          }
          onCancel={() => setEdited(undefined)}
        />
      )}
      {!edited && presets && presets.length >= PTZ_TOUR_STOPS.min && (
        <button type="button" className="button" onClick={() => setEdited('new')}>
          {t('ptz.tourNew')}
        </button>
      )}
    </div>
  )
}

interface Wanted {
  TourID?: string
  Name: string
  Presets: string[]
  DwellS: number
}

interface FormProps {
  edited: PtzTour | undefined
  presets: PtzState['Presets']
  onSave: (tour: Wanted) => Promise<unknown>
  onCancel: () => void
}

/** A new tour goes through all presets until some are taken out. */
function TourForm({ edited, presets, onSave, onCancel }: FormProps): ReactNode {
  const t = useT()
  const [name, setName] = useState(edited?.Name ?? '')
  const [stops, setStops] = useState(edited?.Presets ?? presets.map(({ Token }) => Token))
  const [dwellS, setDwellS] = useState(edited?.DwellS ?? FIRST_DWELL_S)
  const nameOf = (token: string): string =>
    presets.find(({ Token }) => Token === token)?.Name ?? t('ptz.tourAnother')
  const [wasSent, setSent] = useState(false)
  const isNamed = name.trim() !== ''
  const areStops = stops.length >= PTZ_TOUR_STOPS.min && stops.length <= PTZ_TOUR_STOPS.max
  const isDwell = Number.isInteger(dwellS) && dwellS >= PTZ_DWELL_S.min && dwellS <= PTZ_DWELL_S.max
  const faultOf = (part: 'name' | 'stops' | 'dwell', isRight: boolean, text: string) => ({
    'aria-invalid': wasSent && !isRight,
    'aria-describedby': `ptz-tour-${part}`,
    said: (
      <p id={`ptz-tour-${part}`} className="fault" role="alert">
        {wasSent && !isRight && text}
      </p>
    ),
  })
  const { said: nameFault, ...nameState } = faultOf('name', isNamed, t('ptz.nameMissing'))
  const { said: stopsFault, ...stopsState } = faultOf(
    'stops',
    areStops,
    t('ptz.tourStopsWrong', PTZ_TOUR_STOPS),
  )
  const { said: dwellFault, ...dwellState } = faultOf('dwell', isDwell, t('ptz.tourDwellWrong', PTZ_DWELL_S))
  const save = (event: FormEvent): void => {
    event.preventDefault()
    setSent(true)
    const own = edited ? { TourID: edited.TourID } : {}
    if (isNamed && areStops && isDwell)
      void onSave({ ...own, Name: name.trim(), Presets: stops, DwellS: dwellS })
  }
  return (
    <form className="ptz-tour" noValidate onSubmit={save}>
      <input
        type="text"
        className="input"
        value={name}
        maxLength={PTZ_TOUR_NAME_MAX}
        placeholder={t('ptz.tourName')}
        aria-label={t('ptz.tourName')}
        {...nameState}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {nameFault}
      <ol aria-label={t('ptz.tourStops')}>
        {stops.map((token, index) => (
          // A place may be passed twice.
          <li key={`${token} ${index}`}>
            <span>{nameOf(token)}</span>
            <SignButton
              sign="×"
              label={t('ptz.tourTakeOut', { name: nameOf(token) })}
              onPress={() => setStops(stops.filter((_, it) => it !== index))}
            />
          </li>
        ))}
      </ol>
      <select
        className="input"
        aria-label={t('ptz.tourAdd')}
        {...stopsState}
        value=""
        onChange={({ currentTarget }) => setStops([...stops, currentTarget.value])}
      >
        <option value="">{t('ptz.tourAdd')}</option>
        {presets.map(({ Token, Name }) => (
          <option key={Token} value={Token}>
            {Name}
          </option>
        ))}
      </select>
      {stopsFault}
      <label className="ptz-line">
        <span>{t('ptz.tourDwell')}</span>
        <input
          type="number"
          className="input"
          min={PTZ_DWELL_S.min}
          max={PTZ_DWELL_S.max}
          {...dwellState}
          value={Number.isNaN(dwellS) ? '' : dwellS}
          onChange={({ currentTarget }) => setDwellS(currentTarget.valueAsNumber)}
        />
      </label>
      {dwellFault}
      <div className="ptz-edit">
        <button type="submit" className="button button-primary">
          {t('ptz.tourSave')}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {t('ui.cancel')}
        </button>
      </div>
    </form>
  )
}
