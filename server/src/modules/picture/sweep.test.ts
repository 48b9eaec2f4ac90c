import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { deleteAccountList } from '@vedette/contract/calls/account'
import { uploadImage, uploadInfo } from '@vedette/contract/calls/own-account'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ADMINISTRATOR, startTestApp, type TestApp } from '../../testing/app.ts'
import { pngOf } from '../../testing/png.ts'
import { engines } from '../../testing/storage.ts'
import { upload } from '../../testing/upload.ts'
import { SWEEP_MS, UNUSED_MS } from './kept-pictures.ts'

describe.each(engines)('pictures that nobody shows, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app?.close())

  const uploaded = async (token: string): Promise<string> =>
    uploadImage.reply.parse((await upload(app, uploadImage, [pngOf(16, 16)], token)).BODY).Url

  it('are deleted once nobody can choose them any more, and so are those of accounts that are gone', async () => {
    const company = await app.company()
    const clerk = await app.account(company, {})
    const files = (): Promise<string[]> => readdir(join(app.archiveFolder, '../blobs', company.companyId))
    const idOf = (url: string): string => new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? ''

    const [own, clerks, unused] = [
      await uploaded(company.token),
      await uploaded(clerk.token),
      await uploaded(clerk.token),
    ]
    await app.ask(uploadInfo, { Icon: own }, company.token)
    await app.ask(uploadInfo, { Icon: clerks }, clerk.token)
    expect((await files()).toSorted()).toEqual([own, clerks, unused].map(idOf).toSorted())

    app.clock.leap(UNUSED_MS + SWEEP_MS)
    await expect.poll(files, { timeout: 60_000 }).not.toContain(idOf(unused))
    expect((await files()).toSorted()).toEqual([own, clerks].map(idOf).toSorted())

    const token = await app.tokenOf(company.code, ADMINISTRATOR)
    await app.ask(deleteAccountList, { AccountIDs: [clerk.accountId] }, token)
    app.clock.leap(SWEEP_MS)
    await expect.poll(files, { timeout: 60_000 }).toEqual([idOf(own)])
  })
})
