import '../device-map.css'
import './floors.css'

import { removeFloorPlan } from '@vedette/contract/calls/floor-plan'
import { type ReactNode, useEffect, useState } from 'react'

import { useCan } from '../../../app/session.ts'
import { useT } from '../../../i18n/language.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { ask } from '../../../wire/send.ts'
import { FloorForm } from './FloorForm.tsx'
import type { Floor, Place } from './floors.ts'
import { Plan } from './Plan.tsx'
import { useFloors } from './use-floors.ts'

const PATH = '#/floorPlans'

/** Pictures as the maps of regions: the floors of a building as a strip, their devices on them. */
export function FloorPlans(): ReactNode {
  const t = useT()
  const { places, forest, isFailed, refresh } = useFloors()
  const [gid, setGid] = useState(
    () => new URLSearchParams(location.hash.split('?')[1] ?? '').get('floor') ?? '',
  )
  const [edited, setEdited] = useState<Floor | 'new'>()
  const [removed, setRemoved] = useState<Floor>()
  const mayDraw = useCan('deviceManger', 'editGroup')
  const place = places?.find(({ floors }) => floors.some((it) => it.gid === gid)) ?? places?.[0]
  const floor = place?.floors.find((it) => it.gid === gid) ?? place?.floors[0]
  const shown = floor?.gid
  useEffect(() => {
    if (shown !== undefined) history.replaceState(history.state, '', `${PATH}?floor=${shown}`)
  }, [shown])
  const addButton = mayDraw && (
    <button type="button" className="button button-primary" onClick={() => setEdited('new')}>
      {t('map.addPlan')}
    </button>
  )
  return (
    <div className="floors">
      <PageHead>
        <a className="button" href="#/deviceMap">
          {t('map.toMap')}
        </a>
        {floor && mayDraw && (
          <>
            <button type="button" className="button" onClick={() => setEdited(floor)}>
              {t('map.replacePlan')}
            </button>
            <button type="button" className="button" onClick={() => setRemoved(floor)}>
              {t('map.deletePlan')}
            </button>
          </>
        )}
        {places && places.length > 0 && addButton}
      </PageHead>
      {isFailed ? (
        <EmptyState drawing="trouble" title={t('map.plansFailed')} text="">
          <button type="button" className="button" onClick={() => void refresh()}>
            {t('map.tryAgain')}
          </button>
        </EmptyState>
      ) : places?.length === 0 ? (
        <EmptyState title={t('map.noPlans')} text={t('map.noPlansText')} drawing="plan">
          {addButton}
        </EmptyState>
      ) : (
        places &&
        place &&
        floor?.plan && (
          <div className="floors-body">
            <Strip places={places} place={place} floor={floor} onChoose={setGid} />
            <Plan key={floor.gid} plan={floor.plan} />
          </div>
        )
      )}
      {edited && (
        <FloorForm
          forest={forest}
          gid={edited === 'new' ? undefined : edited.gid}
          onSaved={async (saved) => {
            await refresh()
            setGid(saved)
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && (
        <Confirm
          title={t('map.deletePlan')}
          confirmLabel={t('map.deletePlan')}
          isDestructive
          onConfirm={async () => {
            await ask(removeFloorPlan, { GID: removed.gid })
            await refresh()
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('map.deletePlanQuestion', { name: removed.name, count: removed.plan?.Placed ?? 0 })}</p>
        </Confirm>
      )}
    </div>
  )
}

interface StripProps {
  places: readonly Place[]
  place: Place
  floor: Floor
  onChoose: (gid: string) => void
}

/** Which building, and its floors. */
function Strip({ places, place, floor, onChoose }: StripProps): ReactNode {
  const t = useT()
  return (
    <nav className="floors-strip" aria-label={t('map.floors')}>
      <select
        className="input"
        aria-label={t('map.building')}
        value={place.gid}
        onChange={({ currentTarget }) => {
          const next = places.find(({ gid }) => gid === currentTarget.value)?.floors[0]
          if (next) onChoose(next.gid)
        }}
      >
        {places.map(({ gid, path, alarms }) => (
          <option key={gid} value={gid}>
            {path.join(' / ') + (alarms > 0 ? ` (${alarms})` : '')}
          </option>
        ))}
      </select>
      <p className="floors-alarms" data-count={place.alarms}>
        {t('map.openAlarms', { count: place.alarms })}
      </p>
      <ul>
        {place.floors.map((it) => (
          <li key={it.gid}>
            <button
              type="button"
              aria-current={it.gid === floor.gid ? 'true' : undefined}
              onClick={() => onChoose(it.gid)}
            >
              <span>{it.name}</span>
              {it.alarms > 0 && (
                <b className="floors-badge" aria-label={t('map.openAlarms', { count: it.alarms })}>
                  {it.alarms}
                </b>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
