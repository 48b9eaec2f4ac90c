import type { ExampleIds } from '@vedette/contract/call'
import { accountList, updateUserAccount } from '@vedette/contract/calls/account'
import { auditList } from '@vedette/contract/calls/audit'
import { deviceList } from '@vedette/contract/calls/device'
import { watchLive } from '@vedette/contract/calls/media'
import { uploadInfo } from '@vedette/contract/calls/own-account'
import { rightsOfAccount, rightsOfDevice, WHY_NOT, whyRefused } from '@vedette/contract/calls/rights'
import { previewRole, roleList } from '@vedette/contract/calls/role'
import { logout, userInfo } from '@vedette/contract/calls/user'
import { CALLS } from '@vedette/contract/catalogue'
import { CODES } from '@vedette/contract/codes'
import { OBJECT_KINDS, type ObjectKind, objectsIn } from '@vedette/contract/ids'
import { PAGE_KEYS, PAGES } from '@vedette/contract/pages'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestAccount, type TestApp, type TestCompany } from '../../testing/app.ts'
import { reach } from '../../testing/reached.ts'
import { engines } from '../../testing/storage.ts'

/** What is told of each reason, by the code that the account itself would get. */
const CODE_OF: Readonly<Record<(typeof WHY_NOT)[number], string>> = {
  admitted: 'ran',
  disabled: CODES.tokenExpired.code,
  lacksGrant: CODES.noPermission.code,
  administratorsOnly: CODES.noPermission.code,
  unknown: CODES.noDataAuthority.code,
  region: CODES.noDataAuthority.code,
  preview: CODES.previewOnly.code,
  mayNotPreview: CODES.tokenExpired.code,
}

const UNKNOWN = '01HZZZZZZZZZZZZZZZZZZZZZZZ'
/** The last one ends the session that all are asked in. */
const ALL_CALLS = [...CALLS.filter((call) => call !== logout), logout]

/** Any pages with any of their features. */
const someRights = fc
  .uniqueArray(fc.constantFrom(...PAGE_KEYS), { maxLength: 8 })
  .chain((pages) => fc.record(Object.fromEntries(pages.map((page) => [page, fc.subarray([...PAGES[page]])]))))

describe.each(engines)('the X-ray on %s', (engine) => {
  const calls = reach()
  let app: TestApp
  let company: TestCompany
  /** What a body may name: of two regions of the company, of another company, and of nobody. */
  let things: Record<ObjectKind, string[]>
  beforeAll(async () => {
    app = await startTestApp({
      engine,
      overrides: calls.overrides,
      config: { variants: ['base', 'community'] },
    })
    company = await app.company()
    const other = await app.company()
    things = { region: [], device: [], account: [], role: [], picture: [] }
    for (const [of, gid] of [
      [company, await app.region(company)],
      [company, await app.region(company)],
      [other, await app.region(other)],
    ] as const) {
      const { accountId, roleId } = await app.account(of, {}, [gid])
      things.region.push(gid)
      things.device.push(await app.device(of, gid))
      things.account.push(accountId)
      things.role.push(roleId)
      things.picture.push(await app.picture(of, gid))
    }
    for (const kind of OBJECT_KINDS) things[kind].push(kind === 'device' ? 'CAM-ZZZZZZZZZZ' : UNKNOWN)
  })
  afterAll(() => app.close())

  const oneOf = fc.nat(3)
  const someIds = fc.record({ region: oneOf, device: oneOf, account: oneOf, role: oneOf, picture: oneOf })
  const someAccount = fc.record({
    rights: someRights,
    bound: fc.option(fc.subarray([0, 1], { minLength: 1 }), { nil: undefined }),
    fate: fc.constantFrom('plain', 'plain', 'disabled', 'roleChanged'),
  })

  /** Every call of the contract with these ids in its body: what the X-ray says of it, then what `token` gets. */
  async function* compared(AccountID: string, token: string, ids: ExampleIds, PreviewRoleID?: string) {
    for (const call of ALL_CALLS) {
      const body = call.example(ids)
      const objects = objectsIn(call.body, call.body.parse(body))
      const Things = objects.map(({ kind, id }) => ({ Kind: kind, ID: id }))
      const asked = { AccountID, Path: call.path, Things, PreviewRoleID }
      const { Admitted, Why } = await app.ask(whyRefused, asked, company.token)
      const got = await calls.attempt(app, call, body, token)
      const foretold = [Why, Admitted, CODE_OF[Why]]
      yield { call, body, got, foretold, told: [Why, got === 'ran', got] }
    }
  }

  const chosen = (at: Record<ObjectKind, number>): ExampleIds => ({
    region: things.region[at.region] ?? '',
    device: things.device[at.device] ?? '',
    account: things.account[at.account] ?? '',
    role: things.role[at.role] ?? '',
    picture: things.picture[at.picture] ?? '',
  })

  it('foretells what every call answers, for any rights, any regions and any things', async () => {
    await fc.assert(
      fc.asyncProperty(someAccount, someIds, async ({ rights, bound, fate }, at) => {
        const gids = bound?.map((it) => things.region[it] ?? '')
        const { accountId, roleId, token } = await app.account(company, rights, gids)
        if (fate === 'disabled')
          await app.ask(updateUserAccount, { AccountID: accountId, Disabled: true }, company.token)
        if (fate === 'roleChanged') {
          await app.send(userInfo, {}, token)
          await app.platform.companies.setRights(company.companyId, roleId, { replay: [] })
        }
        for await (const { call, told, foretold } of compared(accountId, token, chosen(at)))
          expect([call.path, ...told]).toEqual([call.path, ...foretold])
      }),
      { numRuns: 4 },
    )
  }, 600_000)

  it('foretells what every call answers in a preview, which is what an account of that role gets that changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(someRights, someIds, async (rights, at) => {
        const ids = chosen(at)
        const like = await app.account(company, rights)
        const { Utoken } = await app.ask(previewRole, { id: like.roleId }, company.token)
        const looking = compared(company.accountId, Utoken, ids, like.roleId)
        for await (const { call, body, got: looks, told, foretold } of looking) {
          expect([call.path, ...told]).toEqual([call.path, ...foretold])
          const does = await calls.attempt(app, call, body, like.token)
          const isBarred = call.effect === 'changes' && !call.inPreview && call.access !== 'public'
          // A call that does one thing or another is refused to a preview before it is known which.
          const isBefore = call.accessOf !== undefined && foretold[0] === 'preview'
          const isRefused = call.access !== 'session' && does === CODES.noPermission.code && !isBefore
          const expected = isBarred && !isRefused ? CODES.previewOnly.code : does
          expect([call.path, looks]).toEqual([call.path, expected])
        }
      }),
      { numRuns: 2 },
    )
  }, 600_000)

  it('says that an account may not preview what is more than it has, as the preview itself does', async () => {
    const [small, tall] = [
      await app.account(company, { roleManger: [] }),
      await app.account(company, { replay: [] }),
    ]
    const asked = { AccountID: small.accountId, Path: deviceList.path, PreviewRoleID: tall.roleId }
    expect(await app.ask(whyRefused, asked, company.token)).toMatchObject({
      Admitted: false,
      Why: 'mayNotPreview',
    })
    expect((await app.send(previewRole, { id: tall.roleId }, small.token)).CODE).toBe(
      CODES.beyondOwnRights.code,
    )
    // Anyone who sees no roles previews none, not even his own.
    const own = { AccountID: tall.accountId, Path: deviceList.path, PreviewRoleID: tall.roleId }
    expect((await app.ask(whyRefused, own, company.token)).Why).toBe('mayNotPreview')
    expect((await app.send(previewRole, { id: tall.roleId }, tall.token)).CODE).toBe(CODES.noPermission.code)
  })

  it('names each reason, the grants that are lacking and what stands in the way', async () => {
    const own = await app.company()
    const [north, south] = [await app.region(own), await app.region(own)]
    const [inNorth, inSouth] = [await app.device(own, north), await app.device(own, south)]
    const clerk = await app.account(own, { roleManger: [], realTimeVideo: [] }, [north])
    const foreign = things.device[0] ?? ''
    const ask = (Path: string, more: object = {}) =>
      app.ask(whyRefused, { AccountID: clerk.accountId, Path, ...more }, own.token)
    const on = (...ids: string[]) => ({ Things: ids.map((ID) => ({ Kind: 'device', ID }) as const) })
    const reasons = new Set<string>()
    for (const [told, verdict] of [
      [await ask(watchLive.path, on(inNorth)), { Why: 'admitted', Admitted: true }],
      [await ask(accountList.path), { Why: 'lacksGrant', Grants: ['accountManger'] }],
      [await ask(auditList.path), { Why: 'administratorsOnly', Grants: [] }],
      [
        await ask(watchLive.path, on(inNorth, inSouth)),
        { Why: 'region', Objects: [{ Kind: 'device', ID: inSouth }] },
      ],
      [
        await ask(watchLive.path, on(foreign)),
        { Why: 'unknown', Objects: [{ Kind: 'device', ID: foreign }] },
      ],
      [await ask(deviceList.path, { PreviewRoleID: clerk.roleId }), { Why: 'admitted' }],
      [await ask(uploadInfo.path, { PreviewRoleID: clerk.roleId }), { Why: 'preview' }],
    ] as const) {
      expect(told).toMatchObject(verdict)
      reasons.add(told.Why)
    }
    const administrators = (await app.ask(roleList, {}, own.token)).List.find((it) => it.RoleStatus === 1)
    const more = await ask(deviceList.path, { PreviewRoleID: administrators?.id })
    await app.ask(updateUserAccount, { AccountID: clerk.accountId, Disabled: true }, own.token)
    for (const { Why } of [more, await ask(deviceList.path)]) reasons.add(Why)
    expect([...reasons].toSorted()).toEqual([...WHY_NOT].toSorted())
  })

  it('says who may watch a camera, as the lists of those accounts do', async () => {
    const own = await app.company()
    const [north, south] = [await app.region(own), await app.region(own)]
    const [inNorth, inSouth] = [await app.device(own, north), await app.device(own, south)]
    const clerks: TestAccount[] = [
      await app.account(own, { realTimeVideo: [] }, [north]),
      await app.account(own, { realTimeVideo: [] }, [south]),
      await app.account(own, { replay: [] }),
      await app.account(own, { roleManger: [] }),
    ]
    for (const DID of [inNorth, inSouth]) {
      const { Total, List } = await app.ask(rightsOfDevice, { DID, PageSize: 100 }, own.token)
      expect(Total).toBe(5)
      for (const { accountId, token } of clerks) {
        const told = List.find((it) => it.AccountID === accountId)
        const answer = await app.send(deviceList, { PageSize: 100 }, token)
        const sees =
          answer.CODE === '200' && deviceList.reply.parse(answer.BODY).List.some((it) => it.DID === DID)
        expect(told?.List).toBe(sees)
        const Things = [{ Kind: 'device', ID: DID } as const]
        const asked = { AccountID: accountId, Path: watchLive.path, Things }
        const { Admitted } = await app.ask(whyRefused, asked, own.token)
        expect(told?.Watch).toBe(Admitted)
      }
      expect(List.find((it) => it.AccountID === own.accountId)).toMatchObject({
        Watch: true,
        Why: 'admitted',
      })
    }
    const [first] = clerks
    const seen = await app.ask(rightsOfAccount, { AccountID: first?.accountId ?? '' }, own.token)
    expect(seen).toMatchObject({ Devices: 1, DevicesInAll: 2, AllRegions: false, Grants: ['realTimeVideo'] })
    expect(seen.Some.map((it) => it.DID)).toEqual([inNorth])
    expect(seen.Regions.map((it) => it.GID)).toEqual([north])
  })

  it('refuses to speak of a call that does not exist', async () => {
    const body = { AccountID: company.accountId, Path: '/vms/no/such' }
    const answer = await app.send(whyRefused, body, company.token)
    expect(answer).toMatchObject({ CODE: CODES.badInput.code, BODY: { Field: 'Path' } })
  })
})
