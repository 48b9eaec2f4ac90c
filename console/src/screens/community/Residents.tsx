import {
  addResident,
  deleteResidents,
  residentDetail,
  ResidentFields,
  type ResidentItem,
  updateResident,
} from '@vedette/contract/calls/community-people'
import { type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { type Translate, useT } from '../../i18n/language.ts'
import { usePagedSearch } from '../../ui/table/use-paged-search.ts'
import { ask, send } from '../../wire/send.ts'
import { requestBase } from '../../wire/settings.ts'
import { PeopleList } from './PeopleList.tsx'
import { useCommunityChanged, useResidents, useValues } from './queries.ts'
import { type Draft, type FieldSpec, RecordForm } from './RecordForm.tsx'

interface Edited {
  /** Undefined for a new one. */
  id: string | undefined
  first: Draft
}

const NEW: Edited = { id: undefined, first: { DocumentType: 'idCard' } }

export function Residents(): ReactNode {
  const t = useT()
  const paged = usePagedSearch()
  const [areaId, setArea] = useState('')
  const { Keyword, paging } = paged
  const list = useResidents({ Keyword, AreaID: areaId || undefined, ...paging })
  const changed = useCommunityChanged()
  const { text } = useValues()
  const [edited, setEdited] = useState<Edited>()
  const isPersonal = useCan('resident', 'personalData')
  const may = {
    add: useCan('resident', 'add'),
    edit: useCan('resident', 'edit'),
    delete: useCan('resident', 'delete'),
  }
  const edit = async (row: ResidentItem): Promise<void> => {
    const { PhotoUrl, House: _house, ResidentID, ...fields } = row
    const numbers = isPersonal
      ? await send(residentDetail, { ResidentID })
      : { Phone: '', DocumentNumber: '' }
    setEdited({
      id: ResidentID,
      first: {
        ...fields,
        Phone: numbers.Phone,
        DocumentNumber: numbers.DocumentNumber,
        HouseID: `${row.AreaID}/${row.HouseID}`,
        Photos: PhotoUrl === '' ? [] : [PhotoUrl],
      },
    })
  }
  return (
    <>
      <PeopleList
        texts={{
          search: 'community.searchResidents',
          add: 'community.addResident',
          none: 'community.noResidents',
          noneText: 'community.noResidentsText',
        }}
        label={t('community.residents')}
        paged={paged}
        areaId={areaId}
        onArea={setArea}
        list={list}
        keyOf={({ ResidentID }) => ResidentID}
        nameOf={({ Name }) => Name}
        columns={[
          {
            key: 'Photo',
            head: t('community.facePhoto'),
            cell: ({ PhotoUrl }) =>
              PhotoUrl && <img className="community-face" src={requestBase + PhotoUrl} alt="" />,
          },
          { key: 'Name', head: t('community.personName'), cell: ({ Name }) => Name },
          { key: 'Sex', head: t('community.sex'), cell: ({ Sex }) => t(`community.${Sex}`) },
          { key: 'Phone', head: t('community.phone'), cell: ({ Phone }) => Phone },
          {
            key: 'Type',
            head: t('community.residenceType'),
            cell: ({ ResidenceType }) => t(`community.${ResidenceType}`),
          },
          { key: 'Relation', head: t('community.relation'), cell: ({ Relation }) => text(Relation) },
          {
            key: 'Document',
            head: t('community.documentNumber'),
            cell: ({ DocumentNumber }) => DocumentNumber,
          },
          { key: 'House', head: t('community.house'), cell: ({ House }) => House.join(' / ') },
        ]}
        may={may}
        onAdd={() => setEdited(NEW)}
        onEdit={(row) => void edit(row).catch(() => undefined)}
        onDelete={async (rows) => {
          await ask(deleteResidents, { ResidentIDs: rows.map(({ ResidentID }) => ResidentID) })
          await changed()
        }}
      />
      {edited && (
        <ResidentForm
          edited={edited}
          isPersonal={isPersonal || edited.id === undefined}
          onClose={() => setEdited(undefined)}
          onSaved={changed}
        />
      )}
    </>
  )
}

interface FormProps {
  edited: Edited
  /** May read, and so change, numbers of documents and phones. */
  isPersonal: boolean
  onClose: () => void
  onSaved: () => Promise<void>
}

function ResidentForm({ edited, isPersonal, onClose, onSaved }: FormProps): ReactNode {
  const t = useT()
  const { options } = useValues()
  const { id, first } = edited
  const bodyOf = (draft: Draft) => {
    const { Phone, DocumentNumber, HouseID, AreaID: _areaID, ...rest } = draft
    const numbers = {
      ...(Phone || isPersonal ? { Phone } : {}),
      ...(DocumentNumber || isPersonal ? { DocumentNumber } : {}),
    }
    const house = String(HouseID ?? '').split('/')[1]
    return { ...rest, ...numbers, HouseID: house, ...(id === undefined ? {} : { ResidentID: id }) }
  }
  return (
    <RecordForm
      title={id === undefined ? t('community.addResident') : t('community.editResident')}
      fields={fieldsOf(t, options, isPersonal)}
      first={first}
      schema={id === undefined ? ResidentFields : updateResident.body}
      bodyOf={bodyOf}
      onSave={async (draft) => {
        await (id === undefined
          ? ask(addResident, addResident.body.parse(bodyOf(draft)))
          : ask(updateResident, updateResident.body.parse(bodyOf(draft))))
        await onSaved()
      }}
      onClose={onClose}
    />
  )
}

function fieldsOf(
  t: Translate,
  options: ReturnType<typeof useValues>['options'],
  isPersonal: boolean,
): FieldSpec[] {
  const isRequired = true
  const words = (
    ...keys: readonly ('male' | 'female' | 'owner' | 'tenant' | 'other' | 'idCard' | 'passport')[]
  ) => keys.map((value) => ({ value, label: t(`community.${value}`) }))
  const numbers = isPersonal ? { isRequired } : { hint: t('community.unchanged') }
  return [
    { name: 'Name', label: t('community.personName'), kind: 'text', isRequired },
    { name: 'Sex', label: t('community.sex'), kind: 'choice', options: words('male', 'female'), isRequired },
    { name: 'Phone', label: t('community.phone'), kind: 'text', ...numbers },
    {
      name: 'ResidenceType',
      label: t('community.residenceType'),
      kind: 'choice',
      options: words('owner', 'tenant', 'other'),
      isRequired,
    },
    {
      name: 'Relation',
      label: t('community.relation'),
      kind: 'choice',
      options: options('relation'),
      isRequired,
    },
    {
      name: 'DocumentType',
      label: t('community.documentType'),
      kind: 'choice',
      options: words('idCard', 'passport'),
      isRequired,
    },
    { name: 'DocumentNumber', label: t('community.documentNumber'), kind: 'text', ...numbers },
    { name: 'HouseID', label: t('community.house'), kind: 'house', isRequired },
    { name: 'Photos', label: t('community.facePhoto'), kind: 'photos', most: 1, isRequired },
    { name: 'Education', label: t('community.education'), kind: 'choice', options: options('education') },
    {
      name: 'MaritalStatus',
      label: t('community.maritalStatus'),
      kind: 'choice',
      options: options('maritalStatus'),
    },
    { name: 'Tags', label: t('community.tags'), kind: 'tags', options: options('tag') },
  ]
}
