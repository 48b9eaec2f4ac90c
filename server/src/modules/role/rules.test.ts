/** The rules of roles below HTTP: what a change gives and takes, which is what the audit log says of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Principal } from '../../authority/principal.ts'
import { ADMINISTRATOR, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { previewRole } from './preview.ts'
import { addRole, deleteRole, type RoleNeeds, rolesOf, updateRole } from './role.ts'
import { roleStore } from './store.ts'

describe.each(engines)('the rules of roles on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let boss: Principal
  let editor: Principal
  let needs: RoleNeeds
  let made = 0
  beforeAll(async () => {
    app = await startTestApp({ engine })
    company = await app.company()
    const { authority, storage } = app.platform
    boss = await authority.authenticate(company.token)
    const account = await app.account(company, { roleManger: ['edit'], replay: [] })
    editor = await authority.authenticate(account.token)
    const newId = () => `role${++made}`
    needs = { storage, store: roleStore(storage), authority, clock: app.clock, newId, variants: ['base'] }
  })
  afterAll(() => app.close())

  const newName = () => `Role of rules ${++made}`
  const ALL = { offset: 0, limit: 1000 }
  const PERMISSIONS = [
    { pageKey: 'replay' },
    { pageKey: 'deviceManger', feature: [{ key: 'edit' }, { key: 'add' }, { key: 'nonsense' }] },
    { pageKey: 'nonsense' },
  ]
  const add = () => addRole(boss, { RoleName: newName(), permissions: PERMISSIONS }, needs)
  const found = async (id: string, session = boss) =>
    (await rolesOf(session, undefined, ALL, needs)).find((it) => it.id === id)

  it('tell what a new role gives', async () => {
    const { id, gained, lost } = await add()
    expect(gained).toEqual(['replay', 'deviceManger', 'deviceManger.add', 'deviceManger.edit'])
    expect(lost).toEqual([])
    expect(await found(id)).toMatchObject({ RoleStatus: 0, AccountCount: 0, Manageable: true })
  })

  it('tell what a change gives and what it takes', async () => {
    const { id } = await add()
    const permissions = [
      { pageKey: 'deviceManger', feature: [{ key: 'edit' }, { key: 'delete' }] },
      { pageKey: 'alarmManger' },
    ]
    expect(await updateRole(boss, { id, permissions }, needs)).toEqual({
      gained: ['deviceManger.delete', 'alarmManger'],
      lost: ['replay', 'deviceManger.add'],
    })
    expect(await updateRole(boss, { id, permissions: JSON.stringify(permissions) }, needs)).toEqual({
      gained: [],
      lost: [],
    })
  })

  it('leave the rights alone where a role is only renamed, and the name where they alone change', async () => {
    const { id } = await add()
    const before = await found(id)
    const RoleName = newName()
    expect(await updateRole(boss, { id, RoleName }, needs)).toEqual({ gained: [], lost: [] })
    expect(await found(id)).toEqual({ ...before, RoleName })
    await updateRole(boss, { id, permissions: [] }, needs)
    expect(await found(id)).toMatchObject({ RoleName, permissions: '[]' })
  })

  it('take the sync of the own role for nothing, also from its editor when he is a full administrator', async () => {
    const own = { id: boss.roleId, permissions: '[]' }
    expect(await updateRole(boss, own, needs)).toEqual({ gained: [], lost: [] })
    const clerk = await app.account(company, { replay: [] })
    const session = await app.platform.authority.authenticate(clerk.token)
    const sync = { id: clerk.roleId, permissions: [] }
    expect(await updateRole(session, sync, needs)).toEqual({ gained: [], lost: [] })
    await expect(updateRole(session, { ...sync, RoleName: 'x' }, needs)).rejects.toThrow('noPermission')
  })

  it('keep what a role has of the variants that are off', async () => {
    const rights = { resident: ['add'], replay: [] }
    const id = await app.platform.companies.addRole(company.companyId, { name: newName(), rights })
    await updateRole(boss, { id, permissions: [{ pageKey: 'deviceMap' }, { pageKey: 'vehicle' }] }, needs)
    const { storage } = needs
    const [row] = await storage.read(storage.db.selectFrom('role').where('id', '=', id).select('permissions'))
    expect(JSON.parse(row?.permissions ?? '')).toEqual({ resident: ['add'], deviceMap: [] })
  })

  it('refuse a role that is not there', async () => {
    await expect(updateRole(boss, { id: 'none', permissions: [] }, needs)).rejects.toThrow('noDataAuthority')
    await expect(deleteRole(boss, 'none', needs)).rejects.toThrow('noDataAuthority')
    const address = '198.51.100.1'
    await expect(previewRole(boss, 'none', { address, userAgent: '' }, needs)).rejects.toThrow(
      'noDataAuthority',
    )
  })

  it('open no preview from a session that ended meanwhile', async () => {
    const { id } = await add()
    const { authority } = app.platform
    const token = await app.tokenOf(company.code, ADMINISTRATOR)
    const session = await authority.authenticate(token)
    await authority.revokeSession(company.companyId, session.sessionId)
    const visitor = { address: '198.51.100.1', userAgent: '' }
    await expect(previewRole(session, id, visitor, needs)).rejects.toThrow('tokenExpired')
  })

  it.each(['{', '5', 'null', '[{"pageKey":5}]', ''])(
    'refuse permissions that are %j',
    async (permissions) => {
      await expect(addRole(boss, { RoleName: newName(), permissions }, needs)).rejects.toMatchObject({
        reason: 'badInput',
        body: { Field: 'permissions', Word: 'permissions' },
      })
    },
  )

  it('say which roles an editor may manage', async () => {
    const { id } = await add()
    const less = await addRole(boss, { RoleName: newName(), permissions: [{ pageKey: 'replay' }] }, needs)
    expect(await found(id, editor)).toMatchObject({ Manageable: false })
    expect(await found(less.id, editor)).toMatchObject({ Manageable: true })
    expect(await found(boss.roleId, editor)).toMatchObject({ Manageable: false, RoleStatus: 1 })
  })

  it('find roles by any part of the name, in any case, signs of a pattern included', async () => {
    const mark = `M${++made}x`
    for (const RoleName of [`${mark} 50% Night_Shift`, `${mark} 500 NightXShift`, `${mark} back\\slash`])
      await addRole(boss, { RoleName, permissions: [] }, needs)
    const names = async (keyword: string) => {
      const rows = await rolesOf(boss, keyword, ALL, needs)
      expect(await needs.store.total(boss.companyId, keyword)).toBe(rows.length)
      return rows.map(({ RoleName }) => RoleName.slice(mark.length + 1))
    }
    expect(await names(mark.toLowerCase())).toEqual(['50% Night_Shift', '500 NightXShift', 'back\\slash'])
    expect(await names(`${mark} 50%`)).toEqual(['50% Night_Shift'])
    expect(await names(`${mark} 50% NIGHT_s`)).toEqual(['50% Night_Shift'])
    expect(await names(`${mark} 50_ night`)).toEqual([])
    expect(await names(`${mark} BACK\\s`)).toEqual(['back\\slash'])
    expect(await names('no such role')).toEqual([])
  })
})
