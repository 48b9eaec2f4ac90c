import { type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { usePagedSearch } from '../../ui/table/use-paged-search.ts'
import type { PeopleKind } from './people-kind.ts'
import { PeopleList } from './PeopleList.tsx'
import { useToldCommunity, useValues } from './queries.ts'
import { type Draft, RecordForm } from './RecordForm.tsx'

interface Edited {
  /** Undefined for a new one. */
  id: string | undefined
  first: Draft
}

/** The page of residents, or that of vehicles: list and form. */
export function PeoplePage<Row>({ kind }: { kind: PeopleKind<Row> }): ReactNode {
  const t = useT()
  const paged = usePagedSearch()
  const [areaId, setArea] = useState('')
  const list = kind.useList({ Keyword: paged.Keyword, AreaID: areaId || undefined, ...paged.paging })
  const changed = useToldCommunity()
  const { text } = useValues()
  const [edited, setEdited] = useState<Edited>()
  const isPersonal = useCan(kind.page, 'personalData')
  const may = {
    add: useCan(kind.page, 'add'),
    edit: useCan(kind.page, 'edit'),
    delete: useCan(kind.page, 'delete'),
  }
  const edit = async (row: Row): Promise<void> => {
    const id = kind.idOf(row)
    const hidden = Object.fromEntries(kind.numbers.map((name) => [name, '']))
    const numbers = isPersonal ? await kind.readNumbers(id) : hidden
    setEdited({ id, first: { ...kind.draftOf(row), ...numbers } })
  }
  return (
    <>
      <PeopleList
        kind={kind}
        columns={kind.columns(t, text)}
        paged={paged}
        areaId={areaId}
        onArea={setArea}
        list={list}
        may={may}
        onAdd={() => setEdited({ id: undefined, first: kind.draftOf(undefined) })}
        onEdit={(row) => void edit(row).catch(() => undefined)}
        onDelete={async (rows) => {
          await kind.remove(rows.map(kind.idOf))
          await changed()
        }}
      />
      {edited && (
        <PeopleForm
          kind={kind}
          edited={edited}
          isPersonal={isPersonal || edited.id === undefined}
          onClose={() => setEdited(undefined)}
          onSaved={changed}
        />
      )}
    </>
  )
}

interface FormProps<Row> {
  kind: PeopleKind<Row>
  edited: Edited
  /** May read, and so change, numbers of documents and phones. */
  isPersonal: boolean
  onClose: () => void
  onSaved: () => Promise<void>
}

function PeopleForm<Row>({ kind, edited: { id, first }, isPersonal, onClose, onSaved }: FormProps<Row>) {
  const t = useT()
  const { options } = useValues()
  const { schema, send } = id === undefined ? kind.add : kind.update
  const bodyOf = (draft: Draft) => {
    const [AreaID, HouseID] = String(draft['HouseID'] ?? '').split('/')
    const unread = kind.numbers.filter((name) => !isPersonal && !draft[name])
    const body = Object.fromEntries(Object.entries(draft).filter(([name]) => !unread.includes(name)))
    return { ...body, AreaID, HouseID, ...(id === undefined ? {} : { [kind.update.idName]: id }) }
  }
  return (
    <RecordForm
      title={t(id === undefined ? kind.texts.add : kind.texts.edit)}
      fields={kind.fields(t, options, isPersonal)}
      first={first}
      schema={schema}
      bodyOf={bodyOf}
      onSave={async (draft) => {
        await send(bodyOf(draft))
        await onSaved()
      }}
      onClose={onClose}
    />
  )
}
