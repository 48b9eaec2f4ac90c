/** Adds the rows of a spreadsheet as one unit: all of them or none. */
import type { ImportColumn, RowFault } from '@vedette/contract/calls/device-import'
import type { ReasonWord } from '@vedette/contract/reasons'
import type { AllowedAddress, AddressCheck } from '@vedette/devices/driver'
import { z } from 'zod'

import type { Clock } from '../../../engines/clock.ts'
import { Secret, type SecretBox } from '../../../engines/secret-box.ts'
import type { ReadSheet } from '../../../engines/spreadsheet/sheet-reader.ts'
import { importResult, type JobContext, type JobOutcome, unread } from '../../job/index.ts'
import { newDid } from '../add.ts'
import { ADDRESS_WORDS } from '../probe.ts'
import type { DeviceStore, NewDevice } from '../store.ts'
import { type RegionPaths, regionPaths } from './region-paths.ts'
import { type ImportRow, readRows } from './rows.ts'

export const IMPORT_JOB = 'deviceImport'

/** What the job is given. */
export const ImportInput = z.object({
  gid: z.string(),
  /** Base64. */
  file: z.string(),
  isDryRun: z.boolean(),
  skipsBad: z.boolean(),
  /** What the account saw when it asked: of devices elsewhere it learns nothing. */
  regions: z.union([z.literal('all'), z.array(z.string())]).default('all'),
})
type ImportInput = z.infer<typeof ImportInput>

export interface ImportNeeds {
  store: DeviceStore
  clock: Clock
  secretBox: SecretBox
  readSheet: ReadSheet
  checkAddress: AddressCheck
  /** Hears of devices that came. */
  devicesChanged: (companyId: string, dids?: readonly string[]) => Promise<void>
}

/** Names are resolved so many at once. */
const CHECKED_AT_ONCE = 32

export async function importDevices(job: JobContext, needs: ImportNeeds): Promise<JobOutcome> {
  const input = ImportInput.parse(JSON.parse(job.input))
  const read = await needs.readSheet(Buffer.from(input.file, 'base64'))
  if (!read.ok) return { result: unread(read.fault), work: [] }
  const found = readRows(read.sheet)
  if (!found) return { result: unread('sheetNoHead'), work: [] }
  if (found.total === 0) return { result: unread('sheetEmpty'), work: [] }
  const regions = input.regions === 'all' ? input.regions : new Set(input.regions)
  const taken = await needs.store.addresses(job.companyId, regions)
  const paths = regionPaths(await needs.store.regions(job.companyId), regions)
  const { good, faults } = await checkRows(
    found.rows,
    { taken, paths, checkAddress: needs.checkAddress, gid: input.gid },
    (done) => {
      job.signal.throwIfAborted()
      job.progress(done, found.rows.length)
    },
  )
  const result = importResult({
    total: found.total,
    good: good.length,
    faults: [...found.faults, ...faults],
    ...input,
  })
  if (result.Added === 0) return { result, work: [] }
  const devices = good.map((row) => deviceOf(job.companyId, row, needs))
  return {
    result,
    work: needs.store.insertions(job.companyId, devices),
    afterwards: () =>
      needs.devicesChanged(
        job.companyId,
        devices.map(({ did }) => did),
      ),
  }
}

interface CheckedRow extends ImportRow {
  gid: string
  main: AllowedAddress
  sub: AllowedAddress | undefined
}

interface CheckedBy {
  taken: ReadonlyMap<string, string>
  paths: RegionPaths
  checkAddress: AddressCheck
  /** The region of rows that name none. */
  gid: string
}

async function checkRows(
  rows: readonly ImportRow[],
  { taken, paths, checkAddress, gid: chosen }: CheckedBy,
  progress: (done: number) => void,
): Promise<{ good: CheckedRow[]; faults: RowFault[] }> {
  const faults: RowFault[] = []
  const checked: (CheckedRow | undefined)[] = []
  const blame = (row: ImportRow, Column: ImportColumn, Word: ReasonWord, Values: RowFault['Values'] = {}) =>
    void faults.push({ Row: row.row, Column, Word, Values })
  const check = async (row: ImportRow, column: ImportColumn, typed: string) => {
    const outcome = await checkAddress(typed)
    if (outcome.ok) return outcome
    blame(row, column, ADDRESS_WORDS[outcome.reason])
    return undefined
  }
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < rows.length; at = next++) {
      const row = rows[at]
      if (!row) break
      const gid = row.region === '' ? chosen : paths.find(row.region)
      if (gid === undefined) blame(row, 'region', 'noSuchRegion', { Example: paths.example })
      const main = await check(row, 'address', row.url)
      const sub = row.subUrl === '' ? undefined : await check(row, 'subAddress', row.subUrl)
      if (gid !== undefined && main && (row.subUrl === '' || sub)) checked[at] = { ...row, gid, main, sub }
      progress(at + 1)
    }
  }
  await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, work))
  const seen = new Map<string, number>()
  const good: CheckedRow[] = []
  for (const row of checked) {
    if (!row) continue
    const { url } = row.main
    const [earlier, holder] = [seen.get(url), taken.get(url)]
    if (earlier !== undefined) blame(row, 'address', 'addressTwice', { Row: earlier })
    else if (holder !== undefined) blame(row, 'address', 'addressTaken', { DID: holder })
    else good.push(row)
    seen.set(url, earlier ?? row.row)
  }
  return { good, faults }
}

function deviceOf(
  companyId: string,
  { main, sub, ...row }: CheckedRow,
  { secretBox, clock }: ImportNeeds,
): NewDevice {
  const did = newDid()
  const isOnvif = main.scheme === 'http:' || main.scheme === 'https:'
  const how = { channel: 0, transport: 'auto' as const, tls: 'any' as const }
  return {
    did,
    regionId: row.gid,
    name: row.name,
    alias: row.alias,
    lng: row.lng,
    lat: row.lat,
    devType: row.devType,
    license: row.license,
    createdAt: clock.now(),
    username: row.username,
    secretBox: secretBox.seal(new Secret(row.password), { companyId, did }),
    ...(isOnvif
      ? // It tells its streams when it is asked: see capability-refresh.ts.
        { driver: 'onvif', onvif: { url: main.url, tls: 'any', hasPtz: false }, streams: [] }
      : {
          driver: 'rtsp',
          streams: [
            { ...how, quality: 'main', url: main.url },
            ...(sub ? [{ ...how, quality: 'sub' as const, url: sub.url }] : []),
          ],
        }),
  }
}
