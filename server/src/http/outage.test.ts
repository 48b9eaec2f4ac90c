import { login, userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { ADMINISTRATOR, PASSWORD, startTestApp, type TestApp } from '../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ engine: 'postgres', isCuttable: true })
})
afterAll(() => app.close())

it('answers every call while its database cannot be reached, and works again when it can', async () => {
  const company = await app.company()
  const credentials = { EnterpriseCode: company.code, Account: ADMINISTRATOR, Password: PASSWORD }
  for (let round = 0; round < 2; round++) {
    await app.databaseLine?.cut()
    const reading = app.send(userInfo, {}, company.token)
    const writing = app.send(login, credentials)
    const refused = { CODE: CODES.responseTimeout.code, BODY: {} }
    expect([await reading, await writing]).toEqual([refused, refused])
    expect((await app.fetch('/healthz')).status).toBe(503)
    await app.databaseLine?.mend()
    expect((await app.send(userInfo, {}, company.token)).CODE).toBe('200')
    expect((await app.send(login, credentials)).CODE).toBe('200')
    expect((await app.fetch('/healthz')).status).toBe(200)
  }
})
