import { ALARM_STATES, type AlarmState, EVENT_TYPES } from '@vedette/contract/events'
import type { ReactNode } from 'react'

import { stateWordOf, typeWordOf } from '../../app/alarms/event-words.ts'
import { useT } from '../../i18n/language.ts'
import { MultiSelect } from '../../ui/aria/MultiSelect.tsx'
import { CameraThumbnail } from '../../ui/camera-card/CameraThumbnail.tsx'
import { type DayRange, DateRangePicker } from '../../ui/date/DatePicker.tsx'
import { FoldedFilters } from '../../ui/FoldedFilters.tsx'
import { regionNodes } from '../../ui/tree/region-nodes.ts'
import { TreeSelect } from '../../ui/tree/TreeSelect.tsx'
import { useAlarmDevices, useRegionForest } from './queries.ts'

/** `toMs` is not included. */
export interface Hours {
  fromMs: number
  toMs: number
}

export interface Filters {
  /** None is all; so are the devices. */
  types: readonly number[]
  dids: readonly string[]
  gid: string
  days: DayRange | undefined
  /** Some of the hours of those days. */
  hours: Hours | undefined
  reviewed: '' | 'yes' | 'no'
  states: readonly AlarmState[]
}

export const NO_FILTERS: Filters = {
  types: [],
  dids: [],
  gid: '',
  days: undefined,
  hours: undefined,
  reviewed: '',
  states: [],
}

interface Props {
  filters: Filters
  counts: ReadonlyMap<number, number>
  /** Alarms of the devices that have the most. */
  byDevice: ReadonlyMap<string, number>
  timeZone: string
  onChange: (filters: Filters) => void
}

export function AlarmFilters({ filters, counts, byDevice, timeZone, onChange }: Props): ReactNode {
  const t = useT()
  const devices = useAlarmDevices()
  const regions = useRegionForest()
  const change = (some: Partial<Filters>): void => onChange({ ...filters, ...some })
  const { days, hours, dids, gid, states, reviewed } = filters
  // Counted are whole days in any state; with no days chosen only the last one, while the list goes back further.
  const isCounted = days !== undefined && hours === undefined && states.length === 0 && reviewed === ''
  const active = [days, dids[0], gid, states[0], reviewed].filter(Boolean).length
  const toggle = (type: number): void =>
    change({
      types: filters.types.includes(type)
        ? filters.types.filter((it) => it !== type)
        : [...filters.types, type],
    })
  return (
    <>
      <div className="alarm-chips" role="group" aria-label={t('alarms.types')}>
        <button
          type="button"
          className="alarm-chip"
          aria-pressed={filters.types.length === 0}
          onClick={() => change({ types: [] })}
        >
          {t('alarms.allTypes')}
        </button>
        {EVENT_TYPES.map((_, type) => (
          <button
            key={type}
            type="button"
            className="alarm-chip"
            aria-pressed={filters.types.includes(type)}
            onClick={() => toggle(type)}
          >
            {t(typeWordOf(type))} {isCounted && <b>{t('ui.number', { value: counts.get(type) ?? 0 })}</b>}
          </button>
        ))}
      </div>
      <FoldedFilters active={active}>
        <DateRangePicker
          label={t('alarms.time')}
          isBare
          value={filters.days}
          timeZone={timeZone}
          onChange={(days) => change({ days, hours: undefined })}
        />
        <MultiSelect
          label={t('alarms.devices')}
          all={t('alarms.allDevices')}
          options={(devices.data ?? [])
            .map(({ DID, DevName, DevType, GroupName }) => ({
              value: DID,
              label: DevName,
              picture: <CameraThumbnail did={DID} devType={DevType} />,
              count: byDevice.get(DID) ?? 0,
              detail: GroupName,
            }))
            .toSorted((a, b) => b.count - a.count)
            .map(({ count, ...option }) => ({
              ...option,
              ...(isCounted && count > 0 ? { end: t('ui.number', { value: count }) } : {}),
            }))}
          values={filters.dids}
          onChange={(dids) => change({ dids })}
        />
        <TreeSelect
          label={t('alarms.region')}
          isBare
          nodes={[
            { key: '', label: t('alarms.anyRegion'), children: [] },
            ...regionNodes(regions.data ?? []),
          ]}
          emptyText={t('alarms.anyRegion')}
          value={filters.gid}
          onChoose={(gid) => change({ gid })}
        />
        <MultiSelect
          label={t('alarms.state')}
          all={t('alarms.anyState')}
          options={ALARM_STATES.map((state) => ({ value: state, label: t(stateWordOf(state)) }))}
          values={filters.states}
          onChange={(states) => change({ states: ALARM_STATES.filter((state) => states.includes(state)) })}
        />
        <select
          className="input"
          aria-label={t('alarms.reviewed')}
          value={filters.reviewed}
          onChange={({ currentTarget: { value } }) =>
            change({ reviewed: value === 'yes' || value === 'no' ? value : '' })
          }
        >
          <option value="">{t('alarms.anyReviewed')}</option>
          <option value="no">{t('alarms.notReviewed')}</option>
          <option value="yes">{t('alarms.isReviewed')}</option>
        </select>
        {filters !== NO_FILTERS && (
          <button type="button" className="button" onClick={() => onChange(NO_FILTERS)}>
            {t('alarms.clearFilters')}
          </button>
        )}
      </FoldedFilters>
    </>
  )
}
