import './community.css'

import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import type { MenuAction } from '../../ui/aria/Menu.tsx'
import { listed } from '../../ui/listed.ts'
import { Listing } from '../../ui/Listing.tsx'
import { BulkBar } from '../../ui/table/BulkBar.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { NothingListed } from '../../ui/table/NothingListed.tsx'
import { RowEnd } from '../../ui/table/RowEnd.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { SearchField } from '../../ui/table/SearchField.tsx'
import type { usePagedSearch } from '../../ui/table/use-paged-search.ts'
import { PersonFacts } from './Facts.tsx'
import { AreaFilter, DeleteQuestion } from './page-parts.tsx'
import type { PeopleKind } from './people-kind.ts'
import { useChosen } from './use-chosen.ts'

interface Props<Row> {
  kind: PeopleKind<Row>
  columns: readonly Column<Row>[]
  paged: ReturnType<typeof usePagedSearch>
  areaId: string
  onArea: (areaId: string) => void
  list: ReturnType<PeopleKind<Row>['useList']>
  may: { add: boolean; edit: boolean; delete: boolean }
  onAdd: () => void
  onEdit: (row: Row) => void
  onDelete: (rows: readonly Row[]) => Promise<unknown>
}

/** People deleted by one call. */
const MOST_CHOSEN = 1000

/** Search, area, table, and what may be done. */
export function PeopleList<Row>(props: Props<Row>): ReactNode {
  const { kind, columns, paged, areaId, onArea, list, may, onAdd, onEdit, onDelete } = props
  const { texts, idOf: keyOf, nameOf, Head, View } = kind
  const t = useT()
  const [deleted, setDeleted] = useState<readonly Row[]>()
  const [viewed, setViewed] = useState<Row>()
  const rows = list.data?.List ?? []
  const chosen = useChosen(rows, keyOf)
  const isFiltered = paged.Keyword !== undefined || areaId !== ''
  const clear = (): void => {
    paged.search.onType('')
    onArea('')
  }
  const chooseAll = async (): Promise<void> => {
    const { Keyword } = paged
    chosen.chooseAll(await kind.fetchAll({ Keyword, AreaID: areaId || undefined, PageSize: MOST_CHOSEN }))
  }
  const actionsOf = (row: Row): MenuAction[] =>
    [
      { key: 'view', label: t('community.view'), run: () => setViewed(row) },
      may.edit && { key: 'edit', label: t('community.edit'), run: () => onEdit(row) },
      may.delete && {
        key: 'delete',
        label: t('community.delete'),
        isDanger: true,
        run: () => setDeleted([row]),
      },
    ].filter((action) => action !== false)
  const addButton = may.add && (
    <button type="button" className="button button-primary" onClick={onAdd}>
      {t(texts.add)}
    </button>
  )
  return (
    <Listing
      count={list.data?.Total}
      head={
        <>
          {Head && <Head areaId={areaId} keyword={paged.Keyword} />}
          {may.delete && (
            <button type="button" className="button" onClick={() => chosen.take(setDeleted)}>
              {t('community.deleteChosen')}
            </button>
          )}
          {!(list.data?.Total === 0 && !isFiltered) && addButton}
        </>
      }
      toolbar={
        <>
          <SearchField label={t(texts.search)} {...paged.search} />
          <AreaFilter value={areaId} onChoose={paged.fromFirstPage(onArea)} />
        </>
      }
      foot={<Pager total={list.data?.Total ?? 0} {...paged.pager} isFetching={list.isFetching} />}
    >
      <BulkBar
        count={chosen.ids.size}
        rest={
          rows.every((row) => chosen.ids.has(keyOf(row)))
            ? { total: list.data?.Total ?? 0, most: MOST_CHOSEN, onChooseAll: chooseAll }
            : undefined
        }
        onClear={chosen.clear}
      >
        <span>{listed(t, chosen.rows.map(nameOf))}</span>
        <button type="button" className="button button-danger" onClick={() => setDeleted(chosen.rows)}>
          {t('community.delete')}
        </button>
      </BulkBar>
      <DataTable
        label={t(texts.label)}
        rows={rows}
        keyOf={keyOf}
        nameOf={nameOf}
        isLoading={list.isFetching}
        {...(may.delete ? { chosen: chosen.ids, onChoose: chosen.choose } : {})}
        empty={
          <NothingListed
            failed={{
              isSo: list.isError,
              title: t('community.loadFailed'),
              onRetry: () => void list.refetch(),
            }}
            title={t(isFiltered ? 'community.noMatch' : texts.none)}
            text={t(isFiltered ? 'community.changeSearch' : texts.noneText)}
            onClear={isFiltered ? clear : undefined}
            drawing={kind.drawing}
          >
            {addButton}
          </NothingListed>
        }
        columns={columns}
        onOpen={setViewed}
        actions={(row) => <RowEnd name={nameOf(row)} actions={actionsOf(row)} />}
      />
      {viewed && (
        <View
          row={viewed}
          facts={<PersonFacts kind={kind} row={viewed} />}
          onClose={() => setViewed(undefined)}
        />
      )}
      {deleted && (
        <DeleteQuestion
          names={deleted.map(nameOf)}
          onDelete={async () => {
            await onDelete(deleted)
            chosen.clear()
            paged.toFirstPage()
          }}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Listing>
  )
}
