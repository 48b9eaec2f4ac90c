/**
 * Stored alarms of a year at 1,000 devices: what a page of the list costs over HTTP by each filter, and what waits while a day of
 * them is deleted. A million, or `--rows N`; `--times N` each question is asked; `--only sqlite|postgres`, else on both.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { BodyOf } from '@vedette/contract/call'
import { setAlarmPolicy } from '@vedette/contract/calls/alarm-settings'
import { countEvents, getEventListV2 } from '@vedette/contract/calls/event'

import { systemClock } from '../../../server/src/engines/clock.ts'
import { openSqlite } from '../../../server/src/engines/storage/sqlite/storage.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../../server/src/testing/app.ts'
import { plainQuery } from '../../../server/src/testing/plain-query.ts'
import { engines, openTestStorage } from '../../../server/src/testing/storage.ts'
import { flag, only } from '../../src/flags.ts'
import { quantile } from '../../src/statistics.ts'
import { fillSite } from '../devices/site.ts'
import { DAYS, fillAlarms } from './fill.ts'

const EVENTS = flag('rows', 1_000_000)
const TIMES = flag('times', 20)
const DEVICES = 1000
const PROMISED_MS = 100
/** Nothing else may wait for longer while a day goes. */
const STALL_MS = 1000
const DAY_MS = 86_400_000

type Asked = BodyOf<typeof getEventListV2>

async function benchStored(engine: (typeof engines)[number]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-bench-alarms-stored-'))
  const path = join(folder, 'main.db')
  const database =
    engine === 'postgres'
      ? await openTestStorage('postgres')
      : await openSqlite({ path, clock: systemClock }).then((storage) => ({
          storage,
          close: () => storage.close(),
        }))
  const { storage } = database
  const app = await startTestApp({ overrides: { storage } })
  try {
    const company = await app.company()
    const { companyId } = company
    const site = await fillSite(storage, company, DEVICES)
    const untilMs = app.clock.now()
    const startedAt = performance.now()
    await fillAlarms(storage, engine, { companyId, devices: DEVICES, events: EVENTS, untilMs })
    if (engine === 'postgres') await storage.read(plainQuery(storage, 'vacuum analyze'))
    const filledS = (performance.now() - startedAt) / 1000
    const size = engine === 'sqlite' ? `${((await stat(path)).size / 1e9).toFixed(2)} GB` : ''
    console.log(`\n${EVENTS} alarms on ${engine}, filled in ${filledS.toFixed(0)} s ${size}`)
    const [day, month] = [untilMs - DAY_MS, untilMs - 30 * DAY_MS]
    const questions: Record<string, Asked> = {
      'no filter': {},
      'page 50': { Page: 50 },
      'the last day': { From: day, To: untilMs },
      'a day half a year ago': { From: untilMs - 180 * DAY_MS, To: untilMs - 179 * DAY_MS },
      'a device': { DIDs: [site.dids[7] ?? ''] },
      'twenty devices, the last month': { DIDs: site.dids.slice(0, 20), From: month, To: untilMs },
      people: { Types: [1] },
      'rings, which are rare': { Types: [2] },
      'scans, of which there are none': { Types: [3] },
      'claimed, which are rare': { States: ['claimed'] },
      'new ones': { States: ['new'] },
      'not looked at': { Reviewed: false },
      'looked at: none': { Reviewed: true },
      'a region with a tenth': { GID: site.wide },
      'a region with one device': { GID: site.narrow },
      'rings in a region, the last month': { GID: site.wide, Types: [2], From: month, To: untilMs },
    }
    const all: number[] = []
    const rows = []
    for (const [what, body] of Object.entries(questions)) {
      const took = await timed(() => app.ask(getEventListV2, { PageSize: 20, ...body }, company.token))
      all.push(...took)
      rows.push({ what, ...row(took) })
    }
    rows.push({ what: 'all of these', ...row(all) })
    const counted = await timed(() => app.ask(countEvents, { From: month, To: untilMs }, company.token))
    rows.push({ what: 'counts of a month by hour', ...row(counted) })
    console.table(rows)
    await deleteADay(app, company)
    if (quantile(all, 0.95) > PROMISED_MS) process.exitCode = 1
  } finally {
    await app.close()
    await database.close()
    await rm(folder, { recursive: true })
  }
}

/** What others wait for while the retention takes a day away. */
async function deleteADay(app: TestApp, company: TestCompany): Promise<void> {
  const { token } = company
  const oldest = async (): Promise<number> => {
    const from = app.clock.now() - DAYS * DAY_MS - 1
    const { Total } = await app.ask(getEventListV2, { From: from, To: from + DAY_MS, PageSize: 1 }, token)
    return Total
  }
  const before = await oldest()
  await app.ask(setAlarmPolicy, { Days: DAYS - 1 }, token)
  const startedAt = performance.now()
  const waits: number[] = []
  while ((await oldest()) > 0) {
    const askedAt = performance.now()
    await app.ask(getEventListV2, { PageSize: 20 }, token)
    waits.push(performance.now() - askedAt)
  }
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`a day of at least ${before} alarms deleted in ${seconds.toFixed(1)} s; a page meanwhile, ms`)
  console.table([row(waits)])
  if (Math.max(...waits) > STALL_MS) process.exitCode = 1
}

async function timed(ask: () => Promise<unknown>): Promise<number[]> {
  const measured: number[] = []
  for (let time = 0; time <= TIMES; time++) {
    const startedAt = performance.now()
    await ask()
    // The first one prepares the statement.
    if (time > 0) measured.push(performance.now() - startedAt)
  }
  return measured
}

const ms = (value: number): string => value.toFixed(1)
const row = (values: readonly number[]) => ({
  p50: ms(quantile(values, 0.5)),
  p95: ms(quantile(values, 0.95)),
  worst: ms(Math.max(...values)),
})

for (const engine of engines.filter((it) => only === '' || it === only)) await benchStored(engine)
