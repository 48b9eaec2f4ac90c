import { DEVICE_TYPES, devTypeNumber } from '@vedette/contract/devices'
import { memo, type ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { type DayRange, DateRangePicker } from '../../ui/date/DatePicker.tsx'
import { FoldedFilters } from '../../ui/FoldedFilters.tsx'
import { SearchField } from '../../ui/table/SearchField.tsx'
import { regionNodes } from '../../ui/tree/region-nodes.ts'
import { TreeSelect } from '../../ui/tree/TreeSelect.tsx'
import { useRegionForest } from './queries.ts'

export interface Filters {
  keyword: string
  devType: number
  gid: string
  days: DayRange | undefined
}

export const NO_FILTERS: Filters = { keyword: '', devType: 0, gid: '', days: undefined }

interface Props {
  filters: Filters
  timeZone: string
  onChange: (filters: Filters) => void
}

/** Not drawn anew with each picture that is chosen. */
export const AlbumFilters = memo(function AlbumFilters({ filters, timeZone, onChange }: Props): ReactNode {
  const t = useT()
  const regions = useRegionForest()
  const { devType, gid, days } = filters
  const change = (some: Partial<Filters>): void => onChange({ ...filters, ...some })
  return (
    <>
      <SearchField
        label={t('album.search')}
        value={filters.keyword}
        onType={(keyword) => change({ keyword })}
      />
      <FoldedFilters active={[devType, gid, days].filter(Boolean).length}>
        <select
          className="input"
          aria-label={t('album.type')}
          value={filters.devType}
          onChange={({ currentTarget }) => change({ devType: Number(currentTarget.value) })}
        >
          <option value={0}>{t('album.anyType')}</option>
          {DEVICE_TYPES.map((type) => (
            <option key={type} value={devTypeNumber(type)}>
              {t(`devices.${type}`)}
            </option>
          ))}
        </select>
        <TreeSelect
          label={t('album.region')}
          isBare
          nodes={[{ key: '', label: t('album.anyRegion'), children: [] }, ...regionNodes(regions.data ?? [])]}
          emptyText={t('album.anyRegion')}
          value={filters.gid}
          onChoose={(gid) => change({ gid })}
        />
        <DateRangePicker
          label={t('album.time')}
          isBare
          value={filters.days}
          timeZone={timeZone}
          onChange={(days) => change({ days })}
        />
        {filters !== NO_FILTERS && (
          <button type="button" className="button" onClick={() => onChange(NO_FILTERS)}>
            {t('album.clearFilters')}
          </button>
        )}
      </FoldedFilters>
    </>
  )
})
