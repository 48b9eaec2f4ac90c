import './event-legend.css'

import { EVENT_TYPES } from '@vedette/contract/events'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { EVENT_TOKENS } from './timeline-colours.ts'

interface Props {
  /** How many there are of each type in sight. */
  counts: ReadonlyMap<number, number>
  hidden: ReadonlySet<number>
  onToggle: (type: number) => void
}

/** What the colours on the timeline stand for; pressing one hides or shows its events. */
export function EventLegend({ counts, hidden, onToggle }: Props): ReactNode {
  const t = useT()
  const shown = EVENT_TYPES.flatMap((name, type) =>
    counts.has(type) || hidden.has(type) ? { name, type, count: counts.get(type) ?? 0 } : [],
  )
  if (shown.length === 0) return undefined
  return (
    <div className="chips event-legend" role="group" aria-label={t('replay.eventTypes')}>
      {shown.map(({ name, type, count }) => (
        <button
          key={name}
          type="button"
          className="chip"
          aria-pressed={!hidden.has(type)}
          data-type={name}
          onClick={() => onToggle(type)}
        >
          <i style={{ background: `var(${EVENT_TOKENS[type]})` }} />
          {t(`alarms.${name}`)}
          <b>{t('ui.number', { value: count })}</b>
        </button>
      ))}
    </div>
  )
}
