/** What the page says before there is something to show, read off its markup. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { areaList, placeList } from '@vedette/contract/calls/community'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

import * as sections from '../../i18n/sections.ts'
import { addSections } from '../../i18n/translate.ts'
import { Buildings } from './Buildings.tsx'

// There is no address of a page to make the socket's from.
vi.hoisted(() => vi.stubEnv('VITE_VMS_SOCKET', 'http://127.0.0.1:1'))
addSections(sections)

const AREAS = [areaList.path, { PageSize: 1000 }]
const PLACES = [placeList.path, 'A']
const ONE_AREA = { Total: 1, List: [{ AreaID: 'A', Name: 'Harbour' }] }

/** Undefined is still on its way, an error could not be fetched. */
async function shown(areas: object | undefined, places?: readonly object[] | Error): Promise<string> {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  for (const [queryKey, answer] of [
    [AREAS, areas],
    [PLACES, places],
  ] as const)
    if (answer instanceof Error)
      await queries.prefetchQuery({ queryKey, queryFn: () => Promise.reject(answer) })
    else if (answer) queries.setQueryData(queryKey, answer)
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Buildings />
    </QueryClientProvider>,
  )
}

it('nothing is said to be missing before it is known', async () => {
  for (const page of [await shown(undefined), await shown(ONE_AREA)]) {
    expect(page).toContain('class="skeleton"')
    expect(page).not.toContain('empty-state')
  }
  expect(await shown({ Total: 0, List: [] })).toContain('No residential areas')
  expect(await shown(ONE_AREA, [])).toContain('No buildings')
})

it('areas or buildings that could not be fetched are said to be so, and can be asked for again', async () => {
  const failure = new Error('no network')
  for (const page of [await shown(failure), await shown(ONE_AREA, failure)]) {
    expect(page).toContain('The list could not be loaded')
    expect(page).toContain('Try again')
    expect(page).not.toMatch(/No (?:residential areas|buildings)/)
  }
})
