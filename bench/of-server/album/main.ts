/**
 * An album of 10,000 pictures: what a page of it costs over HTTP by each filter, on SQLite and PostgreSQL, and what memory a .zip
 * of 500 pictures takes while it streams.
 */
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'

import { imageDownloadUrl, imageList } from '@vedette/contract/calls/album'
import type { BodyOf } from '@vedette/contract/call'
import { deviceUploadImage } from '@vedette/contract/calls/device-photo'

import type { Tables } from '../../../server/src/engines/storage/schema.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../../server/src/testing/app.ts'
import { pngOf } from '../../../server/src/testing/png.ts'
import { plainQuery } from '../../../server/src/testing/plain-query.ts'
import { engines } from '../../../server/src/testing/storage.ts'
import { upload } from '../../../server/src/testing/upload.ts'
import { flag } from '../../src/flags.ts'
import { quantile } from '../../src/statistics.ts'

const PICTURES = flag('rows', 10_000)
const TIMES = flag('times', 50)
const ZIPPED = flag('files', 500)
const [WIDTH, HEIGHT] = [640, 360]
const ROWS_PER_UNIT = 1000
const UPLOADS = 240
const REGIONS = 20
const DAY_MS = 86_400_000
const PAGE = 100
const SAMPLE_MS = 20
const PLACES = ['North gate', 'South gate', 'Yard', 'Hall', 'Car park', 'Stairs', 'Roof', 'Dock']
const TYPES = [1, 1, 1, 2, 3]

/** `--rows N` pictures, each filter `--times N`, a zip of `--files N`. */
async function benchAlbum(engine: (typeof engines)[number]): Promise<void> {
  const app = await startTestApp({ engine })
  try {
    const company = await app.company()
    const regions = await fill(app, company)
    if (engine === 'postgres')
      await app.platform.storage.read(plainQuery(app.platform.storage, 'vacuum analyze'))
    const nowMs = app.clock.now()
    const filters: Record<string, BodyOf<typeof imageList>> = {
      'none, the first page': {},
      'none, the last page': { Page: Math.floor(PICTURES / PAGE) },
      'part of a name': { Keyword: 'car p' },
      'an id': { Keyword: 'CAMERA-77' },
      'what nothing has': { Keyword: 'nowhere' },
      type: { DevTypes: [2] },
      region: { GID: regions[3] },
      'a week': { From: nowMs - 14 * DAY_MS, To: nowMs - 7 * DAY_MS },
      'all of these': {
        Keyword: 'yard',
        DevTypes: [1, 2],
        GID: regions[2],
        From: nowMs - 60 * DAY_MS,
        To: nowMs,
      },
    }
    const rows = []
    for (const [filter, body] of Object.entries(filters)) {
      const took = await timed(() => app.ask(imageList, { PageSize: PAGE, ...body }, company.token))
      rows.push({ filter, p50: ms(quantile(took, 0.5)), p95: ms(quantile(took, 0.95)) })
    }
    console.log(`\na page of ${PAGE} out of ${PICTURES} pictures on ${engine}, ms`)
    console.table(rows)
    if (engine === 'sqlite') console.table([await zipped(app, company)])
  } finally {
    await app.close()
  }
}

/** Rows without files. */
async function fill({ platform, region, clock }: TestApp, company: TestCompany): Promise<string[]> {
  const { storage } = platform
  const { companyId } = company
  const regions: string[] = []
  for (let n = 0; n < REGIONS; n++) regions.push(await region(company))
  for (let at = 0; at < PICTURES; at += ROWS_PER_UNIT) {
    const count = Math.min(ROWS_PER_UNIT, PICTURES - at)
    const rows = Array.from({ length: count }, (_, i): Tables['album_picture'] => {
      const n = at + i
      const id = createHash('sha256').update(String(n)).digest('hex')
      const name = `${PLACES[n % PLACES.length] ?? ''} ${n % 200}`
      return {
        company_id: companyId,
        id,
        thumb_id: `thumb-${id}`,
        did: `CAMERA-${n % 200}`,
        channel: 0,
        dev_name: name,
        name_search: name.toLowerCase(),
        dev_type: TYPES[n % TYPES.length] ?? 1,
        model: 'VC-210',
        region_id: regions[n % REGIONS] ?? company.rootGid,
        region_name: `Region ${n % REGIONS}`,
        taken_at: clock.now() - n * 600_000,
        saved_at: clock.now() - n * 600_000,
        source: 'live',
        account: 'boss',
        width: 1920,
        height: 1080,
        bytes: 200_000,
        sha256: id,
      }
    })
    await storage.write([storage.db.insertInto('album_picture').values(rows)])
  }
  return regions
}

/** Real files, of noise so that nothing makes them smaller, read as fast as they come. */
async function zipped(app: TestApp, company: TestCompany): Promise<object> {
  const DID = await app.device(company)
  const PictureIDs: string[] = []
  for (let n = 0; n < ZIPPED; n++) {
    // A person may save 240 in a quarter of an hour.
    if (n % UPLOADS === UPLOADS - 1) app.clock.advance(15 * 60_000)
    const picture = pngOf(WIDTH, HEIGHT, noise())
    const answer = await upload(app, deviceUploadImage, [picture], company.token, { DID, Purpose: 'album' })
    if (answer.CODE !== deviceUploadImage.success) throw new Error(JSON.stringify(answer))
    PictureIDs.push(deviceUploadImage.reply.parse(answer.BODY).PictureID ?? '')
  }
  const { Url } = await app.ask(imageDownloadUrl, { PictureIDs }, company.token)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, process.memoryUsage().rss)
      await wait(SAMPLE_MS)
    }
  })()
  const startedAt = performance.now()
  const response = await app.fetch(Url)
  let bytes = 0
  for await (const piece of response.body ?? []) bytes += piece.length
  const tookMs = performance.now() - startedAt
  isOver = true
  await watching
  return {
    pictures: ZIPPED,
    'zip, MB': mb(bytes),
    'took, ms': Math.round(tookMs),
    'memory before, MB': mb(before),
    'and at most, MB': mb(most),
  }
}

/** Grey pixels, each row behind its filter's number: none. */
function noise(): Buffer {
  const rows = randomBytes((WIDTH + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) rows[y * (WIDTH + 1)] = 0
  return deflateSync(rows, { level: 1 })
}

async function timed(ask: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i <= TIMES; i++) {
    const startedAt = performance.now()
    await ask()
    // The first one prepares the statement.
    if (i > 0) took.push(performance.now() - startedAt)
  }
  return took
}

const ms = (value: number): string => value.toFixed(1)
const mb = (bytes: number): number => Math.round(bytes / 2 ** 20)

for (const engine of engines) await benchAlbum(engine)
