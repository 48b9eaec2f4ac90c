/** What residents and vehicles have in common: lists with house and pictures, and pictures that go with their row. */
import { Refusal } from '@vedette/contract/codes'

import type { Principal } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Visitor } from '../../http/route.ts'
import type { KeptPictures } from '../picture/index.ts'
import type { AreaStore } from './area-store.ts'
import { picturesAt, type Shown } from './people.ts'
import type { Owners, PeopleStore } from './people-store.ts'
import { namedOnce } from './places.ts'
import type { ValueStore } from './value-store.ts'

export interface PeopleNeeds {
  areas: AreaStore
  values: ValueStore
  people: PeopleStore
  keptPictures: KeptPictures
  clock: Clock
  newId: () => string
}

interface ListBody {
  Keyword?: string | undefined
  AreaID?: string | undefined
  HouseID?: string | undefined
  Page: number
  PageSize: number
}

type OwnerRow = { company_id: string; id: string; house_id: string; created_at: number }

/** What is shown beside the rows: where they live, and their pictures. */
async function shownWith(
  session: Principal,
  of: 'resident' | 'vehicle',
  rows: readonly { id: string; house_id: string }[],
  { areas, people, keptPictures }: Pick<PeopleNeeds, 'areas' | 'people' | 'keptPictures'>,
) {
  const { companyId } = session
  const [paths, photos] = await Promise.all([
    areas.paths(
      companyId,
      rows.map(({ house_id }) => house_id),
    ),
    people.photos(
      companyId,
      rows.map(({ id }) => id),
    ),
  ])
  return ({ id, house_id }: { id: string; house_id: string }): Shown => ({
    areaId: paths.get(house_id)?.areaId ?? '',
    path: paths.get(house_id)?.names ?? [],
    photos: (photos.get(id) ?? []).map((picture) => keptPictures.urlOf(session, picture, { of, id })),
  })
}

export function peopleWork<Row extends OwnerRow>(
  of: 'resident' | 'vehicle',
  owners: Owners<Row>,
  needs: PeopleNeeds,
) {
  const { people, keptPictures, clock, newId } = needs
  const find = async (companyId: string, id: string): Promise<Row> => {
    const row = await owners.find(companyId, id)
    if (!row) throw new Refusal('noDataAuthority')
    return row
  }
  return {
    find,

    async list<Item>(
      session: Principal,
      { Keyword, AreaID, HouseID, Page, PageSize }: ListBody,
      itemOf: (row: Row, shown: Shown) => Item,
    ): Promise<{ Total: number; List: Item[] }> {
      const { companyId } = session
      const filter = { keyword: Keyword, areaId: AreaID, houseId: HouseID }
      const { total, rows } = await owners.list(companyId, filter, (Page - 1) * PageSize, PageSize)
      const shown = await shownWith(session, of, rows, needs)
      return { Total: total, List: rows.map((row) => itemOf(row, shown(row))) }
    },

    /** Who reads it is on record, by the row's id: the log outlives the person's data. */
    async detail(session: Principal, id: string, visitor: Visitor): Promise<{ row: Row; shown: Shown }> {
      visitor.tell({ person: id })
      const row = await find(session.companyId, id)
      return { row, shown: (await shownWith(session, of, [row], needs))(row) }
    },

    async add(
      companyId: string,
      photos: readonly string[],
      visitor: Visitor,
      rowOf: (made: { company_id: string; id: string; created_at: number }) => Row,
    ): Promise<string> {
      const pictures = picturesAt(companyId, photos, needs)
      const id = newId()
      visitor.tell({ person: id })
      await namedOnce(() =>
        owners.add(rowOf({ company_id: companyId, id, created_at: clock.now() }), pictures),
      )
      return id
    },

    /** Pictures that are no longer shown go once the row says so. */
    async update(companyId: string, id: string, row: Partial<Row>, photos: readonly string[]): Promise<void> {
      const pictures = picturesAt(companyId, photos, needs)
      const before = (await people.photos(companyId, [id])).get(id) ?? []
      await namedOnce(() => owners.update(companyId, id, row, pictures))
      await keptPictures.delete(
        companyId,
        before.filter((it) => !pictures.includes(it)),
      )
    },

    async remove(companyId: string, ids: readonly string[], visitor: Visitor): Promise<{ Deleted: number }> {
      const { deleted, pictures } = await owners.remove(companyId, ids)
      visitor.tell({ count: deleted })
      await keptPictures.delete(companyId, pictures)
      return { Deleted: deleted }
    },
  }
}
