import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import type { Place } from './place.ts'
import { useStateCounts } from './queries.ts'

interface Props {
  place: Place
  go: (change: Partial<Place>) => void
}

const TROUBLE_FIRST = ['', 'offline', 'online', 'sleeping', 'upgrading'] as const

/** How many devices are in each state; pressing one filters. Those without any are left out. */
export function StateCounts({ place, go }: Props): ReactNode {
  const t = useT()
  const counts = useStateCounts(place).data
  return (
    <div className="chips device-states" role="group" aria-label={t('devices.states')}>
      {TROUBLE_FIRST.map((status) => {
        const count = counts?.get(status) ?? 0
        if (count === 0 && status !== '' && status !== place.status) return undefined
        return (
          <button
            key={status}
            type="button"
            className="chip"
            aria-pressed={status === place.status}
            data-state={status || 'all'}
            {...(status === 'offline' ? { 'data-kind': 'danger' } : {})}
            onClick={() => go({ status })}
          >
            {t(status === '' ? 'devices.allStates' : `devices.${status}`)}
            {counts && <b>{t('ui.number', { value: count })}</b>}
          </button>
        )
      })}
    </div>
  )
}
