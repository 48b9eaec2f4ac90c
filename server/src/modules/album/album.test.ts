import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

import { deleteImage, imageDownloadUrl, imageList } from '@vedette/contract/calls/album'
import { auditList } from '@vedette/contract/calls/audit'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { deviceUploadImage } from '@vedette/contract/calls/device-photo'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { ADMINISTRATOR, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { pngOf } from '../../testing/png.ts'
import { engines } from '../../testing/storage.ts'
import { upload } from '../../testing/upload.ts'
import { PICTURE_SWEEP_MS, PICTURE_UNUSED_MS } from '../picture/index.ts'

const READ = `import io, json, sys, zipfile
it = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
print(json.dumps({"names": it.namelist(), "bad": it.testzip(), "sizes": [i.file_size for i in it.infolist()]}))`
const Read = z.object({ names: z.array(z.string()), bad: z.string().nullable(), sizes: z.array(z.number()) })

/** Unzips as another reader does; `bad` is the first entry whose checksum is wrong. */
function unzipped(file: Buffer): z.infer<typeof Read> {
  return Read.parse(JSON.parse(execFileSync('python3', ['-c', READ], { input: file, encoding: 'utf8' })))
}

const GUARD = { realTimeVideo: ['videoScreenshot'], albumManager: ['delete'] }

describe.each(engines)('the album on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app?.close())

  const put = (token: string, DID: string, more: Record<string, string> = {}) =>
    upload(app, deviceUploadImage, [pngOf(32, 18)], token, { DID, Purpose: 'album', ...more })
  const taken = async (token: string, DID: string, more: Record<string, string> = {}): Promise<string> =>
    deviceUploadImage.reply.parse((await put(token, DID, more)).BODY).PictureID ?? ''
  const list = async (token: string, body = {}) =>
    (await app.ask(imageList, body, token)).List.map(({ PictureID }) => PictureID)
  const urlOf = async (PictureIDs: string[], token: string) =>
    (await app.ask(imageDownloadUrl, { PictureIDs }, token)).Url

  it('keeps what was seen with its device, time, size, hash and who took it', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const clerk = await app.account(company, GUARD)
    const before = app.clock.now() - 60_000
    const PictureID = await taken(clerk.token, did, { Time: `${before}`, Source: 'replay', Channel: '2' })
    const [picture, ...others] = (await app.ask(imageList, {}, clerk.token)).List
    expect(others).toEqual([])
    expect(picture).toMatchObject({
      PictureID,
      DID: did,
      DevType: 1,
      GID: company.rootGid,
      Time: before,
      SavedAt: app.clock.now(),
      Channel: 2,
      Source: 'replay',
      Account: `${company.code}_${clerk.name}`,
      Width: 32,
      Height: 18,
    })
    const bytes = Buffer.from(await (await app.fetch(picture?.Url ?? '')).arrayBuffer())
    expect(bytes.length).toBe(picture?.Bytes)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(picture?.Sha256)
    expect((await app.fetch(picture?.ThumbUrl ?? '')).status).toBe(200)
  })

  it('says now for a time that has not come', async () => {
    const company = await app.company()
    const did = await app.device(company)
    await taken(company.token, did, { Time: `${app.clock.now() + 3_600_000}` })
    const [picture] = (await app.ask(imageList, {}, company.token)).List
    expect(picture?.Time).toBe(app.clock.now())
  })

  it.each([
    ['realTimeVideo without its screenshot', { realTimeVideo: ['PTZ'] }, {}],
    ['who may edit devices alone', { deviceManger: ['edit'] }, {}],
    ['who may take pictures alone, for an installation photo', GUARD, { Purpose: 'installation' }],
  ])('refuses %s', async (_who, rights, more) => {
    const company = await app.company()
    const did = await app.device(company)
    const clerk = await app.account(company, rights)
    expect((await put(clerk.token, did, more)).CODE).toBe(CODES.noPermission.code)
  })

  it.each([{ replay: [] }, { alarmManger: [] }, { realTimeVideo: ['videoScreenshot'] }])(
    'takes pictures from %o',
    async (rights) => {
      const company = await app.company()
      const did = await app.device(company)
      const clerk = await app.account(company, rights)
      expect((await put(clerk.token, did)).CODE).toBe('200')
    },
  )

  it('is searched by region, device, type and time, the latest first', async () => {
    const company = await app.company()
    const [north, south] = [await app.region(company), await app.region(company)]
    const below = await app.region(company, north)
    const [one, two] = [await app.device(company, below), await app.device(company, south)]
    const now = app.clock.now()
    const first = await taken(company.token, one, { Time: `${now - 3000}` })
    const second = await taken(company.token, two, { Time: `${now - 2000}` })
    const third = await taken(company.token, one, { Time: `${now - 1000}` })
    expect(await list(company.token)).toEqual([third, second, first])
    expect(await list(company.token, { GID: north })).toEqual([third, first])
    expect(await list(company.token, { Keyword: two.slice(-6).toLowerCase() })).toEqual([second])
    expect(await list(company.token, { Keyword: 'CAMERA' })).toHaveLength(3)
    expect(await list(company.token, { DevTypes: [4] })).toEqual([])
    expect(await list(company.token, { From: now - 2000, To: now - 1000 })).toEqual([second])
    const page = await app.ask(imageList, { Page: 2, PageSize: 2 }, company.token)
    expect([page.Total, page.List.map(({ PictureID }) => PictureID)]).toEqual([3, [first]])
    const bound = await app.account(company, GUARD, [south])
    expect(await list(bound.token)).toEqual([second])
    expect(await list((await app.company()).token)).toEqual([])
  })

  it('needs a right of its own for several, and refuses an empty list', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const clerk = await app.account(company, GUARD)
    const ids = [await taken(clerk.token, did), await taken(clerk.token, did), await taken(clerk.token, did)]
    for (const call of [deleteImage, imageDownloadUrl]) {
      expect((await app.send(call, { PictureIDs: ids }, clerk.token)).CODE).toBe(CODES.noPermission.code)
      expect((await app.send(call, { PictureIDs: [] }, clerk.token)).CODE).toBe(CODES.badInput.code)
    }
    expect(await app.ask(deleteImage, { PictureIDs: ids.slice(0, 1) }, clerk.token)).toEqual({ Deleted: 1 })
    expect(await app.ask(deleteImage, { PictureIDs: ids.slice(1) }, company.token)).toEqual({ Deleted: 2 })
    expect(await list(company.token)).toEqual([])
    const Paths = [deleteImage.path]
    const log = (await app.ask(auditList, { Paths, Outcome: 'done' }, company.token)).List
    expect(log.map(({ Details }) => Details['count'])).toEqual([2, 1])
  })

  it('deletes the files with the pictures, and sweeps none that it has', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const [gone, kept] = [await taken(company.token, did), await taken(company.token, did)]
    const shown = (await app.ask(imageList, {}, company.token)).List
    const urls = (id: string) =>
      shown.filter(({ PictureID }) => PictureID === id).flatMap(({ Url, ThumbUrl }) => [Url, ThumbUrl])
    await app.ask(deleteImage, { PictureIDs: [gone] }, company.token)
    for (const url of urls(gone)) expect((await app.fetch(url)).status).toBe(404)
    app.clock.leap(PICTURE_UNUSED_MS + PICTURE_SWEEP_MS)
    const token = await app.tokenOf(company.code, ADMINISTRATOR)
    const [left] = (await app.ask(imageList, {}, token)).List
    expect(left?.PictureID).toBe(kept)
    for (const url of [left?.Url ?? '', left?.ThumbUrl ?? '']) expect((await app.fetch(url)).status).toBe(200)
  })

  it('gives one picture as it is and several as a zip, to whom they were chosen for', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const Time = `${Date.parse('2024-12-15T06:30:12Z')}`
    const ids = [await taken(company.token, did, { Time }), await taken(company.token, did, { Time })]
    const one = await app.fetch(await urlOf(ids.slice(0, 1), company.token))
    expect(one.headers.get('content-type')).toBe('image/webp')
    // By the clocks of the company, whose zone it names: Berlin.
    const name = /^attachment; filename="Camera \d+ 2024-12-15 07-30-12 UTC\+01-00\.webp"/
    expect(one.headers.get('content-disposition')).toMatch(name)
    const bytes = Buffer.from(await one.arrayBuffer())

    const url = await urlOf(ids, company.token)
    const several = await app.fetch(url)
    expect(several.headers.get('content-type')).toBe('application/zip')
    const zipName = /^attachment; filename="album Camera \d+ 2024-12-15 07-30-12 UTC\+01-00\.zip"/
    expect(several.headers.get('content-disposition')).toMatch(zipName)
    const { names, bad, sizes } = unzipped(Buffer.from(await several.arrayBuffer()))
    expect(names).toHaveLength(2)
    expect(names[1]).toBe(names[0]?.replace('.webp', ' (2).webp'))
    expect(bad).toBeNull()
    expect(sizes[0]).toBe(bytes.length)

    const other = url.replace(/selection=(.)/, (_, first) => `selection=${first === '_' ? 'A' : '_'}`)
    expect((await app.fetch(other)).status).toBe(401)
    app.clock.leap(5 * 60_000 + 1)
    expect((await app.fetch(url)).status).toBe(401)
  })

  it('keeps the pictures of a device that the company has no more', async () => {
    const company: TestCompany = await app.company()
    const did = await app.device(company)
    const id = await taken(company.token, did)
    await app.ask(batchExitGroup, { DIDs: [did] }, company.token)
    expect(await list(company.token)).toEqual([id])
    expect((await put(company.token, did)).CODE).toBe(CODES.noDataAuthority.code)
  })
})
