/** Buildings with their units, floors and houses. */
import { PLACE_KINDS, type PlaceKind } from '@vedette/contract/calls/community'
import { Refusal } from '@vedette/contract/codes'

import { UniqueViolation } from '../../engines/storage/failures.ts'
import type { AreaStore, PlaceRow } from './area-store.ts'

/** Places made at once in one building. */
const MOST_PLACES = 5000

interface PlaceNeeds {
  areas: AreaStore
  newId: () => string
}

/** Another one with this name in the same place makes it `nameTaken`. */
export async function namedOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UniqueViolation) throw new Refusal('nameTaken')
    throw error
  }
}

/** Makes the row of a place within `parent`, which is undefined for a building. */
function placeWithin(
  parent: PlaceRow | undefined,
  {
    companyId,
    areaId,
    id,
    name,
    seq,
  }: { companyId: string; areaId: string; id: string; name: string; seq: number },
): PlaceRow {
  const kind: PlaceKind = parent ? kindWithin(parent.kind) : 'building'
  return {
    company_id: companyId,
    id,
    area_id: areaId,
    parent_id: parent?.id ?? '',
    kind,
    name,
    building_id: parent?.kind === 'building' ? parent.id : (parent?.building_id ?? ''),
    unit_id: parent?.kind === 'unit' ? parent.id : (parent?.unit_id ?? ''),
    floor_id: parent?.kind === 'floor' ? parent.id : (parent?.floor_id ?? ''),
    seq,
  }
}

function kindWithin(kind: PlaceKind): PlaceKind {
  const next = PLACE_KINDS[PLACE_KINDS.indexOf(kind) + 1]
  // A house has nothing within.
  if (!next) throw new Refusal('noDataAuthority')
  return next
}

export interface NewBuilding {
  areaId: string
  name: string
  units: number
  floorsPerUnit: number
  housesPerFloor: number
}

/** Adds a building whose units and floors are numbered from 1 and whose houses are called as their floor: 101, 102, 201. */
export async function addBuildingWith(
  companyId: string,
  { areaId, name, units, floorsPerUnit, housesPerFloor }: NewBuilding,
  { areas, newId }: PlaceNeeds,
): Promise<string> {
  if (!(await areas.has(companyId, areaId))) throw new Refusal('noDataAuthority')
  if (units * (1 + floorsPerUnit * (1 + housesPerFloor)) > MOST_PLACES)
    throw new Refusal('tooLarge', { Limit: MOST_PLACES })
  const place = (parent: PlaceRow | undefined, called: string, seq: number): PlaceRow =>
    placeWithin(parent, { companyId, areaId, id: newId(), name: called, seq })
  const building = place(undefined, name, (await areas.lastSeq(companyId, areaId, '')) + 1)
  const rows = [building]
  for (let at = 1; at <= units; at++) {
    const unit = place(building, `${at}`, at)
    rows.push(unit)
    for (let level = 1; level <= floorsPerUnit; level++) {
      const floor = place(unit, `${level}`, level)
      rows.push(floor)
      for (let house = 1; house <= housesPerFloor; house++)
        rows.push(place(floor, `${level}${`${house}`.padStart(2, '0')}`, house))
    }
  }
  await namedOnce(() => areas.addPlaces(rows))
  return building.id
}

export async function addPlaceWithin(
  companyId: string,
  { parentId, name }: { parentId: string; name: string },
  { areas, newId }: PlaceNeeds,
): Promise<string> {
  const parent = await areas.place(companyId, parentId)
  if (!parent) throw new Refusal('noDataAuthority')
  const seq = (await areas.lastSeq(companyId, parent.area_id, parentId)) + 1
  const id = newId()
  const row = placeWithin(parent, { companyId, areaId: parent.area_id, id, name, seq })
  await namedOnce(() => areas.addPlaces([row]))
  return id
}
