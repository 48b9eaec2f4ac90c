/** Patrols under names, above the choice of a new one: taken over, saved, shared, put on a schedule, deleted. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  patrolTours,
  type PatrolTour,
  removePatrolTour,
  savePatrolTour,
} from '@vedette/contract/calls/patrol'
import { type ReactNode, useState } from 'react'

import { useSession } from '../../../app/session.ts'
import { useT } from '../../../i18n/language.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { useSaved } from '../../../ui/Dialog.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { say } from '../../../ui/toasts.ts'
import { succeeds } from '../../../wire/failure.ts'
import { send } from '../../../wire/send.ts'
import type { PatrolDevice } from './patrol.ts'

export function usePatrolTours() {
  return useQuery({
    queryKey: [patrolTours.path],
    queryFn: async ({ signal }) => (await send(patrolTours, {}, { signal })).List,
  })
}

const DAYS = [1, 2, 3, 4, 5, 6, 0] as const
const FIRST_SCHEDULE = { Days: [] as number[], From: '22:00', To: '06:00' }
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

interface Props {
  /** What the form has now; undefined while it is not whole. */
  patrol: { devices: readonly PatrolDevice[]; intervalS: number; start: number } | undefined
  onTake: (tour: PatrolTour) => void
}

export function Tours({ patrol, onTake }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const tours = usePatrolTours()
  const role = useSession(({ user }) => user?.currentCompany.Role ?? '')
  const [chosenId, setChosenId] = useState('')
  const [deleted, setDeleted] = useState<PatrolTour>()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [schedule, setSchedule] = useState(FIRST_SCHEDULE)
  const [isTried, setTried] = useState(false)
  const list = tours.data ?? []
  const chosen = list.find(({ TourID }) => TourID === chosenId)
  const changed = () => client.invalidateQueries({ queryKey: [patrolTours.path] })
  const isClock = CLOCK.test(schedule.From) && CLOCK.test(schedule.To)

  const take = (id: string): void => {
    const tour = list.find(({ TourID }) => TourID === id)
    setChosenId(id)
    if (!tour) return
    setName(tour.IsOwn ? tour.Name : '')
    setShared(tour.RoleID !== '')
    setSchedule(tour.Schedule)
    onTake(tour)
  }
  const saved = useSaved()
  const save = async (): Promise<void> => {
    setTried(true)
    if (name.trim() === '' || !patrol || patrol.devices.length === 0 || !isClock) return
    await succeeds(async () => {
      const { TourID } = await send(savePatrolTour, {
        // Under the same name it takes the place of what was chosen.
        ...(chosen?.IsOwn && chosen.Name === name.trim() ? { TourID: chosen.TourID } : {}),
        ...(isShared ? { RoleID: role } : {}),
        Name: name,
        Devices: patrol.devices.map(({ did, channel }) => ({ DID: did, Channel: channel })),
        IntervalS: patrol.intervalS,
        Start: patrol.start,
        Schedule: schedule,
      })
      setChosenId(TourID)
      saved()
      setTried(false)
      say('success', t('patrol.tourSaved', { name: name.trim() }))
      await changed()
    })
  }
  const remove = (tour: PatrolTour) =>
    succeeds(async () => {
      await send(removePatrolTour, { TourID: tour.TourID })
      setChosenId('')
      setDeleted(tour)
      await changed()
    })
  const putBack = ({ Name, RoleID, Devices, IntervalS, Start, Schedule }: PatrolTour) =>
    succeeds(async () => {
      await send(savePatrolTour, {
        ...(RoleID ? { RoleID } : {}),
        Name,
        Devices,
        IntervalS,
        Start,
        Schedule,
      })
      setDeleted(undefined)
      await changed()
    })
  return (
    <>
      {list.length > 0 && (
        <SelectField
          label={t('patrol.tour')}
          value={chosenId}
          options={[
            { value: '', label: t('patrol.tourNone') },
            ...list.map(({ TourID, Name, IsOwn, Owner }) => ({
              value: TourID,
              label: IsOwn ? Name : t('patrol.tourFrom', { name: Name, owner: Owner }),
            })),
          ]}
          onChoose={take}
        />
      )}
      {chosen?.IsOwn && (
        <p>
          <button type="button" className="button" onClick={() => void remove(chosen)}>
            {t('patrol.tourRemove', { name: chosen.Name })}
          </button>
        </p>
      )}
      {deleted && (
        <p role="status" className="patrol-undo">
          {t('patrol.tourRemoved', { name: deleted.Name })}
          <button type="button" className="button" onClick={() => void putBack(deleted)}>
            {t('ui.undo')}
          </button>
        </p>
      )}
      <details
        className="patrol-tour"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
          // It saves the tour rather than begins the patrol.
          event.preventDefault()
          void save()
        }}
      >
        <summary>{t('patrol.tourSave')}</summary>
        <TextField
          label={t('walls.name')}
          maxLength={50}
          value={name}
          onType={setName}
          fault={isTried && name.trim() === '' ? t('walls.nameMissing') : undefined}
        />
        <Checkbox label={t('patrol.tourShare')} state={isShared ? 'checked' : 'none'} onCheck={setShared} />
        <fieldset className="patrol-days">
          <legend>{t('patrol.schedule')}</legend>
          {DAYS.map((day) => (
            <Checkbox
              key={day}
              label={t(`patrol.day${day}`)}
              state={schedule.Days.includes(day) ? 'checked' : 'none'}
              onCheck={(isOn) =>
                setSchedule({
                  ...schedule,
                  Days: isOn ? [...schedule.Days, day] : schedule.Days.filter((it) => it !== day),
                })
              }
            />
          ))}
        </fieldset>
        {schedule.Days.length > 0 &&
          (['From', 'To'] as const).map((end) => (
            <TextField
              key={end}
              label={t(`patrol.schedule${end}`)}
              placeholder="22:00"
              value={schedule[end]}
              onType={(value) => setSchedule({ ...schedule, [end]: value })}
              fault={isTried && !CLOCK.test(schedule[end]) ? t('patrol.clockFault') : undefined}
            />
          ))}
        <p className="field-hint">{t('patrol.scheduleHint')}</p>
        {isTried && (!patrol || patrol.devices.length === 0) && (
          <p className="fault" role="alert">
            {t('patrol.tourWhole')}
          </p>
        )}
        <button type="button" className="button" onClick={() => void save()}>
          {t('ui.save')}
        </button>
      </details>
    </>
  )
}
