import type { MapSource } from '@vedette/contract/calls/map'
import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { NO_SOURCE } from './use-map-source.ts'

interface Props {
  sources: readonly MapSource[]
  source: MapSource | undefined
  /** It does not answer. */
  isFailed: boolean
  choose: (name: string) => void
}

/** Whose map is shown, and which others there are. */
export function MapSourceChoice({ sources, source, isFailed, choose }: Props): ReactNode {
  const t = useT()
  if (sources.length === 0) return null
  return (
    <div className="base-map-source map-above">
      <span role="status">{isFailed && source ? t('map.sourceFailed', { name: source.Name }) : ''}</span>
      {source?.Attribution && <small>{source.Attribution}</small>}
      <select
        className="input"
        aria-label={t('map.source')}
        value={source?.Name ?? NO_SOURCE}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {sources.map(({ Name }) => (
          <option key={Name}>{Name}</option>
        ))}
        <option value={NO_SOURCE}>{t('map.landOnly')}</option>
      </select>
    </div>
  )
}
