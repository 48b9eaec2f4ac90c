import {
  addVehicle,
  deleteVehicles,
  updateVehicle,
  vehicleDetail,
  type VehicleItem,
  vehicleList,
} from '@vedette/contract/calls/community-people'
import type { ReactNode } from 'react'

import type { Translate } from '../../i18n/language.ts'
import { ask, send } from '../../wire/send.ts'
import { requestBase } from '../../wire/settings.ts'
import { houseText } from './house-text.ts'
import type { Options, PeopleKind } from './people-kind.ts'
import { PeoplePage } from './PeoplePage.tsx'
import { useListed } from './queries.ts'
import type { Draft, FieldSpec } from './RecordForm.tsx'
import { VehicleSheets } from './VehicleSheets.tsx'
import { VehicleView } from './VehicleView.tsx'

const MOST_PHOTOS = 3

export function Vehicles(): ReactNode {
  return <PeoplePage kind={VEHICLES} />
}

const VEHICLES: PeopleKind<VehicleItem> = {
  page: 'vehicle',
  texts: {
    label: 'community.vehicles',
    search: 'community.searchVehicles',
    add: 'community.addVehicle',
    edit: 'community.editVehicle',
    none: 'community.noVehicles',
    noneText: 'community.noVehiclesText',
  },
  drawing: 'vehicle',
  useList: (query) => useListed(vehicleList, query),
  fetchAll: async (query) => (await send(vehicleList, query)).List,
  idOf: ({ VehicleID }) => VehicleID,
  nameOf: ({ Plate }) => Plate,
  houseOf: ({ House }) => House,
  columns: (t, text) => [
    {
      key: 'Plate',
      head: t('community.plate'),
      cell: ({ Plate, PhotoUrls: [url] }) => (
        <span className="community-name">
          {url && <img src={requestBase + url} alt="" />}
          {Plate}
        </span>
      ),
    },
    { key: 'Colour', head: t('community.colour'), cell: ({ Colour }) => text(Colour) },
    { key: 'Type', head: t('community.vehicleType'), cell: ({ Type }) => text(Type) },
    { key: 'Owner', head: t('community.ownerName'), cell: ({ OwnerName }) => OwnerName },
    { key: 'Phone', head: t('community.phone'), cell: ({ Phone }) => Phone },
    { key: 'House', head: t('community.house'), cell: ({ House }) => houseText(t, House) },
  ],
  fields: fieldsOf,
  numbers: ['Phone', 'IdNumber'],
  async readNumbers(VehicleID) {
    const { Phone, IdNumber } = await send(vehicleDetail, { VehicleID })
    return { Phone, IdNumber }
  },
  draftOf,
  add: { schema: addVehicle.body, send: (body) => ask(addVehicle, addVehicle.body.parse(body)) },
  update: {
    idName: 'VehicleID',
    schema: updateVehicle.body,
    send: (body) => ask(updateVehicle, updateVehicle.body.parse(body)),
  },
  remove: (VehicleIDs) => ask(deleteVehicles, { VehicleIDs }),
  Head: VehicleSheets,
  View: VehicleView,
}

function draftOf(row: VehicleItem | undefined): Draft {
  if (!row) return {}
  const { PhotoUrls, House: _house, VehicleID: _id, AreaName: _areaName, ...fields } = row
  return { ...fields, HouseID: `${row.AreaID}/${row.HouseID}`, Photos: PhotoUrls }
}

function fieldsOf(t: Translate, options: Options, isPersonal: boolean): FieldSpec[] {
  const isRequired = true
  const numbers = isPersonal ? { isRequired } : { hint: t('community.unchanged') }
  return [
    { name: 'Plate', label: t('community.plate'), kind: 'text', isRequired, ifTaken: 'plateTaken' },
    {
      name: 'Colour',
      label: t('community.colour'),
      kind: 'choice',
      options: options('vehicleColour'),
      isRequired,
    },
    {
      name: 'Type',
      label: t('community.vehicleType'),
      kind: 'choice',
      options: options('vehicleType'),
      isRequired,
    },
    { name: 'OwnerName', label: t('community.ownerName'), kind: 'text', isRequired },
    { name: 'Phone', label: t('community.phone'), kind: 'text', ...numbers },
    { name: 'IdNumber', label: t('community.idNumber'), kind: 'text', ...numbers },
    { name: 'HouseID', label: t('community.house'), kind: 'house', isRequired },
    { name: 'Photos', label: t('community.photos'), kind: 'photos', most: MOST_PHOTOS, isRequired },
  ]
}
