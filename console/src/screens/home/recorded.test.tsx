import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { recordCheckWeek } from '@vedette/contract/calls/record-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import * as sections from '../../i18n/sections.ts'
import { addSections } from '../../i18n/translate.ts'
import { worstFirst } from './queries.ts'
import { Recorded } from './Recorded.tsx'

addSections(sections)

function shown(week: object): string {
  const queries = new QueryClient()
  queries.setQueryData([recordCheckWeek.path], { Cameras: 14, Percent: 99.64, Wrong: [], ...week })
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Recorded />
    </QueryClientProvider>,
  )
}

it('says how much of the week is there', () => {
  expect(shown({})).toMatch(
    /99\.6%.*of the planned recording in the last 7 days, 14 cameras.*Nothing was wrong\./,
  )
  expect(shown({ Percent: null })).not.toContain('planned recording')
})

it('cameras of which something is wrong stand first in the calendar, and once', () => {
  const camera = (did: string) => ({ did, channel: 0, name: did })
  const wrong = (DID: string) => ({ DID, Channel: 0, Name: DID, Percent: 40, Hours: { gaps: 1 } })
  expect(worstFirst([camera('A'), camera('B')], [wrong('Z'), wrong('B')])).toEqual(
    ['Z', 'B', 'A'].map(camera),
  )
})
