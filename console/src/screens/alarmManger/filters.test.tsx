import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { EVENT_TYPES } from '@vedette/contract/events'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import * as sections from '../../i18n/sections.ts'
import { addSections } from '../../i18n/translate.ts'
import { AlarmFilters, type Filters, NO_FILTERS } from './Filters.tsx'

addSections(sections)

const DAYS = { from: '2026-03-01', to: '2026-03-02' }

function chipsWith(some: Partial<Filters>): string[] {
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <AlarmFilters
        filters={{ ...NO_FILTERS, ...some }}
        counts={new Map([[0, 12]])}
        byDevice={new Map()}
        timeZone="UTC"
        onChange={() => {}}
      />
    </QueryClientProvider>,
  )
  return [...markup.matchAll(/class="alarm-chip"[^>]*>(.*?)<\/button>/g)].map(([, text = '']) => text.trim())
}

it('every type can be filtered by, also one without alarms in the last day', () => {
  expect(chipsWith({})).toHaveLength(EVENT_TYPES.length + 1)
})

it('a type has its count where the list is of the same days, whatever was done about its alarms', () => {
  expect(chipsWith({ days: DAYS }).slice(0, 3)).toEqual(['All types', 'Motion <b>12</b>', 'Person <b>0</b>'])
  const others: Partial<Filters>[] = [
    {},
    { hours: { fromMs: 0, toMs: 1 } },
    { days: DAYS, hours: { fromMs: 0, toMs: 1 } },
    { days: DAYS, states: ['new'] },
    { days: DAYS, reviewed: 'no' },
  ]
  for (const some of others) expect(chipsWith(some).slice(0, 3)).toEqual(['All types', 'Motion', 'Person'])
})
