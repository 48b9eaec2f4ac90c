/**
 * 100,000 residents and as many vehicles of one company: what a page of the list costs over HTTP by each kind of search. On SQLite,
 * and on PostgreSQL: the server at VEDETTE_TEST_DATABASE_URL, else PGlite.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addArea, addBuilding, placeList } from '@vedette/contract/calls/community'
import { residentList, vehicleList } from '@vedette/contract/calls/community-people'

import { systemClock } from '../../../server/src/engines/clock.ts'
import { openSqlite } from '../../../server/src/engines/storage/sqlite/storage.ts'
import type { Storage } from '../../../server/src/engines/storage/storage.ts'
import { peopleStore } from '../../../server/src/modules/community/people-store.ts'
import { AREA } from '../../../server/src/testing/area.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../../server/src/testing/app.ts'
import { plainQuery } from '../../../server/src/testing/plain-query.ts'
import { engines, openTestStorage } from '../../../server/src/testing/storage.ts'
import { flag } from '../../src/flags.ts'
import { quantile } from '../../src/statistics.ts'

const PEOPLE = flag('rows', 100_000)
const TIMES = flag('times', 40)
const ROWS_OF_UNIT = 20_000
const SURNAMES = ['Wang', 'Li', 'Zhang', 'Liu', 'Chen', 'Yang', 'Zhao', 'Huang', 'Zhou', 'Wu']

/** Straight into the store: 200,000 forms would measure the forms. */
async function fill(storage: Storage, app: TestApp, { companyId, token }: TestCompany): Promise<void> {
  const { AreaID } = await app.ask(addArea, { ...AREA, Units: 20 }, token)
  const building = { AreaID, Name: 'A', Units: 20, FloorsPerUnit: 20, HousesPerFloor: 10 }
  await app.ask(addBuilding, building, token)
  const { List } = await app.ask(placeList, { AreaID }, token)
  const houses = List.filter(({ Kind }) => Kind === 'house')
  const people = peopleStore(storage)
  const common = (n: number) => ({
    company_id: companyId,
    house_id: houses[n % houses.length]?.PlaceID ?? '',
    phone: `138${String(n).padStart(8, '0')}`,
    created_at: n,
  })
  for (let from = 0; from < PEOPLE; from += ROWS_OF_UNIT) {
    const numbers = Array.from({ length: Math.min(ROWS_OF_UNIT, PEOPLE - from) }, (_, at) => from + at)
    const nameOf = (n: number): string => `${SURNAMES[n % SURNAMES.length]} Number ${n}`
    await storage.write(
      people.residents.insertions(
        numbers.map((n) => ({
          ...common(n),
          id: `r${n}`,
          name: nameOf(n),
          name_search: nameOf(n).toLowerCase(),
          sex: 'female' as const,
          residence_type: 'owner' as const,
          education: '',
          marital_status: '',
          tags: '[]',
          relation: 'relation1',
          document_type: 'passport' as const,
          document_number: `E${String(n).padStart(8, '0')}`,
        })),
      ),
    )
    await storage.write(
      people.vehicles.insertions(
        numbers.map((n) => ({
          ...common(n),
          id: `v${n}`,
          plate: `京A${String(n).padStart(6, '0')}`,
          colour: 'vehicleColour1',
          type: 'vehicleType1',
          owner_name: nameOf(n),
          owner_search: nameOf(n).toLowerCase(),
          id_number: '11010519491231002X',
          area_id: AreaID,
        })),
      ),
    )
  }
}

const LATE = PEOPLE - 1
const QUESTIONS = [
  { what: 'residents, first page', call: residentList, Keyword: undefined },
  { what: 'residents by a name of one', call: residentList, Keyword: `number ${LATE}` },
  { what: 'residents by a surname of a tenth', call: residentList, Keyword: 'zhang' },
  { what: 'residents by the end of a phone', call: residentList, Keyword: String(LATE).slice(-5) },
  { what: 'residents by a whole phone', call: residentList, Keyword: `138${String(LATE).padStart(8, '0')}` },
  { what: 'vehicles by a plate', call: vehicleList, Keyword: `A${String(LATE).padStart(6, '0')}` },
  { what: 'vehicles by an owner', call: vehicleList, Keyword: `number ${LATE}` },
] as const

async function benchCommunity(engine: (typeof engines)[number]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-bench-community-'))
  const database =
    engine === 'postgres'
      ? await openTestStorage('postgres')
      : await openSqlite({ path: join(folder, 'main.db'), clock: systemClock }).then((storage) => ({
          storage,
          close: () => storage.close(),
        }))
  const { storage } = database
  const app = await startTestApp({ overrides: { storage }, config: { variants: ['base', 'community'] } })
  try {
    const company = await app.company()
    await fill(storage, app, company)
    // As autovacuum leaves the tables within a minute.
    if (engine === 'postgres') await storage.read(plainQuery(storage, 'vacuum analyze'))
    const rows = []
    for (const { what, call, Keyword } of QUESTIONS) {
      const measured: number[] = []
      for (let i = 0; i <= TIMES; i++) {
        const startedAt = performance.now()
        const { Total } = await app.ask(call, { Keyword }, company.token)
        if (Total === 0) throw new Error(`${what}: nothing was found`)
        // The first one prepares the statement.
        if (i > 0) measured.push(performance.now() - startedAt)
      }
      rows.push({ what, p50: ms(quantile(measured, 0.5)), p95: ms(quantile(measured, 0.95)) })
    }
    console.log(`\n${PEOPLE} residents and vehicles on ${engine}, ms`)
    console.table(rows)
  } finally {
    await app.close()
    await database.close()
    await rm(folder, { recursive: true })
  }
}

function ms(value: number): number {
  return Number(value.toFixed(1))
}

for (const engine of engines) await benchCommunity(engine)
