import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { recordStorage } from '@vedette/contract/calls/record'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import * as sections from '../../i18n/sections.ts'
import { addSections } from '../../i18n/translate.ts'
import { Storage } from './Storage.tsx'

addSections(sections)

const FINE = {
  State: 'ok',
  Reason: '',
  Since: 0,
  UsedBytes: 5e9,
  LimitBytes: 1e10,
  FreeBytes: 5e9,
  ForecastDays: 22,
  Clock: 'trusted',
  ClockAheadMs: 0,
  EvidenceKey: 'AB:CD',
}

function shown(storage: object): string {
  const queries = new QueryClient()
  queries.setQueryData([recordStorage.path, 'home'], { ...FINE, ...storage })
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Storage />
    </QueryClientProvider>,
  )
}

it('names the key that signs evidence', () => {
  expect(shown({})).toContain('Fingerprint of the key that signs evidence: AB:CD')
})
