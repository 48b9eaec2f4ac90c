import type { DeviceMapCounts } from '@vedette/contract/calls/device-map'
import type { ReactNode } from 'react'

import { useLanguage, useT } from '../../i18n/language.ts'
import { afterChip, CHIPS, countOf, isChosen, type MapFilter } from './filter.ts'

interface Props {
  counts: DeviceMapCounts | undefined
  filter: MapFilter
  onFilter: (filter: MapFilter) => void
  onUnplaced: () => void
}

/** Counts of the devices, each of which filters the map. */
export function Chips({ counts, filter, onFilter, onUnplaced }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const numberText = (n: number): string => n.toLocaleString(language)
  return (
    <div className="map-chips map-above" role="group" aria-label={t('map.filter')}>
      {CHIPS.map((chip) => (
        <button
          key={chip}
          type="button"
          className="map-chip"
          data-chip={chip}
          aria-pressed={isChosen(filter, chip)}
          onClick={() => onFilter(afterChip(filter, chip))}
        >
          {t(`map.${chip}`)} <b>{counts ? numberText(countOf(counts, chip)) : '–'}</b>
        </button>
      ))}
      {counts !== undefined && counts.Unplaced > 0 && (
        <button type="button" className="map-chip" data-chip="unplaced" onClick={onUnplaced}>
          {t('map.unplaced')} <b>{numberText(counts.Unplaced)}</b>
        </button>
      )}
    </div>
  )
}
