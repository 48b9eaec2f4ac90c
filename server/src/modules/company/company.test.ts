import { userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ADMINISTRATOR, PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

describe.each(engines)('companies on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  it('begin with demo, whose first password works', async () => {
    const password = app.platform.firstPassword?.reveal() ?? 'none'
    expect((await app.login('demo', 'demo_admin', password)).CODE).toBe('200')
    expect(app.logged()).not.toContain(password)
  })

  it('with one code cannot be two', async () => {
    const { code } = await app.company()
    const again = app.platform.companies.found({
      code,
      name: 'Again',
      timeZone: 'UTC',
      administrator: { name: ADMINISTRATOR, password: PASSWORD },
    })
    await expect(again).rejects.toMatchObject({ reason: 'accountExists' })
  })

  it.each([
    ['ab', PASSWORD],
    ['x'.repeat(33), PASSWORD],
    ['two words', PASSWORD],
    ['clerk', 'short'],
    ['clerk', 'My#Clerk99'],
    ['clerk', '1234#Abcd'],
  ])('have no account %s with the password %s', async (name, password) => {
    const company = await app.company()
    const roleId = await app.platform.companies.addRole(company.companyId, { name: 'Role', rights: {} })
    const adding = app.platform.companies.addAccount(company.companyId, { name, password, roleId })
    await expect(adding).rejects.toMatchObject({ reason: 'badInput' })
  })

  it("have no account whose bare name could be taken for another's full one", async () => {
    const company = await app.company()
    const { companies } = app.platform
    const roleId = await companies.addRole(company.companyId, { name: 'Role', rights: {} })
    const adding = companies.addAccount(company.companyId, {
      name: `${company.code}_x`,
      password: PASSWORD,
      roleId,
    })
    await expect(adding).rejects.toMatchObject({ reason: 'badInput' })
  })

  it('have one account of a name, and other companies one of the same', async () => {
    const [company, other] = [await app.company(), await app.company()]
    const { companies } = app.platform
    const roleId = await companies.addRole(company.companyId, { name: 'Role', rights: {} })
    const adding = companies.addAccount(company.companyId, {
      name: ADMINISTRATOR.toUpperCase(),
      password: PASSWORD,
      roleId,
    })
    await expect(adding).rejects.toMatchObject({ reason: 'accountExists' })
    const infos = [await app.ask(userInfo, {}, company.token), await app.ask(userInfo, {}, other.token)]
    expect(infos.map((info) => info.Account)).toEqual([
      `${company.code}_${ADMINISTRATOR}`,
      `${other.code}_${ADMINISTRATOR}`,
    ])
    expect((await app.login(other.code, `${company.code}_${ADMINISTRATOR}`)).CODE).toBe(
      CODES.wrongPassword.code,
    )
  })
})
