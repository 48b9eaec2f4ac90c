import { deleteAccountList } from '@vedette/contract/calls/account'
import { previewRole } from '@vedette/contract/calls/role'
import { keepOwnWall, ownWalls } from '@vedette/contract/calls/wall'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const GUARD = { realTimeVideo: [] }

describe.each(engines)('walls that people keep, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  const wallsOf = async (token: string) => (await app.ask(ownWalls, {}, token)).List
  const keep = (token: string, Number: number, Wall: string) => app.ask(keepOwnWall, { Number, Wall }, token)

  it('are their account’s alone, by number, the last in the place of the one before', async () => {
    const company = await app.company()
    const [guard, other] = [await app.account(company, GUARD), await app.account(company, GUARD)]
    await keep(guard.token, 2, 'layout=9&chosen=0&show=')
    await keep(guard.token, 1, 'layout=4&chosen=1&show=CAM-000001')
    await keep(guard.token, 1, 'layout=1&chosen=0&show=CAM-000001~2')
    const SavedAt = app.clock.now()
    expect(await wallsOf(guard.token)).toEqual([
      { Number: 1, Wall: 'layout=1&chosen=0&show=CAM-000001~2', SavedAt },
      { Number: 2, Wall: 'layout=9&chosen=0&show=', SavedAt },
    ])
    for (const token of [other.token, company.token, (await app.company()).token])
      expect(await wallsOf(token)).toEqual([])
    await app.ask(deleteAccountList, { AccountIDs: [guard.accountId] }, company.token)
    const left = app.platform.storage.db
      .selectFrom('account_wall')
      .where('account_id', '=', guard.accountId)
      .select('number')
    expect(await app.platform.storage.read(left)).toEqual([])
  })

  it('are of the form that walls have, and none is kept by a preview', async () => {
    const company = await app.company()
    const guard = await app.account(company, GUARD)
    for (const body of [
      { Number: 0, Wall: '' },
      { Number: 1, Wall: '<b>' },
      { Number: 1, Wall: 'x'.repeat(1001) },
    ])
      expect((await app.send(keepOwnWall, body, guard.token)).CODE).toBe(CODES.badInput.code)
    const { Utoken } = await app.ask(previewRole, { id: guard.roleId }, company.token)
    await keep(Utoken, 1, 'layout=4&chosen=0&show=')
    expect(await wallsOf(company.token)).toEqual([])
    expect(await wallsOf(Utoken)).toEqual([])
  })
})
