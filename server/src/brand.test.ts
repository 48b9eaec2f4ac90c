/** Another brand's console: what the platform itself writes to people has that name too. */
import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { invite } from '@vedette/contract/calls/invitation'
import { twoFactorBegin } from '@vedette/contract/calls/own-account'
import { sendVerifyCode } from '@vedette/contract/calls/user'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

import { readOutbox } from './engines/senders/outbox.ts'
import { PASSWORD, startTestApp, type TestApp } from './testing/app.ts'

let consoleFolder: string
let app: TestApp
beforeAll(async () => {
  consoleFolder = await mkdtemp(join(tmpdir(), 'vedette-console-'))
  await writeFile(join(consoleFolder, 'manifest.webmanifest'), JSON.stringify({ name: 'Kestrel Security' }))
  app = await startTestApp({ overrides: { consoleFolder } })
})
afterAll(async () => {
  await app.close()
  await rm(consoleFolder, { recursive: true })
})

it('names codes, invitations, authenticators and the page of calls by the brand of the console', async () => {
  const company = await app.company()
  const { roleId, name } = await app.account(company, { realTimeVideo: [] })
  const guest = { Account: 'guest', Name: 'Guest', Email: 'guest@example.com', RoleID: roleId }
  await app.ask(invite, guest, company.token)
  await app.ask(sendVerifyCode, { EnterpriseCode: company.code, Account: name, Purpose: 'reset' })
  const subjects = async () => {
    const messages = await readOutbox(join(app.archiveFolder, '../outbox'))
    return messages.map(({ subject }) => subject.replace(/\d{6}/, '…'))
  }
  // The code is sent after the answer, which tells nobody whether there is such an account.
  await expect.poll(subjects).toEqual(['Kestrel Security: invitation / 邀请', '… - Kestrel Security'])
  const { Uri } = await app.ask(twoFactorBegin, { Password: PASSWORD }, company.token)
  expect(new URL(Uri).searchParams.get('issuer')).toBe('Kestrel Security')
  const openApi = z.object({ info: z.object({ title: z.string() }) })
  const page = openApi.parse(await (await app.fetch('/vms/openapi.json')).json())
  expect(page.info.title).toBe('Kestrel Security')
})

it('names the certificate that the platform makes by the brand', async () => {
  const secure = await startTestApp({ config: { tls: { kind: 'own' } }, overrides: { consoleFolder } })
  const { subject } = new X509Certificate(secure.platform.ownCertificate ?? '')
  await secure.close()
  expect(subject).toMatch(/^CN=Kestrel Security /)
})
