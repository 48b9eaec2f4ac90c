import { batchChangeGroup } from '@vedette/contract/calls/device-edit'
import { getGroupList } from '@vedette/contract/calls/group'
import { MOST_TOUR_DEVICES, savePatrolTour, TOUR_NAME_MAX } from '@vedette/contract/calls/patrol'
import { hasVideo } from '@vedette/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { say } from '../../ui/toasts.ts'
import { regionNodes } from '../../ui/tree/region-nodes.ts'
import { TreeSelect } from '../../ui/tree/TreeSelect.tsx'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import { ask, send } from '../../wire/send.ts'
import { PLACE_COUNT, wallAddressOf } from '../live/index.ts'
import { limitText } from './chosen-limits.ts'
import type { DevicePin } from './use-map-devices.ts'

interface Props {
  chosen: readonly DevicePin[]
  onMoved: () => Promise<unknown>
  onClose: () => void
}

/** What can be done with devices that were chosen on the map. */
export function Chosen({ chosen, onMoved, onClose }: Props): ReactNode {
  const t = useT()
  const mayWatch = useCan('realTimeVideo')
  const mayMove = useCan('deviceManger', 'edit')
  const [doing, setDoing] = useState<'patrol' | 'region'>()
  const cameras = useMemo(
    () => chosen.filter(({ device }) => hasVideo(device.DevType)).map(({ id }) => ({ did: id, channel: 0 })),
    [chosen],
  )
  return (
    <div className="map-chosen map-above" role="group" aria-label={t('map.chosenDevices')}>
      <b>{t('map.chosen', { count: chosen.length })}</b>
      {mayWatch && (
        <>
          <button
            type="button"
            className="button"
            disabled={cameras.length === 0}
            onClick={() => {
              const limit = limitText(t, { windows: PLACE_COUNT }, cameras.length)
              if (limit !== undefined) say('warning', limit)
              location.hash = wallAddressOf(cameras)
            }}
          >
            {t('map.openWall')}
          </button>
          <button
            type="button"
            className="button"
            disabled={cameras.length === 0}
            onClick={() => setDoing('patrol')}
          >
            {t('map.makePatrol')}
          </button>
        </>
      )}
      {mayMove && (
        <button type="button" className="button" onClick={() => setDoing('region')}>
          {t('map.moveToRegion')}
        </button>
      )}
      <button type="button" className="icon-button" aria-label={t('app.close')} onClick={onClose}>
        ×
      </button>
      {doing === 'patrol' && (
        <PatrolForm cameras={cameras.map(({ did }) => did)} onClose={() => setDoing(undefined)} />
      )}
      {doing === 'region' && (
        <RegionForm
          dids={chosen.map(({ id }) => id)}
          onMoved={async () => {
            await onMoved()
            onClose()
          }}
          onClose={() => setDoing(undefined)}
        />
      )}
    </div>
  )
}

const FIRST_INTERVAL_S = 15
/** Started by hand. */
const NO_SCHEDULE = { Days: [], From: '00:00', To: '00:00' }

function PatrolForm({ cameras, onClose }: { cameras: readonly string[]; onClose: () => void }): ReactNode {
  const t = useT()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [name, setName] = useState('')
  const [interval, setInterval] = useState(String(FIRST_INTERVAL_S))
  const limit = limitText(t, 'patrol', cameras.length)
  const save = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    if (name.trim() === '') return setFaults({ Name: t('devices.required') })
    const Devices = cameras.slice(0, MOST_TOUR_DEVICES).map((DID) => ({ DID, Channel: 0 }))
    const isSaved = await attempt(['Name', 'IntervalS'], () =>
      ask(savePatrolTour, {
        Name: name,
        Devices,
        IntervalS: Number(interval),
        Start: 1,
        Schedule: NO_SCHEDULE,
      }),
    )
    if (!isSaved) return
    say('success', t('map.patrolMade', { name: name.trim() }))
    close()
  }
  return (
    <Dialog title={t('map.makePatrol')} onClose={onClose}>
      {(close) => (
        <form
          className="dialog-form"
          noValidate
          aria-busy={isBusy}
          onSubmit={(event) => void save(event, close)}
        >
          <p>{t('map.patrolOf', { count: Math.min(cameras.length, MOST_TOUR_DEVICES) })}</p>
          {limit !== undefined && <p className="field-hint">{limit}</p>}
          <TextField
            label={t('map.patrolName')}
            isRequired
            maxLength={TOUR_NAME_MAX}
            value={name}
            onType={setName}
            fault={faults['Name']}
          />
          <TextField
            label={t('map.patrolInterval')}
            isRequired
            inputMode="numeric"
            value={interval}
            onType={setInterval}
            fault={faults['IntervalS']}
          />
          <FormEnd fault={faults['']} isBusy={isBusy} submit={t('ui.save')} onCancel={close} />
        </form>
      )}
    </Dialog>
  )
}

interface RegionFormProps {
  dids: readonly string[]
  onMoved: () => Promise<unknown>
  onClose: () => void
}

function RegionForm({ dids, onMoved, onClose }: RegionFormProps): ReactNode {
  const t = useT()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [gid, setGid] = useState<string>()
  const { data } = useQuery({
    queryKey: [getGroupList.path],
    queryFn: ({ signal }) => send(getGroupList, {}, { signal }),
  })
  const nodes = useMemo(() => regionNodes(data?.List ?? []), [data])
  const save = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    if (gid === undefined) return setFaults({ GID: t('devices.regionRequired') })
    const limit = limitText(t, 'region', dids.length)
    if (limit !== undefined) return setFaults({ '': limit })
    const isMoved = await attempt(['GID'], () => ask(batchChangeGroup, { DIDs: [...dids], GID: gid }))
    if (!isMoved) return
    say('success', t('map.movedToRegion', { count: dids.length }))
    close()
    await onMoved()
  }
  return (
    <Dialog title={t('map.moveToRegion')} onClose={onClose}>
      {(close) => (
        <form
          className="dialog-form"
          noValidate
          aria-busy={isBusy}
          onSubmit={(event) => void save(event, close)}
        >
          <p>{t('map.chosen', { count: dids.length })}</p>
          <TreeSelect
            label={t('map.region')}
            isRequired
            nodes={nodes}
            emptyText={t('devices.noRegions')}
            value={gid}
            onChoose={setGid}
            fault={faults['GID']}
          />
          <FormEnd fault={faults['']} isBusy={isBusy} submit={t('map.moveToRegion')} onCancel={close} />
        </form>
      )}
    </Dialog>
  )
}
