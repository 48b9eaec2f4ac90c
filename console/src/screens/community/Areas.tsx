import './community.css'

import {
  addArea,
  type Area,
  AreaFields,
  areaList,
  deleteAreas,
  updateArea,
} from '@vedette/contract/calls/community'
import { type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { type Translate, useT } from '../../i18n/language.ts'
import type { MenuAction } from '../../ui/aria/Menu.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { listed } from '../../ui/listed.ts'
import { Listing } from '../../ui/Listing.tsx'
import { BulkBar } from '../../ui/table/BulkBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { NothingListed } from '../../ui/table/NothingListed.tsx'
import { RowEnd } from '../../ui/table/RowEnd.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { SearchField } from '../../ui/table/SearchField.tsx'
import { usePagedSearch } from '../../ui/table/use-paged-search.ts'
import { ask, send } from '../../wire/send.ts'
import { EntrancesForm, EntrancesOf } from './Entrances.tsx'
import { Facts } from './Facts.tsx'
import { FormOptions } from './FormOptions.tsx'
import { DeleteQuestion } from './page-parts.tsx'
import { useListed, useToldCommunity, useValues } from './queries.ts'
import { type Draft, type FieldSpec, RecordForm } from './RecordForm.tsx'
import { useChosen } from './use-chosen.ts'

/** The counts and measures: numbers, empty where they are not known. */
const NUMBERS = [
  'Area',
  'Households',
  'Buildings',
  'Units',
  'SidewalkEntrances',
  'CarEntrances',
  'Police',
] as const

/** Areas deleted by one call. */
const MOST_CHOSEN = 1000

export function Areas(): ReactNode {
  const t = useT()
  const { search, pager, paging, Keyword, toFirstPage } = usePagedSearch()
  const { data, isFetching, isError, refetch } = useListed(areaList, { Keyword, ...paging })
  const changed = useToldCommunity()
  const { text } = useValues()
  const [edited, setEdited] = useState<Area | 'new'>()
  const [deleted, setDeleted] = useState<readonly Area[]>()
  const [viewed, setViewed] = useState<Area>()
  const [guarded, setGuarded] = useState<Area>()
  const [areOptionsOpen, setOptionsOpen] = useState(false)
  const may = {
    add: useCan('residentialArea', 'add'),
    edit: useCan('residentialArea', 'edit'),
    delete: useCan('residentialArea', 'delete'),
  }
  // Anyone who chooses cameras has to see which there are.
  const seesDevices = [useCan('deviceManger'), useCan('realTimeVideo'), useCan('deviceMap')].includes(true)
  const rows = data?.List ?? []
  const chosen = useChosen(rows, ({ AreaID }) => AreaID)
  const chooseAll = async (): Promise<void> =>
    chosen.chooseAll((await send(areaList, { Keyword, PageSize: MOST_CHOSEN })).List)
  const actionsOf = (row: Area): MenuAction[] =>
    [
      { key: 'view', label: t('community.view'), run: () => setViewed(row) },
      may.edit && { key: 'edit', label: t('community.edit'), run: () => setEdited(row) },
      may.edit &&
        seesDevices && {
          key: 'cameras',
          label: t('community.entranceCameras'),
          run: () => setGuarded(row),
        },
      may.delete && {
        key: 'delete',
        label: t('community.delete'),
        isDanger: true,
        run: () => setDeleted([row]),
      },
    ].filter((action) => action !== false)
  const isEmpty = data?.Total === 0 && Keyword === undefined
  const addButton = may.add && (
    <button type="button" className="button button-primary" onClick={() => setEdited('new')}>
      {t('community.addArea')}
    </button>
  )
  return (
    <Listing
      count={data?.Total}
      head={
        <>
          {may.edit && (
            <button type="button" className="button" onClick={() => setOptionsOpen(true)}>
              {t('community.options')}
            </button>
          )}
          {may.delete && (
            <button type="button" className="button" onClick={() => chosen.take(setDeleted)}>
              {t('community.deleteChosen')}
            </button>
          )}
          {!isEmpty && addButton}
        </>
      }
      toolbar={
        <>
          <SearchField label={t('community.searchAreas')} {...search} />
        </>
      }
      foot={<Pager total={data?.Total ?? 0} {...pager} isFetching={isFetching} />}
    >
      <BulkBar
        count={chosen.ids.size}
        rest={
          rows.every(({ AreaID }) => chosen.ids.has(AreaID))
            ? { total: data?.Total ?? 0, most: MOST_CHOSEN, onChooseAll: chooseAll }
            : undefined
        }
        onClear={chosen.clear}
      >
        <span>
          {listed(
            t,
            chosen.rows.map(({ Name }) => Name),
          )}
        </span>
        <button type="button" className="button button-danger" onClick={() => setDeleted(chosen.rows)}>
          {t('community.delete')}
        </button>
      </BulkBar>
      <DataTable
        label={t('community.area')}
        rows={rows}
        keyOf={({ AreaID }) => AreaID}
        nameOf={({ Name }) => Name}
        isLoading={isFetching}
        {...(may.delete ? { chosen: chosen.ids, onChoose: chosen.choose } : {})}
        empty={
          <NothingListed
            failed={{ isSo: isError, title: t('community.loadFailed'), onRetry: () => void refetch() }}
            title={t(Keyword ? 'community.noMatch' : 'community.noAreas')}
            text={t(Keyword ? 'community.changeSearch' : 'community.noAreasText')}
            onClear={Keyword ? () => search.onType('') : undefined}
            drawing="building"
          >
            {addButton}
          </NothingListed>
        }
        columns={[
          { key: 'Name', head: t('community.name'), cell: ({ Name }) => Name },
          { key: 'Type', head: t('community.type'), cell: ({ Type }) => text(Type) },
          { key: 'Address', head: t('community.address'), cell: ({ Address }) => Address },
          { key: 'Company', head: t('community.propertyCompany'), cell: (row) => row.PropertyCompany },
          { key: 'Houses', head: t('community.houses'), cell: ({ Houses }) => Houses, isNumeric: true },
          { key: 'Residents', head: t('community.residents'), cell: (row) => row.Residents, isNumeric: true },
          { key: 'Vehicles', head: t('community.vehicles'), cell: (row) => row.Vehicles, isNumeric: true },
        ]}
        onOpen={setViewed}
        actions={(row) => <RowEnd name={row.Name} actions={actionsOf(row)} />}
      />
      {edited && (
        <AreaForm
          area={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={changed}
        />
      )}
      {deleted && (
        <DeleteQuestion
          names={deleted.map(({ Name }) => Name)}
          onDelete={async () => {
            await ask(deleteAreas, { AreaIDs: deleted.map(({ AreaID }) => AreaID) })
            chosen.clear()
            toFirstPage()
            await changed()
          }}
          onClose={() => setDeleted(undefined)}
        />
      )}
      {viewed && <AreaView area={viewed} onClose={() => setViewed(undefined)} />}
      {guarded && <EntrancesForm area={guarded} onClose={() => setGuarded(undefined)} />}
      {areOptionsOpen && <FormOptions onClose={() => setOptionsOpen(false)} />}
    </Listing>
  )
}

/** All of an area, for anyone who may see the page. */
function AreaView({ area, onClose }: { area: Area; onClose: () => void }): ReactNode {
  const t = useT()
  const { options } = useValues()
  return (
    <Dialog title={area.Name} kind="drawer" onClose={onClose}>
      {() => (
        <div className="dialog-form">
          <Facts fields={fieldsOf(t, options('areaType'), options('street'))} values={draftOf(area)} />
          <EntrancesOf areaId={area.AreaID} />
        </div>
      )}
    </Dialog>
  )
}

interface AreaFormProps {
  /** Undefined for a new one. */
  area: Area | undefined
  onClose: () => void
  onSaved: () => Promise<void>
}

function AreaForm({ area, onClose, onSaved }: AreaFormProps): ReactNode {
  const t = useT()
  const { options } = useValues()
  const bodyOf = (draft: Draft) => ({ ...draft, ...numbersOf(draft) })
  return (
    <RecordForm
      title={area ? t('community.editArea') : t('community.addArea')}
      fields={fieldsOf(t, options('areaType'), options('street'))}
      first={draftOf(area)}
      schema={AreaFields}
      bodyOf={bodyOf}
      onSave={async (draft) => {
        const body = AreaFields.parse(bodyOf(draft))
        await (area ? ask(updateArea, { AreaID: area.AreaID, ...body }) : ask(addArea, body))
        await onSaved()
      }}
      onClose={onClose}
    />
  )
}

function numbersOf(draft: Draft): Record<string, number | null> {
  return Object.fromEntries(
    NUMBERS.map((name) => {
      const text = String(draft[name] ?? '').trim()
      return [name, text === '' ? null : Number(text)]
    }),
  )
}

/** The fields of the form: those of the area that are texts, and its numbers as texts. */
function draftOf(area: Area | undefined): Draft {
  const fields = Object.keys(AreaFields.shape)
  const values: Readonly<Record<string, unknown>> = { ...area }
  return Object.fromEntries(
    fields.map((name) => {
      const value = values[name]
      return [name, typeof value === 'string' || typeof value === 'number' ? String(value) : '']
    }),
  )
}

function fieldsOf(
  t: Translate,
  types: FieldSpec['options'] = [],
  streets: FieldSpec['options'] = [],
): FieldSpec[] {
  const sexes = [
    { value: 'male', label: t('community.male') },
    { value: 'female', label: t('community.female') },
  ]
  const isRequired = true
  return [
    { name: 'Community', label: t('community.communityName'), kind: 'text', isRequired },
    { name: 'Name', label: t('community.areaName'), kind: 'text', isRequired },
    { name: 'Address', label: t('community.address'), kind: 'text', isRequired },
    { name: 'Type', label: t('community.type'), kind: 'choice', options: types, isRequired },
    { name: 'Street', label: t('community.street'), kind: 'choice', options: streets, isRequired },
    {
      name: 'Coordinates',
      label: t('community.coordinates'),
      kind: 'place',
      hint: t('community.coordinatesHint'),
      isRequired,
    },
    { name: 'Buildings', label: t('community.buildings'), kind: 'number', isRequired },
    { name: 'Units', label: t('community.units'), kind: 'number', isRequired },
    { name: 'PropertyCompany', label: t('community.propertyCompany'), kind: 'text', isRequired },
    { name: 'Contact', label: t('community.contact'), kind: 'text', isRequired },
    { name: 'ContactPhone', label: t('community.contactPhone'), kind: 'text', isRequired },
    { name: 'Organisation', label: t('community.organisation'), kind: 'text', isRequired },
    { name: 'Area', label: t('community.areaSize'), kind: 'number' },
    { name: 'Households', label: t('community.households'), kind: 'number' },
    { name: 'SidewalkEntrances', label: t('community.sidewalkEntrances'), kind: 'number' },
    { name: 'CarEntrances', label: t('community.carEntrances'), kind: 'number' },
    { name: 'Police', label: t('community.police'), kind: 'number' },
    { name: 'Officer', label: t('community.officer'), kind: 'text' },
    { name: 'OfficerSex', label: t('community.officerSex'), kind: 'choice', options: sexes },
    { name: 'OfficerPhone', label: t('community.officerPhone'), kind: 'text' },
    { name: 'Introduction', label: t('community.introduction'), kind: 'long' },
  ]
}
