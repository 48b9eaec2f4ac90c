import { deleteAccountList } from '@vedette/contract/calls/account'
import { previewRole } from '@vedette/contract/calls/role'
import {
  keepOwnWall,
  MOST_WALLS,
  namedWalls,
  ownWalls,
  removeNamedWall,
  saveNamedWall,
} from '@vedette/contract/calls/wall'
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
      { Number: 1, Wall: 'x'.repeat(3001) },
    ])
      expect((await app.send(keepOwnWall, body, guard.token)).CODE).toBe(CODES.badInput.code)
    const { Utoken } = await app.ask(previewRole, { id: guard.roleId }, company.token)
    await keep(Utoken, 1, 'layout=4&chosen=0&show=')
    expect(await wallsOf(company.token)).toEqual([])
    expect(await wallsOf(Utoken)).toEqual([])
  })

  const namesOf = async (token: string) =>
    (await app.ask(namedWalls, {}, token)).List.map(({ Name, IsOwn }) =>
      IsOwn ? Name : `${Name} of another`,
    )
  const Wall = 'layout=64&chosen=0&show=CAM-000001'
  const save = async (token: string, Name: string, more = {}) =>
    (await app.ask(saveNamedWall, { Name, Wall, ...more }, token)).WallID

  it('have names: their account’s, and seen by the role that they are shared with', async () => {
    const company = await app.company()
    const [guard, other] = [await app.account(company, GUARD), await app.account(company, GUARD)]
    const night = await save(guard.token, ' Night ', { RoleID: guard.roleId })
    await save(guard.token, 'Day')
    expect(await namesOf(guard.token)).toEqual(['Day', 'Night'])
    expect(await wallsOf(guard.token)).toEqual([])
    for (const token of [other.token, company.token, (await app.company()).token])
      expect(await namesOf(token)).toEqual([])
    // Administrators alone share with a role that is not theirs.
    const forOthers = { Name: 'Gate', Wall, RoleID: other.roleId }
    const refused = await app.send(saveNamedWall, forOthers, guard.token)
    expect(refused).toMatchObject({ BODY: { Field: 'RoleID', Word: 'onlyOwnRole' } })
    await app.ask(saveNamedWall, forOthers, company.token)
    expect(await namesOf(other.token)).toEqual(['Gate of another'])
    const [shared] = (await app.ask(namedWalls, {}, other.token)).List
    const touched = { WallID: shared?.WallID ?? '' }
    for (const answer of [
      await app.send(removeNamedWall, touched, other.token),
      await app.send(saveNamedWall, { ...touched, Name: 'Mine', Wall }, other.token),
    ])
      expect(answer).toMatchObject({ BODY: { Field: 'WallID', Word: 'wallUnknown' } })
    // No longer shared.
    expect(await save(guard.token, 'Night', { WallID: night })).toBe(night)
    expect((await app.ask(namedWalls, {}, guard.token)).List.at(-1)).toMatchObject({ RoleID: '', Wall })
    await app.ask(removeNamedWall, { WallID: night }, guard.token)
    expect(await namesOf(guard.token)).toEqual(['Day'])
  })

  it('have each name once, and are fifty at most', async () => {
    const company = await app.company()
    const guard = await app.account(company, GUARD)
    await save(guard.token, 'Wall 0')
    const twice = await app.send(saveNamedWall, { Name: 'Wall 0', Wall }, guard.token)
    expect(twice).toMatchObject({ BODY: { Field: 'Name', Word: 'wallName' } })
    for (let at = 1; at < MOST_WALLS; at++) await save(guard.token, `Wall ${at}`)
    const more = await app.send(saveNamedWall, { Name: 'One more', Wall }, guard.token)
    expect(more).toMatchObject({ BODY: { Field: 'Name', Word: 'tooMany' } })
  })
})
