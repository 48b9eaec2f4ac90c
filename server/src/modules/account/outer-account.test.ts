/** Accounts of people who have no password here, below HTTP. */
import { roleList } from '@vedette/contract/calls/role'
import { Refusal } from '@vedette/contract/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { idSource } from '../../engines/ids.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { OUTER_ADMIN_ROLE, type OuterAccounts, outerAccounts, type OuterPerson } from './outer-account.ts'

const ISSUER = 'https://login.example.com'

describe.each(engines)('accounts of a provider on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let roleId: string
  let newId: () => string
  let accounts: OuterAccounts
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    company = await app.company()
    roleId = await app.platform.companies.addRole(company.companyId, { name: 'Guards', rights: {} })
    newId = idSource(app.clock)
    const { storage, authority } = app.platform
    accounts = outerAccounts({ storage, authority, clock: app.clock, newId })
  })

  const ada: OuterPerson = {
    issuer: ISSUER,
    subject: 'ada',
    account: 'ada',
    display: 'Ada Byron',
    email: 'ada@example.com',
  }
  const everywhere = { regionIds: undefined, hasBelow: true }
  const make = (person: OuterPerson, role = roleId, { companyId } = company) =>
    accounts.make(companyId, person, { roleId: role, binding: everywhere })
  async function row(id: string) {
    const { storage } = app.platform
    const [found] = await storage.read(storage.db.selectFrom('account').where('id', '=', id).selectAll())
    return found
  }
  const administrator = async () => {
    const { List } = await app.ask(roleList, {}, company.token)
    return List.find(({ RoleStatus }) => RoleStatus === 1)?.id ?? ''
  }

  it('have what the provider told, no password, and the role and regions that are given', async () => {
    const id = await make(ada)
    expect(await row(id)).toMatchObject({
      company_id: company.companyId,
      name: 'ada',
      display_name: 'Ada Byron',
      phone: null,
      email: 'ada@example.com',
      password_hash: null,
      password_state: 'own',
      admin_role: OUTER_ADMIN_ROLE,
      role_id: roleId,
      all_regions: 1,
      created_at: app.clock.now(),
    })
    const grace = { ...ada, subject: 'grace', account: 'grace' }
    const bound = { regionIds: [company.rootGid], hasBelow: false }
    const other = await accounts.make(company.companyId, grace, { roleId, binding: bound })
    expect(await row(other)).toMatchObject({ name: 'grace', all_regions: 0 })
  })

  it('are one for each person of an issuer in a company', async () => {
    const id = await make(ada)
    expect(await make({ ...ada, account: 'another', display: 'Other' })).toBe(id)
    expect(await row(id)).toMatchObject({ name: 'ada', display_name: 'Ada Byron' })
    expect(await make({ ...ada, issuer: 'https://other.example.com' })).not.toBe(id)
    expect(await make({ ...ada, subject: 'Ada' })).not.toBe(id)
    const elsewhere = await app.company()
    const role = await app.platform.companies.addRole(elsewhere.companyId, { name: 'Guards', rights: {} })
    expect(await make(ada, role, elsewhere)).not.toBe(id)
  })

  it('are one though its person logs in twice at once', async () => {
    const [one, two] = await Promise.all([make(ada), make(ada)])
    expect(one).toBe(two)
  })

  it('get a name that nobody of the company has', async () => {
    const nameOf = async (subject: string) => (await row(await make({ ...ada, subject })))?.name
    expect(await nameOf('1')).toBe('ada')
    expect(await nameOf('2')).toBe('ada2')
    expect(await nameOf('3')).toBe('ada3')
    const { storage } = app.platform
    const taken = await row(await make({ ...ada, subject: '4' }))
    if (!taken) throw new Error('the account is gone')
    await storage.write([
      storage.db
        .insertInto('account')
        .values(Array.from({ length: 496 }, (_, at) => ({ ...taken, id: newId(), name: `ada${at + 5}` }))),
    ])
    const id = await make({ ...ada, subject: '5' })
    expect((await row(id))?.name).toBe(id.toLowerCase())
  })

  it('are not made with a role that is gone, nor get one', async () => {
    await expect(make(ada, newId())).rejects.toThrow(new Refusal('noDataAuthority'))
    const id = await make(ada)
    await expect(accounts.giveRole(company.companyId, id, newId())).rejects.toThrow(
      new Refusal('noDataAuthority'),
    )
    expect(await row(id)).toMatchObject({ role_id: roleId })
  })

  it('get the role that is given; who has a password here keeps his own', async () => {
    const other = await app.platform.companies.addRole(company.companyId, { name: 'Chiefs', rights: {} })
    const id = await make(ada)
    await accounts.giveRole(company.companyId, id, other)
    expect(await row(id)).toMatchObject({ role_id: other })
    await accounts.giveRole(company.companyId, id, other)
    const clerk = await app.account(company, {})
    await accounts.giveRole(company.companyId, clerk.accountId, other)
    expect(await row(clerk.accountId)).toMatchObject({ role_id: clerk.roleId })
    await expect(accounts.giveRole(company.companyId, newId(), other)).rejects.toThrow(
      new Refusal('noSuchAccount'),
    )
    const elsewhere = await app.company()
    await expect(accounts.giveRole(elsewhere.companyId, id, other)).rejects.toThrow(
      new Refusal('noSuchAccount'),
    )
  })

  it('are not the way in which the last full administrator loses that', async () => {
    const full = await administrator()
    const id = await make(ada, full)
    const { storage } = app.platform
    await storage.write([
      storage.db.updateTable('account').set({ role_id: roleId }).where('id', '=', company.accountId),
    ])
    await expect(accounts.giveRole(company.companyId, id, roleId)).rejects.toThrow(
      new Refusal('lastAdministrator'),
    )
    expect(await row(id)).toMatchObject({ role_id: full })
  })
})
