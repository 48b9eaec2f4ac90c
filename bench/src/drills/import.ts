/** `kill -9` of the whole platform in the middle of an import of devices, again and again: all of its rows are there afterwards, or none yet. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { deviceList } from '@vedette/contract/calls/device'
import { batchJoinGroupByExcel, IMPORT_COLUMNS, importStatus } from '@vedette/contract/calls/device-import'
import { getGroupList } from '@vedette/contract/calls/group'

import { type Platform, startPlatform } from '../../../e2e/src/support/platform.ts'
import { processesBelow } from '../../../e2e/src/support/process-tree.ts'
import { ask, logIn } from '../../../e2e/src/support/session.ts'
import { writeXlsx } from '../../../server/src/engines/spreadsheet/write-xlsx.ts'
import { pause } from '../statistics.ts'

/** Later with each time, so that reading, checking and writing are all met. */
const KILL_AFTER_MS = 300
const KILL_SPREAD_MS = 1900
const END_LIMIT_MS = 180_000

export async function killImport(times: number, { rows }: { rows: number }): Promise<string[]> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'vedette-import-'))
  const faults: string[] = []
  let met = 0
  let platform = await start(dataFolder)
  try {
    for (let time = 0; time < times; time++) {
      const before = time * rows
      let visit = await enter(platform)
      const JobID = await visit.begin(sheetOf(time, rows))
      await pause((KILL_AFTER_MS + ((time * 370) % KILL_SPREAD_MS)) / 1000)
      await killAll(platform)
      faults.push(...unevenIn(dataFolder, [before, before + rows]))
      if (devicesIn(dataFolder) === before) met++
      platform = await start(dataFolder)
      visit = await enter(platform)
      faults.push(...(await visit.ended(JobID, rows)))
      const total = await visit.total()
      if (total !== before + rows)
        faults.push(`${total} devices after import ${time + 1} of ${rows} rows each`)
    }
    await platform.started.stop()
    faults.push(...unevenIn(dataFolder, [times * rows]))
    console.log(
      `kill of the platform in ${times} imports of ${rows} rows: ${met} times before they were written, ${faults.length} faults`,
    )
    return faults
  } finally {
    await killAll(platform)
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

/** Its addresses are of documentation (RFC 5737), so that nobody is disturbed by the questions that follow. */
function sheetOf(time: number, rows: number): string {
  const { name, address, username, password } = IMPORT_COLUMNS
  const columns = [name, address, username, password].map(({ en }) => ({ head: en, width: 20 }))
  const cells = Array.from({ length: rows }, (_, row) => [
    `Camera ${time + 1}-${row + 1}`,
    `http://192.0.2.${(row % 250) + 1}/${time}/${row}`,
    'admin',
    'Drill#Camera1',
  ])
  return writeXlsx({ sheet: 'Devices', columns, rows: cells }).toString('base64')
}

function start(dataFolder: string): Promise<Platform> {
  return startPlatform({ VEDETTE_DATA: dataFolder, VEDETTE_DEMO: '0' })
}

async function enter({ address }: Platform) {
  const token = await logIn(address)
  const groups = await ask(address, token, getGroupList, {})
  const GID = getGroupList.reply.parse(groups.BODY).List[0]?.GID ?? ''
  return {
    async begin(File: string): Promise<string> {
      const begun = await ask(address, token, batchJoinGroupByExcel, { GID, File })
      return batchJoinGroupByExcel.reply.parse(begun.BODY).JobID
    },
    /** What is wrong with how it ended. */
    async ended(JobID: string, rows: number): Promise<string[]> {
      for (const untilMs = Date.now() + END_LIMIT_MS; Date.now() < untilMs; await pause(0.5)) {
        const { State, Result } = importStatus.reply.parse(
          (await ask(address, token, importStatus, { JobID })).BODY,
        )
        if (State === 'running') continue
        const isWhole = State === 'done' && Result?.Added === rows && Result.Bad === 0
        return isWhole ? [] : [`an import ended as ${State}, with ${Result?.Added} of ${rows} rows`]
      }
      return [`an import did not end within ${END_LIMIT_MS / 1000} s of the start`]
    },
    async total(): Promise<number> {
      return deviceList.reply.parse((await ask(address, token, deviceList, { PageSize: 1 })).BODY).Total
    },
  }
}

async function killAll({ started }: Platform): Promise<void> {
  for (const pid of processesBelow(started.process.pid ?? 0, '')) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended with what was killed before it.
    }
  }
  await started.stop('SIGKILL')
}

const TABLES = ['device', 'device_onvif', 'device_credential']

/** Numbers of devices, or of what belongs to each of them, that are not wanted. */
function unevenIn(dataFolder: string, wanted: readonly number[]): string[] {
  const counts = TABLES.map((table) => countIn(dataFolder, table))
  const isEven = counts.every((count) => count === counts[0])
  if (isEven && wanted.includes(counts[0] ?? -1)) return []
  return [`${TABLES.map((table, at) => `${counts[at]} of ${table}`).join(', ')}; not ${wanted.join(' or ')}`]
}

const devicesIn = (dataFolder: string): number => countIn(dataFolder, 'device')

function countIn(dataFolder: string, table: string): number {
  const database = new DatabaseSync(join(dataFolder, 'main.db'))
  const row = database.prepare(`select count(*) as count from ${table}`).get()
  database.close()
  return Number(row?.['count'])
}
