import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'

import { joinGroups, updateUserAccount } from '@vedette/contract/calls/account'
import { auditList } from '@vedette/contract/calls/audit'
import { getDeviceInfo } from '@vedette/contract/calls/device-config'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { deviceRemoveImage, deviceUploadImage } from '@vedette/contract/calls/device-photo'
import { uploadInfo } from '@vedette/contract/calls/own-account'
import { updateRole } from '@vedette/contract/calls/role'
import { acceptTransfer, offerDevices } from '@vedette/contract/calls/transfer'
import { logout } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { headerOf } from '../../engines/pictures/header.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { pngOf } from '../../testing/png.ts'
import { engines } from '../../testing/storage.ts'
import { upload } from '../../testing/upload.ts'

describe.each(engines)('the photo of where a device hangs, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app?.close())

  const put = (token: string, DID: string, ...files: readonly Uint8Array[]) =>
    upload(app, deviceUploadImage, files, token, { DID })
  async function kept(token: string, DID: string, picture = pngOf(16, 16)) {
    return deviceUploadImage.reply.parse((await put(token, DID, picture)).BODY)
  }
  const photoOf = async (DID: string, token: string) => (await app.ask(getDeviceInfo, { DID }, token)).Photo
  const statusOf = async (url: string) => (await app.fetch(url)).status
  const filesOf = ({ companyId }: TestCompany) => readdir(join(app.archiveFolder, '../blobs', companyId))
  const says = (Word: string) => ({ CODE: CODES.badInput.code, BODY: { Field: 'file', Word } })

  it('is refused unread, and on record, to anyone who may not put one up; one that is too large hears how much may come', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const guard = await app.account(company, { realTimeVideo: [] })
    expect((await put(guard.token, did, pngOf(4, 4))).CODE).toBe(CODES.noPermission.code)
    const { path, maxBodyBytes = 0 } = deviceUploadImage
    const refused = { AccountID: guard.accountId, Outcome: 'refused' as const }
    await expect
      .poll(async () => (await app.ask(auditList, refused, company.token)).List, { timeout: 60_000 })
      .toMatchObject([{ Path: path, Code: CODES.noPermission.code }])
    expect(await put(company.token, did, new Uint8Array(maxBodyBytes))).toEqual({
      CODE: CODES.tooLarge.code,
      BODY: { Limit: maxBodyBytes },
    })
  })

  it('is shown with the device, encoded anew, until another one takes its place or it is removed', async () => {
    const company = await app.company()
    const did = await app.device(company)
    expect(await photoOf(did, company.token)).toBeUndefined()
    const first = await kept(company.token, did, pngOf(1700, 10))
    expect(first).toEqual({ Url: expect.any(String), DID: did, Time: app.clock.now() })
    const shown = await photoOf(did, company.token)
    expect(shown).toEqual({ Url: first.Url, Time: first.Time })
    const file = Buffer.from(await (await app.fetch(first.Url)).arrayBuffer())
    expect(headerOf(file)).toMatchObject({ kind: 'webp', width: 1600 })

    const second = await kept(company.token, did)
    expect(await statusOf(first.Url)).toBe(404)
    expect((await photoOf(did, company.token))?.Url).toBe(second.Url)
    await app.ask(deviceRemoveImage, { DID: did }, company.token)
    expect(await photoOf(did, company.token)).toBeUndefined()
    expect(await statusOf(second.Url)).toBe(404)
    expect(await filesOf(company)).toEqual([])
    await app.ask(deviceRemoveImage, { DID: did }, company.token)
  })

  it('is no SVG, no picture of 16,000 by 16,000 pixels, not missing, not two, and not larger than 5 MB', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const huge = pngOf(16_000, 16_000, deflateSync(Buffer.alloc(1000)))
    expect(await put(company.token, did)).toMatchObject(says('chooseImage'))
    expect(await put(company.token, did, pngOf(4, 4), pngOf(4, 4))).toMatchObject(says('oneImage'))
    expect(await put(company.token, did, svg)).toMatchObject(says('onlyImages'))
    expect(await put(company.token, did, huge)).toMatchObject(says('imageTooLarge'))
    expect(await put(company.token, did, new Uint8Array(5 * 1024 * 1024 + 1))).toMatchObject(
      says('imageTooLarge'),
    )
    const missing = await upload(app, deviceUploadImage, [pngOf(4, 4)], company.token)
    expect(missing).toMatchObject({ CODE: CODES.badInput.code, BODY: { Field: 'DID' } })
    expect(await photoOf(did, company.token)).toBeUndefined()
  })

  it('is put up and removed by those alone who may change that device, or who install devices there', async () => {
    const [company, other] = [await app.company(), await app.company()]
    const [here, there] = [await app.region(company), await app.region(company)]
    const [near, far] = [await app.device(company, here), await app.device(company, there)]
    const foreign = await app.device(other)
    const installer = await app.account(company, { 'install-maintenance': [] }, [here])
    const editor = await app.account(company, { deviceManger: ['edit'] }, [here])
    const viewer = await app.account(company, { deviceManger: ['deviceConf'] }, [here])
    for (const { token } of [installer, editor]) {
      const { Url } = await kept(token, near)
      expect((await photoOf(near, viewer.token))?.Url.split('?')[0]).toBe(Url.split('?')[0])
      for (const did of [far, foreign, 'CAM-ZZZZZZZZZZ']) {
        expect((await put(token, did, pngOf(4, 4))).CODE).toBe(CODES.noDataAuthority.code)
        expect((await app.send(deviceRemoveImage, { DID: did }, token)).CODE).toBe(CODES.noDataAuthority.code)
      }
    }
    expect((await put(viewer.token, near, pngOf(4, 4))).CODE).toBe(CODES.noPermission.code)
    expect((await app.send(deviceRemoveImage, { DID: near }, viewer.token)).CODE).toBe(
      CODES.noPermission.code,
    )
    expect(await photoOf(foreign, other.token)).toBeUndefined()
    expect(await photoOf(near, viewer.token)).toBeDefined()
  })

  it('is not shown any more at the address that somebody kept, once his right to it is gone', async () => {
    const company = await app.company()
    const [here, there] = [await app.region(company), await app.region(company)]
    const did = await app.device(company, here)
    await kept(company.token, did)
    const viewer = (regions = [here]) => app.account(company, { deviceManger: [] }, regions)
    const [moved, barred, loggedOut, lesser] = [
      await viewer(),
      await viewer(),
      await viewer(),
      await viewer(),
    ]
    const urlFor = async ({ token }: { token: string }) => (await photoOf(did, token))?.Url ?? ''
    const urls = await Promise.all([moved, barred, loggedOut, lesser].map(urlFor))
    expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200, 200, 200])
    const bound = { AccountID: moved.accountId, AllRegions: false, GIDs: [there] }
    await app.ask(joinGroups, bound, company.token)
    await app.ask(updateUserAccount, { AccountID: barred.accountId, Disabled: true }, company.token)
    await app.ask(logout, {}, loggedOut.token)
    await app.ask(updateRole, { id: lesser.roleId, permissions: [] }, company.token)
    expect(await Promise.all(urls.map(statusOf))).toEqual([404, 404, 404, 404])
    // Another's session, or another right, is no part of what was signed.
    const own = await urlFor(company)
    expect(await statusOf(own)).toBe(200)
    for (const forged of [
      own.replace(/&o=[^&]*/, '&o='),
      own.replace(/&u=[^&]*/, '&u=x'),
      own.replace(did, 'X'),
    ])
      expect(await statusOf(forged)).toBe(404)
  })

  it('goes when its device is removed, and does not come along to another company', async () => {
    const [giver, taker] = [await app.company(), await app.company()]
    const [gone, given, stays] = [await app.device(giver), await app.device(giver), await app.device(giver)]
    const [removed, moved, left] = [
      await kept(giver.token, gone),
      await kept(giver.token, given),
      await kept(giver.token, stays),
    ]
    await app.ask(batchExitGroup, { DIDs: [gone] }, giver.token)
    expect(await statusOf(removed.Url)).toBe(404)
    const { Code } = await app.ask(offerDevices, { DIDs: [given] }, giver.token)
    await app.ask(acceptTransfer, { Code, GID: taker.rootGid }, taker.token)
    expect(await photoOf(given, taker.token)).toBeUndefined()
    expect(await statusOf(moved.Url)).toBe(404)
    expect(await photoOf(stays, giver.token)).toMatchObject({ Url: left.Url })
    expect(await filesOf(giver)).toHaveLength(1)
  })

  it('is not deleted by somebody who made it the picture of himself and chose another one', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const clerk = await app.account(company, { deviceMap: [] })
    const { Url } = await kept(company.token, did)
    await app.ask(uploadInfo, { Icon: Url }, clerk.token)
    const own = await kept(company.token, await app.device(company))
    await app.ask(uploadInfo, { Icon: own.Url }, clerk.token)
    expect(await statusOf(Url)).toBe(200)
    // Nor does who has its address lose it with the device.
    await app.ask(uploadInfo, { Icon: Url }, clerk.token)
    await app.ask(deviceRemoveImage, { DID: did }, company.token)
    expect(await statusOf(Url)).toBe(200)
  })
})
