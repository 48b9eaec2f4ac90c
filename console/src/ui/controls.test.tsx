/** What assistive technology is told of the shared controls, read off their markup. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import { currentT } from '../i18n/language.ts'
import * as sections from '../i18n/sections.ts'
import { addSections } from '../i18n/translate.ts'
import { EmptyState } from './EmptyState.tsx'
import { SelectField, TextField } from './Field.tsx'
import { listed } from './listed.ts'
import { BulkBar } from './table/BulkBar.tsx'
import { type Column, DataTable, type Sort } from './table/DataTable.tsx'
import { DEFAULT_PAGE_SIZE } from './table/pager.ts'
import { Pager } from './table/Pager.tsx'
import { Tabs } from './Tabs.tsx'
import { TaskProgress } from './TaskProgress.tsx'
import { regionNodes } from './tree/region-nodes.ts'
import { Tree } from './tree/Tree.tsx'
import { TreeSelect } from './tree/TreeSelect.tsx'
import { Upload } from './Upload.tsx'

addSections(sections)

const NOTHING = (): void => {}
const REGIONS = [{ GID: 'G1', GroupName: 'Harbour', DeviceCount: 12, OnlineCount: 9, Childs: [] }]

const COLUMNS: readonly Column<string>[] = [
  { key: 'name', head: 'Name', cell: (name) => name, isSortable: true },
]
const SORT: Sort = { key: 'name', isDescending: true }

function markup(element: ReactNode): string {
  return renderToStaticMarkup(element)
}

describe('a shared control', () => {
  it('a table names its rows, says how it is sorted, and shows what to do when it is empty', () => {
    const table = (names: readonly string[]): string =>
      markup(
        <DataTable
          label="Devices"
          columns={COLUMNS}
          rows={names}
          keyOf={(name) => name}
          nameOf={(name) => name}
          empty={<EmptyState title="No devices" text="Add the first one." drawing="camera" />}
          sort={SORT}
          onSort={NOTHING}
          chosen={new Set(['Gate 1'])}
          onChoose={NOTHING}
        />,
      )
    expect(table(['Gate 1', 'Gate 2'])).toContain('Select Gate 1')
    expect(table(['Gate 1', 'Gate 2'])).toContain('aria-sort="descending"')
    expect(table([])).toContain('Add the first one.')
  })

  it('a table whose rows could not be fetched says so and offers another try, not that there are none', () => {
    const table = (isError: boolean): string =>
      markup(
        <DataTable
          label="Devices"
          columns={COLUMNS}
          rows={[]}
          keyOf={String}
          nameOf={String}
          empty="No devices"
          query={{ isError, refetch: NOTHING }}
        />,
      )
    expect(table(false)).toContain('No devices')
    expect(table(true)).not.toContain('No devices')
    expect(table(true)).toContain('Try again')
  })

  it('a pager says the total and where it is', () => {
    const pager = markup(
      <Pager total={12} page={2} pageSize={DEFAULT_PAGE_SIZE} isFetching={false} onTurn={NOTHING} />,
    )
    expect(pager).toContain('12 total')
    expect(pager.match(/aria-current="page"/g)).toHaveLength(1)
  })

  it('a fault is tied to its field', () => {
    const field = markup(
      <TextField label="Name" value="" onType={NOTHING} fault="Give a name" isRequired maxLength={50} />,
    )
    const [, fault] = /id="([^"]+-fault)"/.exec(field) ?? []
    expect(field).toMatch(new RegExp(`aria-describedby="[^"]*${fault}"`))
    expect(field).toContain('aria-invalid="true"')
    const select = markup(
      <SelectField label="Kind" value="b" options={[{ value: 'b', label: 'B' }]} onChoose={NOTHING} />,
    )
    expect(select).toContain('<option value="b" selected="">B</option>')
  })

  it('a question names the first of what it is about, and how many more', () => {
    expect(listed(currentT(), ['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C and 2 more')
  })

  it('a tree tells its ticks and a tree to choose from what is chosen', () => {
    const nodes = regionNodes(REGIONS)
    const tree = markup(
      <Tree label="Regions" nodes={nodes} emptyText="None" checked={new Set(['G1'])} onCheck={NOTHING} />,
    )
    expect(tree).toContain('role="tree"')
    const select = markup(
      <TreeSelect label="Region" nodes={nodes} emptyText="None" value="G1" onChoose={NOTHING} />,
    )
    expect(select).toContain('>Harbour</button>')
  })

  it('tabs, an upload, a bulk bar and a long work say where they are', () => {
    const tabs = markup(
      <Tabs label="Settings" tabs={[{ key: 'a', label: 'A' }]} chosen="a" onChoose={NOTHING}>
        shown
      </Tabs>,
    )
    expect(tabs).toContain('role="tabpanel"')
    const upload = <Upload label="Template" accept=".xlsx" file={undefined} onFiles={NOTHING} />
    expect(markup(upload)).toContain('or drop it here')
    const bar = (
      <BulkBar count={3} onClear={NOTHING}>
        <button type="button">Delete</button>
      </BulkBar>
    )
    expect(markup(bar)).toContain('3 selected')
    const rest = (total: number): string =>
      markup(
        <BulkBar
          count={3}
          rest={{ total, most: 500, onChooseAll: () => Promise.resolve() }}
          onClear={NOTHING}
        >
          {null}
        </BulkBar>,
      )
    expect(rest(40)).toContain('Select all 40')
    expect(rest(700)).toContain('Select the first 500 of 700')
    expect(rest(3)).not.toContain('Select')
    const work = <TaskProgress label="Importing" total={10} done={4} onCancel={NOTHING} />
    expect(markup(work)).toContain('max="10" value="4"')
  })
})
