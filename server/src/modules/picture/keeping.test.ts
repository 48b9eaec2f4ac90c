import { imageList } from '@vedette/contract/calls/album'
import { pictureKeeping, setPictureKeeping } from '@vedette/contract/calls/company'
import { deviceUploadImage } from '@vedette/contract/calls/device-photo'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { pngOf } from '../../testing/png.ts'
import { engines } from '../../testing/storage.ts'
import { upload } from '../../testing/upload.ts'
import { KEEPING_SWEEP_MS } from './keeping.ts'

const DAY_MS = 86_400_000
const GIGABYTE = 1024 ** 3
const PATIENCE = { timeout: 60_000 }

describe.each(engines)('how long pictures are kept, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app?.close())

  const taken = async (company: TestCompany, DID: string): Promise<string> => {
    const form = { DID, Purpose: 'album' }
    const { BODY } = await upload(app, deviceUploadImage, [pngOf(32, 18)], company.token, form)
    return deviceUploadImage.reply.parse(BODY).PictureID ?? ''
  }
  const raised = async ({ companyId }: TestCompany, did: string): Promise<string> => {
    const { intake } = app.platform.events
    const at = app.clock.now()
    const begun = await intake.begin({ companyId, did, channel: 0, type: 'motion', origin: 'device', at })
    const id = begun?.eventId ?? ''
    expect(await intake.addPicture(id, pngOf(64, 36))).toBe(true)
    return id
  }
  const albumOf = async ({ token }: TestCompany) =>
    (await app.ask(imageList, {}, token)).List.map(({ PictureID }) => PictureID)
  const withPicture = async ({ token }: TestCompany) =>
    (await app.ask(getEventListV2, {}, token)).List.filter(({ HasImage }) => HasImage === 1).map(
      ({ CloudEid }) => CloudEid,
    )
  const motions = async ({ token }: TestCompany) =>
    (await app.ask(getEventListV2, { Types: [0] }, token)).Total
  const keepingOf = ({ token }: TestCompany) => app.ask(pictureKeeping, {}, token)
  /** Makes the platform believe that they are that large. */
  const swell = async ({ companyId }: TestCompany, id: string, bytes: number): Promise<void> => {
    const { storage } = app.platform
    await storage.write([
      storage.db
        .updateTable('album_picture')
        .set({ bytes })
        .where('company_id', '=', companyId)
        .where('id', '=', id),
    ])
  }

  it('is 365 days and 5 GB, for administrators to change and for others to read', async () => {
    const company = await app.company()
    const clerk = await app.account(company, { albumManager: [] })
    expect(await app.ask(pictureKeeping, {}, clerk.token)).toEqual({
      Days: 365,
      Gigabytes: 5,
      UsedBytes: 0,
      Pictures: 0,
    })
    const body = { Days: 30, Gigabytes: 1 }
    expect((await app.send(setPictureKeeping, body, clerk.token)).CODE).toBe(CODES.noPermission.code)
    for (const bad of [
      { Days: 0, Gigabytes: 1 },
      { Days: 30, Gigabytes: 0 },
      { Days: 1.5, Gigabytes: 1 },
    ])
      expect((await app.send(setPictureKeeping, bad, company.token)).CODE).toBe(CODES.badInput.code)
    await app.ask(setPictureKeeping, body, company.token)
    expect(await keepingOf(company)).toMatchObject(body)
    expect(await keepingOf(await app.company())).toMatchObject({ Days: 365, Gigabytes: 5 })
  })

  it('ends by days: the older of album and alarm go, an alarm stays without its picture', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const [oldAlarm] = [await raised(company, did), await taken(company, did)]
    expect(await withPicture(company)).toEqual([oldAlarm])
    expect((await keepingOf(company)).Pictures).toBe(2)
    await app.ask(setPictureKeeping, { Days: 2, Gigabytes: 5 }, company.token)
    app.clock.leap(DAY_MS)
    const token = await app.tokenOf(company.code, 'boss')
    const later = { ...company, token }
    const [kept, alarm] = [await taken(later, did), await raised(later, did)]
    app.clock.leap(DAY_MS + KEEPING_SWEEP_MS)
    const last = { ...company, token: await app.tokenOf(company.code, 'boss') }
    await expect.poll(() => albumOf(last), PATIENCE).toEqual([kept])
    await expect.poll(() => withPicture(last), PATIENCE).toEqual([alarm])
    expect(await motions(last)).toBe(2)
  })

  it('ends by room: the oldest go until what is left fits, of this company alone', async () => {
    const [company, other] = [await app.company(), await app.company()]
    const [did, theirs] = [await app.device(company), await app.device(other)]
    const ids: string[] = []
    for (let at = 0; at < 3; at++) {
      ids.push(await taken(company, did))
      app.clock.advance(1000)
    }
    const another = await taken(other, theirs)
    for (const id of ids) await swell(company, id, Math.round(0.4 * GIGABYTE))
    await swell(other, another, 2 * GIGABYTE)
    await app.ask(setPictureKeeping, { Days: 365, Gigabytes: 1 }, company.token)
    expect((await keepingOf(company)).UsedBytes).toBeGreaterThan(GIGABYTE)
    app.clock.advance(KEEPING_SWEEP_MS)
    await expect.poll(async () => (await albumOf(company)).toSorted(), PATIENCE).toEqual(ids.slice(1))
    expect((await keepingOf(company)).UsedBytes).toBeLessThan(GIGABYTE)
    expect(await albumOf(other)).toEqual([another])
  })
})
