/**
 * 100,000 devices of one company in 1,111 regions: what a page of the list costs over HTTP by each filter and order, the tree of regions,
 * and an import of 10,000 rows beside them. On SQLite, and on PostgreSQL: the server at VEDETTE_TEST_DATABASE_URL, else PGlite.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { batchJoinGroupByExcel, IMPORT_COLUMNS, importStatus } from '@vedette/contract/calls/device-import'
import { getGroupList } from '@vedette/contract/calls/group'
import type { Call } from '@vedette/contract/call'

import { systemClock } from '../../../server/src/engines/clock.ts'
import { writeXlsx } from '../../../server/src/engines/spreadsheet/write-xlsx.ts'
import { openSqlite } from '../../../server/src/engines/storage/sqlite/storage.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../../server/src/testing/app.ts'
import { plainQuery } from '../../../server/src/testing/plain-query.ts'
import { engines, openTestStorage } from '../../../server/src/testing/storage.ts'
import { flag, only } from '../../src/flags.ts'
import { pause, quantile } from '../../src/statistics.ts'
import { openPeer } from './peer.ts'
import { questionsOf } from './questions.ts'
import { fillSite, type Site } from './site.ts'

const DEVICES = flag('devices', 100_000)
const TIMES = flag('times', 20)
const IMPORTED = flag('rows', 10_000)
const UPGRADING = 100
const ADDED = 5

/** `--devices N`, `--times N` each question is asked, `--rows N` of the import; `--only TEXT` asks the questions that are named so. */
async function benchDevices(engine: (typeof engines)[number]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vedette-bench-devices-'))
  const path = engine === 'sqlite' ? join(folder, 'main.db') : undefined
  const database =
    path === undefined
      ? await openTestStorage('postgres')
      : await openSqlite({ path, clock: systemClock }).then((storage) => ({
          storage,
          close: () => storage.close(),
        }))
  const { storage } = database
  const app = await startTestApp({ overrides: { storage } })
  const peer = openPeer(storage, path)
  try {
    const company = await app.company()
    const site = await fillSite(storage, company, DEVICES)
    // As autovacuum leaves the tables within a minute of an import; it is no statement of a transaction.
    if (engine === 'postgres') await storage.read(plainQuery(storage, 'vacuum analyze'))
    await showUp(app, company, site)
    const rows = []
    const all: number[] = []
    for (const question of questionsOf(site, DEVICES).filter(({ what }) => what.includes(only))) {
      const ours = await timed(() => asked(app, company, deviceList, question.body))
      const theirs = question.hasPeer ? await timed(() => peer.ask(question, company.companyId)) : undefined
      all.push(...ours)
      rows.push({ what: question.what, ...row(ours), [peer.name]: theirs ? ms(quantile(theirs, 0.5)) : '-' })
    }
    rows.push({ what: 'all of these', ...row(all) })
    rows.push({
      what: `tree of ${site.regions} regions`,
      ...row(await timed(() => asked(app, company, getGroupList, {}))),
    })
    let added = 0
    const add = () =>
      asked(app, company, addByAddress, {
        GID: site.narrow,
        DevName: `Added ${++added}`,
        DevType: 1,
        Url: `rtsp://192.0.2.252:554/${added}`,
      })
    console.log(`\n${DEVICES} devices on ${engine}, ms; the peer's p50`)
    console.table(rows)
    console.table([{ what: 'one more device added', ...row(await timed(add, ADDED)) }])
    if (only !== '') return
    const imported = await importRows(app, company)
    console.log(`import of ${IMPORTED} rows beside them: ${(imported / 1000).toFixed(1)} s`)
  } finally {
    peer.close()
    await app.close()
    await database.close()
    await rm(folder, { recursive: true })
  }
}

/** Half of the devices send pictures, some are upgraded. */
async function showUp({ video }: TestApp, { companyId }: TestCompany, { dids }: Site): Promise<void> {
  await video.streams.refresh(companyId)
  for (const [n, did] of dids.entries()) if (n % 2 === 0) video.presences.evidence(did, true, 'none')
  for (const did of dids.slice(0, UPGRADING)) video.presences.says(companyId, did, 'upgrading')
}

/** The answer is read and not looked into: this process is both sides. */
async function asked(
  app: TestApp,
  { token }: TestCompany,
  { path, method }: Call,
  BODY: unknown,
): Promise<void> {
  const response = await app.fetch(path, {
    method,
    headers: { authorization: token },
    body: JSON.stringify({ SEQID: '1', BODY }),
  })
  const text = await response.text()
  if (!text.includes('"CODE":"200"')) throw new Error(`${path} answered ${text.slice(0, 200)}`)
}

async function timed(ask: () => Promise<void>, times = TIMES): Promise<number[]> {
  const measured: number[] = []
  for (let i = 0; i <= times; i++) {
    const startedAt = performance.now()
    await ask()
    // The first one prepares the statement.
    if (i > 0) measured.push(performance.now() - startedAt)
  }
  return measured
}

async function importRows(app: TestApp, company: TestCompany): Promise<number> {
  const columns = Object.values(IMPORT_COLUMNS).map(({ en }) => ({ head: en, width: 20 }))
  const cells = Array.from({ length: IMPORTED }, (_, n) => [
    `Imported ${n}`,
    'Camera',
    `rtsp://192.0.2.251:554/${n}`,
    'admin',
    `Password-${n}`,
  ])
  const File = writeXlsx({ sheet: 'Devices', columns, rows: cells }).toString('base64')
  const startedAt = performance.now()
  const { JobID } = await app.ask(batchJoinGroupByExcel, { GID: company.rootGid, File }, company.token)
  for (;;) {
    const { State, Result } = await app.ask(importStatus, { JobID }, company.token)
    if (State === 'failed' || (Result && Result.Added !== IMPORTED)) throw new Error(JSON.stringify(Result))
    if (State === 'done') return performance.now() - startedAt
    await pause(0.1)
  }
}

function row(values: readonly number[]) {
  return { p50: ms(quantile(values, 0.5)), p95: ms(quantile(values, 0.95)), worst: ms(Math.max(...values)) }
}

function ms(value: number): string {
  return value.toFixed(1)
}

for (const engine of engines) await benchDevices(engine)
