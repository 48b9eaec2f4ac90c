import { exportResidents } from '@vedette/contract/calls/community-import'
import {
  addResident,
  deleteResidents,
  residentDetail,
  residentList,
  type ResidentItem,
  updateResident,
} from '@vedette/contract/calls/community-people'
import type { ReactNode } from 'react'

import { useCan } from '../../app/session.ts'
import { type Translate, useT } from '../../i18n/language.ts'
import { ask, send } from '../../wire/send.ts'
import { requestBase } from '../../wire/settings.ts'
import { ExportSheet, type Sought } from './ExportSheet.tsx'
import { houseText } from './house-text.ts'
import type { Options, PeopleKind } from './people-kind.ts'
import { PeoplePage } from './PeoplePage.tsx'
import { useListed } from './queries.ts'
import type { Draft, FieldSpec } from './RecordForm.tsx'
import { ResidentView } from './ResidentView.tsx'

export function Residents(): ReactNode {
  return <PeoplePage kind={RESIDENTS} />
}

const RESIDENTS: PeopleKind<ResidentItem> = {
  page: 'resident',
  texts: {
    label: 'community.residents',
    search: 'community.searchResidents',
    add: 'community.addResident',
    edit: 'community.editResident',
    none: 'community.noResidents',
    noneText: 'community.noResidentsText',
  },
  drawing: 'people',
  useList: (query) => useListed(residentList, query),
  fetchAll: async (query) => (await send(residentList, query)).List,
  idOf: ({ ResidentID }) => ResidentID,
  nameOf: ({ Name }) => Name,
  houseOf: ({ House }) => House,
  columns: (t, text) => [
    {
      key: 'Name',
      head: t('community.personName'),
      cell: ({ Name, PhotoUrl }) => (
        <span className="community-name">
          {PhotoUrl && <img src={requestBase + PhotoUrl} alt="" />}
          {Name}
        </span>
      ),
    },
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
    { key: 'House', head: t('community.house'), cell: ({ House }) => houseText(t, House) },
  ],
  fields: fieldsOf,
  numbers: ['Phone', 'DocumentNumber'],
  async readNumbers(ResidentID) {
    const { Phone, DocumentNumber } = await send(residentDetail, { ResidentID })
    return { Phone, DocumentNumber }
  },
  draftOf,
  add: { schema: addResident.body, send: (body) => ask(addResident, addResident.body.parse(body)) },
  update: {
    idName: 'ResidentID',
    schema: updateResident.body,
    send: (body) => ask(updateResident, updateResident.body.parse(body)),
  },
  remove: (ResidentIDs) => ask(deleteResidents, { ResidentIDs }),
  Head: ResidentSheet,
  View: ResidentView,
}

function ResidentSheet(sought: Sought): ReactNode {
  const t = useT()
  if (!useCan('resident', 'export')) return null
  return (
    <ExportSheet
      call={exportResidents}
      done={(count) => t('community.residentsExported', { count })}
      {...sought}
    />
  )
}

function draftOf(row: ResidentItem | undefined): Draft {
  if (!row) return { DocumentType: 'idCard' }
  const { PhotoUrl, House: _house, ResidentID: _id, ...fields } = row
  return { ...fields, HouseID: `${row.AreaID}/${row.HouseID}`, Photos: PhotoUrl === '' ? [] : [PhotoUrl] }
}

function fieldsOf(t: Translate, options: Options, isPersonal: boolean): FieldSpec[] {
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
