/** What the pane offers, read off its markup. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { getGroupList } from '@vedette/contract/calls/group'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import * as sections from '../../../i18n/sections.ts'
import { addSections } from '../../../i18n/translate.ts'
import { countBelow, findRegion } from './queries.ts'
import { RegionPane } from './RegionPane.tsx'

addSections(sections)

const node = (GID: string, ...Childs: ReturnType<typeof leaf>[]) => ({ ...leaf(GID), Childs })
const leaf = (GID: string) => ({
  GID,
  GroupName: `Region ${GID}`,
  DeviceCount: 3,
  OnlineCount: 1,
  Childs: [],
})
const FOREST = [node('A', leaf('B'), leaf('C'))]

it('shows the regions, and hides what the person may not do to them', () => {
  const queries = new QueryClient()
  queries.setQueryData([getGroupList.path], FOREST)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <RegionPane chosen="B" onChoose={() => {}} />
    </QueryClientProvider>,
  )
  expect(html).toContain('All regions')
  expect(html).toMatch(/role="tree"[^>]*aria-label="Regions"/)
  expect(html).toContain('Region B')
  for (const hidden of ['Add sub-region', 'Edit region', 'Move region', 'Delete region'])
    expect(html).not.toContain(hidden)
})

it('finds a region wherever it stands and counts what is below it', () => {
  expect(findRegion(FOREST, 'C')?.GroupName).toBe('Region C')
  expect(findRegion(FOREST, 'Z')).toBeUndefined()
  expect(FOREST.map(countBelow)).toEqual([2])
})
