import type { EventItem } from '@vedette/contract/calls/event'
import { type ReactNode, useMemo } from 'react'

import { typeWordOf } from '../../app/alarms/event-words.ts'
import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Cards } from './Cards.tsx'
import { incidentsOf } from './incidents.ts'

interface Props {
  alarms: readonly EventItem[]
  selected: ReadonlySet<string>
  onToggle: (id: string, isRange: boolean) => void
  onChoose: (selected: ReadonlySet<string>) => void
  onOpen: (id: string) => void
}

/** Alarms of neighbouring cameras under one head, to be handled at once. */
export function Incidents({ alarms, selected, onChoose, ...of }: Props): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const incidents = useMemo(() => incidentsOf(alarms), [alarms])
  return (
    <ol className="alarm-incidents" aria-label={t('alarms.incidents')}>
      {incidents.map(({ key, alarms: some, fromMs, toMs, cameras }) => {
        const [newest] = some
        const ids = some.map(({ CloudEid }) => CloudEid)
        const areAll = ids.every((id) => selected.has(id))
        const place = newest.GroupName || newest.DevName
        const types = [...new Set(some.map(({ Type }) => Type))].map((type) => t(typeWordOf(type)))
        const toggle = (): void => {
          const next = new Set(selected)
          for (const id of ids)
            if (areAll) next.delete(id)
            else next.add(id)
          onChoose(next)
        }
        return (
          <li key={key} className="alarm-incident" data-incident={key}>
            <header className="alarm-incident-head">
              <Checkbox
                isBare
                label={t('alarms.selectIncident', { name: place, time: time.since(fromMs) })}
                state={areAll ? 'checked' : 'none'}
                onCheck={toggle}
              />
              <b>{place}</b>
              <span>
                {time.since(fromMs)}–{time.clock(toMs)}
              </span>
              <span>{t('alarms.incidentOf', { alarms: some.length, cameras })}</span>
              <span>{types.join(', ')}</span>
            </header>
            <Cards alarms={some} selected={selected} {...of} />
          </li>
        )
      })}
    </ol>
  )
}
