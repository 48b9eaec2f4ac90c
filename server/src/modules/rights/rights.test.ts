import { updateUserAccount } from '@vedette/contract/calls/account'
import { accountList } from '@vedette/contract/calls/account'
import type { Call } from '@vedette/contract/call'
import { deviceList } from '@vedette/contract/calls/device'
import { createGroup, getGroupChildList, getGroupList } from '@vedette/contract/calls/group'
import { watchLive } from '@vedette/contract/calls/media'
import { auditList } from '@vedette/contract/calls/audit'
import { rightsOfAccount, rightsOfDevice, whyRefused } from '@vedette/contract/calls/rights'
import { roleList } from '@vedette/contract/calls/role'
import { CODES } from '@vedette/contract/codes'
import { PAGE_KEYS, type PageKey, PAGES } from '@vedette/contract/pages'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { StoredRights } from '../../authority/rights.ts'
import { startTestApp, type TestAccount, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

/** Calls whose answers tell whether they were admitted, with the region that they name. */
const ASKED: readonly (readonly [Call, (gid: string) => Record<string, unknown>])[] = [
  [deviceList, (GID) => ({ GID })],
  [getGroupList, () => ({})],
  [getGroupChildList, (GID) => ({ GID })],
  [createGroup, (ParentGID) => ({ ParentGID, GroupName: 'x' })],
  [accountList, () => ({})],
  [roleList, () => ({})],
  [auditList, () => ({})],
]
const REFUSED: readonly string[] = [
  CODES.noPermission.code,
  CODES.noDataAuthority.code,
  CODES.tokenExpired.code,
  CODES.notLoggedIn.code,
]

const rightsOf = (pages: readonly PageKey[]): StoredRights =>
  Object.fromEntries(pages.map((page) => [page, [...PAGES[page]]]))

describe.each(engines)('the X-ray on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let regions: string[]
  beforeAll(async () => {
    app = await startTestApp({ engine })
    company = await app.company()
    const north = await app.region(company)
    regions = [company.rootGid, north, await app.region(company, north), await app.region(company)]
  })
  afterAll(() => app.close())

  it('foretells what calls answer, for any rights and any regions', async () => {
    const somePages = fc.uniqueArray(fc.constantFrom(...PAGE_KEYS), { maxLength: 6 })
    const someRegions = fc.option(fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 2 }), {
      nil: undefined,
    })
    await fc.assert(
      fc.asyncProperty(somePages, someRegions, fc.boolean(), async (pages, bound, isDisabled) => {
        const gids = bound?.map((at) => regions[at] ?? '')
        const { accountId: AccountID, token } = await app.account(company, rightsOf(pages), gids)
        if (isDisabled) await app.ask(updateUserAccount, { AccountID, Disabled: true }, company.token)
        for (const [call, bodyOf] of ASKED) {
          for (const gid of Object.keys(bodyOf('')).length > 0 ? regions : regions.slice(0, 1)) {
            const body = bodyOf(gid)
            const named = Object.values(body).includes(gid) ? { GID: gid } : {}
            const asked = { AccountID, Path: call.path, ...named }
            const { Admitted, Why } = await app.ask(whyRefused, asked, company.token)
            const { CODE } = await app.send(call, body, token)
            expect([call.path, Why, Admitted]).toEqual([call.path, Why, !REFUSED.includes(CODE)])
            if (CODE === CODES.noPermission.code) expect(['lacksGrant', 'administratorsOnly']).toContain(Why)
            if (CODE === CODES.noDataAuthority.code) expect(Why).toBe('region')
          }
        }
      }),
      { numRuns: 5 },
    )
  }, 120_000)

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
        const { Admitted } = await app.ask(
          whyRefused,
          { AccountID: accountId, Path: watchLive.path, DID },
          own.token,
        )
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
