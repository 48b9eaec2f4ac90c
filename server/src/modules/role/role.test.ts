import { auditList } from '@vedette/contract/calls/audit'
import { addAccount, updateUserAccount } from '@vedette/contract/calls/account'
import { deviceList } from '@vedette/contract/calls/device'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import {
  deleteRole,
  newRole,
  ownRights,
  previewRole,
  roleList,
  updateRole,
} from '@vedette/contract/calls/role'
import { logout, renewSession, userInfo } from '@vedette/contract/calls/user'
import { permissionSet } from '@vedette/contract/catalogue'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const Entry = z.object({
  pageKey: z.string(),
  apis: z.array(z.string()),
  feature: z.array(z.object({ key: z.string() })),
})
const Folder = z.object({ folderName: z.string(), folder: z.literal(true), children: z.array(Entry) })
const Entries = z.array(z.union([Entry, Folder]))

describe.each(engines)('roles on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  const role = async (company: TestCompany, id: string) => {
    const { List } = await app.ask(roleList, { PageSize: 100 }, company.token)
    const found = List.find((it) => it.id === id)
    if (!found) throw new Error(`no role ${id}`)
    return { ...found, entries: Entries.parse(JSON.parse(found.permissions)) }
  }
  const pagesOf = async (company: TestCompany, id: string) =>
    (await role(company, id)).entries.flatMap((it) => ('children' in it ? it.children : [it]))
  const grantsOf = async (company: TestCompany, id: string): Promise<string[]> =>
    (await pagesOf(company, id)).flatMap(({ pageKey, feature }) => [
      pageKey,
      ...feature.map(({ key }) => `${pageKey}.${key}`),
    ])

  it('hold pages and features, in folders or not, as a list or as JSON; paths come from the catalogue', async () => {
    const company = await app.company()
    const permissions = [
      { pageKey: 'realTimeVideo', feature: [{ key: 'PTZ' }], collapse: true, check: false },
      {
        folderName: 'systemManger',
        folder: true,
        children: [{ pageKey: 'albumManager', feature: [{ key: 'delete' }], apis: ['/vms/user/addAccount'] }],
      },
    ]
    for (const given of [permissions, JSON.stringify(permissions)]) {
      const RoleName = `Guards ${typeof given}`
      const { id } = await app.ask(newRole, { RoleName, permissions: given }, company.token)
      expect(await grantsOf(company, id)).toEqual([
        'realTimeVideo',
        'realTimeVideo.PTZ',
        'albumManager',
        'albumManager.delete',
      ])
      expect((await role(company, id)).permissions).not.toContain('addAccount')
      const again = await app.send(newRole, { RoleName, permissions: [] }, company.token)
      expect(again).toMatchObject({ CODE: CODES.badInput.code, BODY: { Field: 'RoleName' } })
    }
  })

  it('are given back in the folders that their editor made, which grant nothing', async () => {
    const company = await app.company()
    const folder = (...pages: string[]) => ({
      folderName: 'systemManger',
      folder: true,
      children: pages.map((pageKey) => ({ pageKey })),
    })
    const foldersOf = async (id: string) =>
      (await role(company, id)).entries.map((it) =>
        'children' in it ? { [it.folderName]: it.children.map(({ pageKey }) => pageKey) } : it.pageKey,
      )
    const { id } = await app.ask(
      newRole,
      {
        RoleName: 'Filed',
        permissions: [folder('albumManager', 'forged', 'roleManger'), { pageKey: 'replay' }],
      },
      company.token,
    )
    expect(await foldersOf(id)).toEqual(['replay', { systemManger: ['albumManager', 'roleManger'] }])
    await app.ask(updateRole, { id, RoleName: 'Filed anew' }, company.token)
    expect(await foldersOf(id)).toEqual(['replay', { systemManger: ['albumManager', 'roleManger'] }])
    const permissions = JSON.stringify([folder('roleManger'), { pageKey: 'albumManager' }])
    await app.ask(updateRole, { id, permissions }, company.token)
    expect(await foldersOf(id)).toEqual(['albumManager', { systemManger: ['roleManger'] }])
  })

  it('is found by its name in any case, whatever the letters', async () => {
    const company = await app.company()
    const { id } = await app.ask(newRole, { RoleName: 'ПОСТ Ä', permissions: [] }, company.token)
    const found = async (Keyword: string) =>
      (await app.ask(roleList, { Keyword }, company.token)).List.map((it) => it.id)
    expect(await found('пост ä')).toEqual([id])
    await app.ask(updateRole, { id, RoleName: 'Öffnung ÉCOLE' }, company.token)
    expect(await found('öffnung école')).toEqual([id])
    expect(await found('пост')).toEqual([])
  })

  it.each([
    ['no JSON', '{'],
    ['no list', '{"pageKey":"replay"}'],
    ['a list of other things', '[1]'],
    ['a number', 7],
  ])('of %s are refused', async (_what, permissions) => {
    const company = await app.company()
    const answer = await app.send(newRole, { RoleName: 'X', permissions }, company.token)
    expect(answer.CODE).toBe(CODES.badInput.code)
  })

  it('gain nothing by forged pages, apis, a RoleStatus or a prototype', async () => {
    const company = await app.company()
    const { id } = await app.ask(
      newRole,
      { RoleName: 'Plain', permissions: [{ pageKey: 'replay' }] },
      company.token,
    )
    const forged = [
      { pageKey: '__proto__', feature: [{ key: 'add' }] },
      { pageKey: 'constructor', apis: ['/vms/user/addAccount'] },
      { pageKey: 'resident', feature: [{ key: 'personalData' }] },
      { pageKey: 'replay', apis: ['/vms/user/addAccount'], feature: [{ key: 'toString' }, { key: 'add' }] },
    ]
    const sent = { id, RoleStatus: 1, role_status: 1, permissions: forged }
    expect((await app.send(updateRole, sent, company.token)).CODE).toBe('200')
    const withPrototype = JSON.stringify({ SEQID: '1', BODY: sent }).replace('"RoleStatus"', '"__proto__"')
    const response = await app.fetch(updateRole.path, {
      method: 'POST',
      headers: { authorization: company.token },
      body: withPrototype,
    })
    expect(await response.json()).toMatchObject({ CODE: CODES.badEnvelope.code })
    expect(await grantsOf(company, id)).toEqual(['replay'])
    expect((await role(company, id)).RoleStatus).toBe(0)
  })

  it('that change hold from the next call on', async () => {
    const company = await app.company()
    const clerk = await app.account(company, { realTimeVideo: [] })
    expect((await app.send(deviceList, {}, clerk.token)).CODE).toBe('200')
    await app.ask(updateRole, { id: clerk.roleId, permissions: [] }, company.token)
    expect((await app.send(deviceList, {}, clerk.token)).CODE).toBe(CODES.noPermission.code)
  })

  it('in use cannot be deleted, and who has them is told', async () => {
    const company = await app.company()
    const clerk = await app.account(company, {})
    const refused = await app.send(deleteRole, { id: clerk.roleId }, company.token)
    expect(refused).toEqual({
      CODE: CODES.roleInUse.code,
      BODY: { Accounts: [`${company.code}_${clerk.name}`], Total: 1 },
    })
    const { id } = await app.ask(newRole, { RoleName: 'Unused', permissions: [] }, company.token)
    await app.ask(deleteRole, { id }, company.token)
    expect((await app.send(deleteRole, { id }, company.token)).CODE).toBe(CODES.noDataAuthority.code)
  })

  it("of more than an editor has can be neither made, changed nor deleted by him, his own can't grow", async () => {
    const company = await app.company()
    const editor = await app.account(company, { roleManger: ['add', 'edit', 'delete'], replay: [] })
    const { id } = await app.ask(
      newRole,
      { RoleName: 'More', permissions: [{ pageKey: 'deviceMap' }] },
      company.token,
    )
    const { List } = await app.ask(roleList, {}, company.token)
    const full = List.find((it) => it.RoleStatus === 1)?.id ?? ''
    const more = [{ pageKey: 'replay' }, { pageKey: 'deviceMap' }]
    const answers = [
      await app.send(newRole, { RoleName: 'Y', permissions: more }, editor.token),
      await app.send(updateRole, { id: editor.roleId, RoleName: 'Mine', permissions: more }, editor.token),
      await app.send(updateRole, { id: editor.roleId, permissions: more }, editor.token),
      await app.send(updateRole, { id, permissions: [] }, editor.token),
      await app.send(updateRole, { id: full, RoleName: 'Renamed' }, editor.token),
      await app.send(deleteRole, { id }, editor.token),
    ]
    expect(answers.map(({ CODE }) => CODE)).toEqual(answers.map(() => CODES.beyondOwnRights.code))
    expect(answers[0]?.BODY).toEqual({ Missing: ['deviceMap'] })
    expect(
      await app.ask(newRole, { RoleName: 'Less', permissions: [{ pageKey: 'replay' }] }, editor.token),
    ).toBeDefined()
  })

  describe('synced at the start of a console', () => {
    it('neither widen nor shrink: the own role is accepted silently, whatever is sent', async () => {
      const company = await app.company()
      const clerk = await app.account(company, { replay: [], deviceManger: ['edit'] })
      const before = await grantsOf(company, clerk.roleId)
      for (const permissions of [JSON.stringify(permissionSet(['base', 'community', 'telecom'])), [], '[]']) {
        expect((await app.send(updateRole, { id: clerk.roleId, permissions }, clerk.token)).CODE).toBe('200')
        expect(await grantsOf(company, clerk.roleId)).toEqual(before)
      }
      const renamed = await app.send(updateRole, { id: clerk.roleId, RoleName: 'Chief' }, clerk.token)
      expect(renamed.CODE).toBe(CODES.noPermission.code)
      const other = await app.account(company, {})
      const foreign = await app.send(updateRole, { id: other.roleId, permissions: [] }, clerk.token)
      expect(foreign.CODE).toBe(CODES.noPermission.code)
    })

    it('keep all rights of a full administrator', async () => {
      const company = await app.company()
      const { List } = await app.ask(roleList, {}, company.token)
      const { id, RoleName } = List.find((it) => it.RoleStatus === 1) ?? { id: '', RoleName: '' }
      expect(RoleName).toBe('Administrator')
      await app.ask(updateRole, { id, permissions: '[]' }, company.token)
      await app.ask(updateRole, { id, RoleName, permissions: '[]' }, company.token)
      expect((await pagesOf(company, id)).map((it) => it.pageKey)).toEqual(
        permissionSet(['base']).map((it) => it.pageKey),
      )
      expect((await app.send(roleList, {}, company.token)).CODE).toBe('200')
    })
  })

  describe('in a preview', () => {
    it('show what their accounts see, change nothing, and cannot be renewed', async () => {
      const company = await app.company()
      const { roleId } = await app.account(company, { realTimeVideo: [], deviceManger: ['addGroup'] })
      const { Utoken, Permissions } = await app.ask(previewRole, { id: roleId }, company.token)
      expect(
        z
          .array(Entry)
          .parse(JSON.parse(Permissions))
          .map((it) => it.pageKey),
      ).toEqual(['realTimeVideo', 'deviceManger'])
      expect((await app.send(getGroupList, {}, Utoken)).CODE).toBe('200')
      expect((await app.ask(userInfo, {}, Utoken)).Account).toBe(`${company.code}_boss`)
      expect((await app.send(roleList, {}, Utoken)).CODE).toBe(CODES.noPermission.code)
      const group = { ParentGID: company.rootGid, GroupName: 'x' }
      expect((await app.send(createGroup, group, Utoken)).CODE).toBe(CODES.previewOnly.code)
      expect((await app.send(renewSession, {}, Utoken)).CODE).toBe(CODES.previewOnly.code)
      await app.ask(logout, {}, Utoken)
      expect((await app.send(getGroupList, {}, Utoken)).CODE).toBe(CODES.tokenExpired.code)
      expect((await app.send(getGroupList, {}, company.token)).CODE).toBe('200')
    })

    it("end after 30 minutes, with their maker's session, and with his rights", async () => {
      const company = await app.company()
      const watcher = await app.account(company, { replay: [] })
      const isOver = async (token: string) => (await app.send(deviceList, {}, token)).CODE
      const expired = CODES.tokenExpired.code

      const late = await app.ask(previewRole, { id: watcher.roleId }, company.token)
      app.clock.advance(29 * 60_000)
      expect(await isOver(late.Utoken)).toBe('200')
      app.clock.advance(61_000)
      expect(await isOver(late.Utoken)).toBe(expired)

      const left = await app.ask(previewRole, { id: watcher.roleId }, company.token)
      await app.ask(logout, {}, company.token)
      expect(await isOver(left.Utoken)).toBe(expired)

      const boss = await app.tokenOf(company.code, 'boss')
      const editor = await app.account(company, { replay: [], roleManger: [] })
      const lost = await app.ask(previewRole, { id: watcher.roleId }, editor.token)
      expect(await isOver(lost.Utoken)).toBe('200')
      await app.ask(updateRole, { id: editor.roleId, permissions: [{ pageKey: 'roleManger' }] }, boss)
      expect(await isOver(lost.Utoken)).toBe(expired)
    })

    it('show no more than their maker may: neither a larger role nor other regions', async () => {
      const company = await app.company()
      const north = await app.region(company)
      const watcher = await app.account(company, { replay: [] })
      const poor = await app.account(company, { roleManger: [] })
      expect((await app.send(previewRole, { id: watcher.roleId }, poor.token)).CODE).toBe(
        CODES.beyondOwnRights.code,
      )
      const bound = await app.account(company, { roleManger: [], replay: [] }, [north])
      const { Utoken } = await app.ask(previewRole, { id: watcher.roleId }, bound.token)
      const { List } = await app.ask(getGroupList, {}, Utoken)
      expect(List.map((it) => it.GID)).toEqual([north])
    })
  })

  it('give a new account exactly what they say: three features and a region', async () => {
    const company = await app.company()
    const region = await app.region(company)
    const permissions = [
      { pageKey: 'realTimeVideo', feature: [{ key: 'PTZ' }] },
      { pageKey: 'deviceManger', feature: [{ key: 'edit' }, { key: 'addGroup' }] },
    ]
    const { id } = await app.ask(newRole, { RoleName: 'Shift', permissions }, company.token)
    const body = { Account: 'shift', Name: 'S', RoleID: id, AllRegions: false, GIDs: [region] }
    const { AccountID } = await app.ask(addAccount, body, company.token)
    expect(await grantsOf(company, id)).toHaveLength(5)
    expect((await role(company, id)).AccountCount).toBe(1)
    await app.ask(updateUserAccount, { AccountID, Disabled: true }, company.token)
  })
  it('are listed page by page, the built-in one first', async () => {
    const company = await app.company()
    for (const RoleName of ['B', 'A', 'C'])
      await app.ask(newRole, { RoleName, permissions: [] }, company.token)
    const page = async (Page: number) => {
      const { Total, List } = await app.ask(roleList, { Page, PageSize: 2 }, company.token)
      return [Total, ...List.map((it) => it.RoleName)]
    }
    const [first, second, third] = [await page(1), await page(2), await page(3)]
    expect(first).toEqual([4, expect.any(String), 'A'])
    expect([second, third]).toEqual([[4, 'B', 'C'], [4]])
  })

  it('tell their holder what they admit to now, and the log what was given and taken', async () => {
    const company = await app.company()
    const clerk = await app.account(company, { replay: [] })
    const rights = async () => {
      const { Permissions, ...rest } = await app.ask(ownRights, {}, clerk.token)
      return { ...rest, entries: Entries.parse(JSON.parse(Permissions)) }
    }
    const own = { Role: clerk.roleId, RoleStatus: 0 }
    expect(await rights()).toMatchObject({ ...own, entries: [{ pageKey: 'replay', feature: [] }] })
    const permissions = [{ pageKey: 'deviceManger', feature: [{ key: 'edit' }] }]
    await app.ask(updateRole, { id: clerk.roleId, permissions }, company.token)
    expect(await rights()).toMatchObject({
      ...own,
      entries: [{ pageKey: 'deviceManger', feature: [{ key: 'edit' }] }],
    })
    await app.ask(newRole, { RoleName: 'Night', permissions }, company.token)
    const details = async (Path: string) =>
      (await app.ask(auditList, { Paths: [Path] }, company.token)).List.map((it) => it.Details)
    const gained = ['deviceManger', 'deviceManger.edit']
    expect(await details(updateRole.path)).toEqual([{ gained, lost: ['replay'] }])
    expect(await details(newRole.path)).toEqual([{ role: 'Night', gained, lost: [] }])
  })
})
