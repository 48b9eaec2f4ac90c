import {
  addVehicle,
  deleteVehicles,
  updateVehicle,
  vehicleDetail,
  VehicleFields,
  type VehicleItem,
} from '@vedette/contract/calls/community-people'
import { type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { type Translate, useT } from '../../i18n/language.ts'
import { usePagedSearch } from '../../ui/table/use-paged-search.ts'
import { ask, send } from '../../wire/send.ts'
import { requestBase } from '../../wire/settings.ts'
import { PeopleList } from './PeopleList.tsx'
import { useCommunityChanged, useValues, useVehicles } from './queries.ts'
import { type Draft, type FieldSpec, RecordForm } from './RecordForm.tsx'

const MOST_PHOTOS = 3

interface Edited {
  /** Undefined for a new one. */
  id: string | undefined
  first: Draft
}

export function Vehicles(): ReactNode {
  const t = useT()
  const paged = usePagedSearch()
  const [areaId, setArea] = useState('')
  const { Keyword, paging } = paged
  const list = useVehicles({ Keyword, AreaID: areaId || undefined, ...paging })
  const changed = useCommunityChanged()
  const { text } = useValues()
  const [edited, setEdited] = useState<Edited>()
  const isPersonal = useCan('vehicle', 'personalData')
  const may = {
    add: useCan('vehicle', 'add'),
    edit: useCan('vehicle', 'edit'),
    delete: useCan('vehicle', 'delete'),
  }
  const edit = async (row: VehicleItem): Promise<void> => {
    const { PhotoUrls, House: _house, VehicleID, AreaName: _areaName, ...fields } = row
    const numbers = isPersonal ? await send(vehicleDetail, { VehicleID }) : { Phone: '', IdNumber: '' }
    setEdited({
      id: VehicleID,
      first: {
        ...fields,
        Phone: numbers.Phone,
        IdNumber: numbers.IdNumber,
        HouseID: `${row.AreaID}/${row.HouseID}`,
        Photos: PhotoUrls,
      },
    })
  }
  return (
    <>
      <PeopleList
        texts={{
          search: 'community.searchVehicles',
          add: 'community.addVehicle',
          none: 'community.noVehicles',
          noneText: 'community.noVehiclesText',
        }}
        label={t('community.vehicles')}
        paged={paged}
        areaId={areaId}
        onArea={setArea}
        list={list}
        keyOf={({ VehicleID }) => VehicleID}
        nameOf={({ Plate }) => Plate}
        columns={[
          {
            key: 'Photo',
            head: t('community.photos'),
            cell: ({ PhotoUrls: [url] }) =>
              url && <img className="community-car" src={requestBase + url} alt="" />,
          },
          { key: 'Plate', head: t('community.plate'), cell: ({ Plate }) => Plate },
          { key: 'Colour', head: t('community.colour'), cell: ({ Colour }) => text(Colour) },
          { key: 'Type', head: t('community.vehicleType'), cell: ({ Type }) => text(Type) },
          { key: 'Owner', head: t('community.ownerName'), cell: ({ OwnerName }) => OwnerName },
          { key: 'Phone', head: t('community.phone'), cell: ({ Phone }) => Phone },
          { key: 'House', head: t('community.house'), cell: ({ House }) => House.join(' / ') },
        ]}
        may={may}
        onAdd={() => setEdited({ id: undefined, first: {} })}
        onEdit={(row) => void edit(row).catch(() => undefined)}
        onDelete={async (rows) => {
          await ask(deleteVehicles, { VehicleIDs: rows.map(({ VehicleID }) => VehicleID) })
          await changed()
        }}
      />
      {edited && (
        <VehicleForm
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
  /** May read, and so change, ID numbers and phones. */
  isPersonal: boolean
  onClose: () => void
  onSaved: () => Promise<void>
}

function VehicleForm({ edited, isPersonal, onClose, onSaved }: FormProps): ReactNode {
  const t = useT()
  const { options } = useValues()
  const { id, first } = edited
  const bodyOf = (draft: Draft) => {
    const { Phone, IdNumber, HouseID, ...rest } = draft
    const numbers = {
      ...(Phone || isPersonal ? { Phone } : {}),
      ...(IdNumber || isPersonal ? { IdNumber } : {}),
    }
    const [area, house] = String(HouseID ?? '').split('/')
    return {
      ...rest,
      ...numbers,
      AreaID: area,
      HouseID: house,
      ...(id === undefined ? {} : { VehicleID: id }),
    }
  }
  return (
    <RecordForm
      title={id === undefined ? t('community.addVehicle') : t('community.editVehicle')}
      fields={fieldsOf(t, options, isPersonal)}
      first={first}
      schema={id === undefined ? VehicleFields : updateVehicle.body}
      bodyOf={bodyOf}
      onSave={async (draft) => {
        await (id === undefined
          ? ask(addVehicle, addVehicle.body.parse(bodyOf(draft)))
          : ask(updateVehicle, updateVehicle.body.parse(bodyOf(draft))))
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
  const numbers = isPersonal ? { isRequired } : { hint: t('community.unchanged') }
  return [
    { name: 'Plate', label: t('community.plate'), kind: 'text', isRequired },
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
