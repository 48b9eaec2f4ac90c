import './community.css'

import {
  addBuilding,
  addPlace,
  deletePlace,
  type Place,
  placeUse,
  renamePlace,
} from '@vedette/contract/calls/community'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { usePhone } from '../../app/use-phone.ts'
import { type Translate, useT } from '../../i18n/language.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Listing } from '../../ui/Listing.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { TreeNode } from '../../ui/tree/tree-checks.ts'
import { Tree } from '../../ui/tree/Tree.tsx'
import { TreeSelect } from '../../ui/tree/TreeSelect.tsx'
import { ask, send } from '../../wire/send.ts'
import { placeText } from './house-text.ts'
import { AreaFilter, DeleteQuestion } from './page-parts.tsx'
import { ADD_WITHIN, type Doing, PlacePane } from './PlacePane.tsx'
import { useAreaQuery, useCommunityChanged, usePlaces, useToldCommunity } from './queries.ts'
import { RecordForm } from './RecordForm.tsx'

const WITHIN = { building: 'unit', unit: 'floor', floor: 'house', house: undefined } as const

/** An area's buildings as a tree, and what was chosen in it as a stacked picture. */
export function Buildings(): ReactNode {
  const t = useT()
  const areas = useAreaQuery()
  useToldCommunity()
  const [chosenArea, setArea] = useState('')
  const areaId = chosenArea || (areas.data?.List[0]?.AreaID ?? '')
  const placesOfArea = usePlaces(areaId)
  const { data: places = [], isSuccess } = placesOfArea
  const asked = areaId === '' ? areas : placesOfArea
  const [placeId, setPlace] = useState<string>()
  // The first building shows itself.
  const place =
    places.find(({ PlaceID }) => PlaceID === placeId) ?? places.find(({ Kind }) => Kind === 'building')
  const [doing, setDoing] = useState<Doing>()
  const canAdd = useCan('building', 'add')
  const addButton = canAdd && areaId !== '' && (
    <button type="button" className="button button-primary" onClick={() => setDoing({ kind: 'addBuilding' })}>
      {t('community.addBuilding')}
    </button>
  )
  const canAddArea = useCan('residentialArea', 'add')
  const isEmpty = isSuccess && places.length === 0
  const isPhone = usePhone()
  const tree = {
    label: t('community.building'),
    nodes: nodesOf(t, places, ''),
    emptyText: t('community.noMatch'),
    startsFolded: true,
    onChoose: setPlace,
  }
  return (
    <Listing
      head={<>{!isEmpty && addButton}</>}
      count={isSuccess ? tree.nodes.length : undefined}
      toolbar={
        <>
          <AreaFilter value={areaId} onChoose={setArea} hasAll={false} />
          {isPhone && place && <TreeSelect {...tree} isBare value={place.PlaceID} />}
        </>
      }
    >
      {!asked.data ? (
        asked.isError ? (
          <LoadFailed title={t('community.loadFailed')} onRetry={() => void asked.refetch()} />
        ) : (
          <Skeleton shape="rows" />
        )
      ) : areaId === '' ? (
        <EmptyState title={t('community.noAreas')} text={t('community.noAreasText')} drawing="building">
          {canAddArea && (
            <a className="button button-primary" href="#/residentialArea">
              {t('community.toAreas')}
            </a>
          )}
        </EmptyState>
      ) : isEmpty ? (
        <EmptyState
          title={t('community.noBuildings')}
          text={t('community.noBuildingsText')}
          drawing="building"
        >
          {addButton}
        </EmptyState>
      ) : (
        <div className="community-buildings">
          {!isPhone && <Tree {...tree} hasSearch chosen={place?.PlaceID} />}
          {place && <PlacePane place={place} places={places} onChoose={setPlace} onDo={setDoing} />}
        </div>
      )}
      <Dialogs
        areaId={areaId}
        doing={doing}
        onClose={() => setDoing(undefined)}
        onDeleted={() => setPlace(undefined)}
      />
    </Listing>
  )
}

function nodesOf(t: Translate, places: readonly Place[], parent: string): TreeNode[] {
  return places
    .filter(({ ParentID }) => ParentID === parent)
    .map((place) => ({
      key: place.PlaceID,
      label: placeText(t, place),
      children: nodesOf(t, places, place.PlaceID),
    }))
}

interface DialogsProps {
  areaId: string
  doing: Doing | undefined
  onClose: () => void
  onDeleted: () => void
}

function Dialogs({ areaId, doing, onClose, onDeleted }: DialogsProps): ReactNode {
  const t = useT()
  const changed = useCommunityChanged()
  if (!doing) return null
  if (doing.kind === 'addBuilding')
    return <BuildingForm areaId={areaId} onClose={onClose} onSaved={changed} />
  const { kind, place } = doing
  if (kind === 'delete')
    return (
      <DeleteQuestion
        names={[placeText(t, place)]}
        onDelete={async () => {
          await ask(deletePlace, { PlaceID: place.PlaceID })
          onDeleted()
          await changed()
        }}
        onClose={onClose}
      >
        <Holds placeId={place.PlaceID} />
      </DeleteQuestion>
    )
  const call = kind === 'add' ? addPlace : renamePlace
  const within = WITHIN[place.Kind]
  const label =
    kind === 'add' && within
      ? t(`community.${within === 'house' ? 'houseKind' : within}`)
      : t('community.name')
  return (
    <RecordForm
      title={kind === 'add' && place.Kind !== 'house' ? t(ADD_WITHIN[place.Kind]) : t('community.rename')}
      fields={[{ name: 'Name', label, kind: 'text', isRequired: true, ifTaken: 'placeName' }]}
      first={{ Name: kind === 'rename' ? place.Name : '' }}
      schema={call.body}
      bodyOf={({ Name }) => ({ ParentID: place.PlaceID, PlaceID: place.PlaceID, Name })}
      onSave={async ({ Name = '' }) => {
        const name = String(Name)
        await (kind === 'add'
          ? ask(addPlace, { ParentID: place.PlaceID, Name: name })
          : ask(renamePlace, { PlaceID: place.PlaceID, Name: name }))
        await changed()
      }}
      onClose={onClose}
    />
  )
}

function Holds({ placeId }: { placeId: string }): ReactNode {
  const t = useT()
  const { data } = useQuery({
    queryKey: [placeUse.path, placeId],
    queryFn: ({ signal }) => send(placeUse, { PlaceID: placeId }, { signal }),
  })
  if (!data) return null
  const { Houses: houses, Residents: residents, Vehicles: vehicles } = data
  return <p>{t('community.holds', { houses, residents, vehicles })}</p>
}

interface BuildingFormProps {
  areaId: string
  onClose: () => void
  onSaved: () => Promise<void>
}

function BuildingForm({ areaId, onClose, onSaved }: BuildingFormProps): ReactNode {
  const t = useT()
  const bodyOf = (draft: Readonly<Record<string, unknown>>) => ({
    AreaID: areaId,
    Name: draft['Name'],
    Units: Number(draft['Units'] || 0),
    FloorsPerUnit: Number(draft['FloorsPerUnit'] || 0),
    HousesPerFloor: Number(draft['HousesPerFloor'] || 0),
  })
  return (
    <RecordForm
      title={t('community.addBuilding')}
      fields={[
        {
          name: 'Name',
          label: t('community.buildingName'),
          kind: 'text',
          isRequired: true,
          ifTaken: 'placeName',
        },
        { name: 'Units', label: t('community.unitCount'), kind: 'number' },
        { name: 'FloorsPerUnit', label: t('community.floorsPerUnit'), kind: 'number' },
        { name: 'HousesPerFloor', label: t('community.housesPerFloor'), kind: 'number' },
      ]}
      first={{ Name: '', Units: '1', FloorsPerUnit: '6', HousesPerFloor: '2' }}
      schema={addBuilding.body}
      bodyOf={bodyOf}
      onSave={async (draft) => {
        await ask(addBuilding, addBuilding.body.parse(bodyOf(draft)))
        await onSaved()
      }}
      onClose={onClose}
    />
  )
}
