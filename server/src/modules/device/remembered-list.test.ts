import { joinGroups, updateUserAccount } from '@vedette/contract/calls/account'
import { deviceList } from '@vedette/contract/calls/device'
import { updateDeviceAlias } from '@vedette/contract/calls/device-edit'
import { nameOfCode } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

describe.each(engines)('a list of devices that is asked again and again on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  const listed = async (token: string) => (await app.ask(deviceList, {}, token)).List

  it('has every change that was answered', async () => {
    const { token, ...company } = await app.company()
    const did = await app.device({ token, ...company })
    for (let n = 0; n < 20; n++) {
      const changed = app.ask(updateDeviceAlias, { DID: did, Alias: `Alias ${n}` }, token)
      // Those that are asked meanwhile may have either.
      await Promise.all([changed, listed(token), listed(token)])
      expect(await listed(token)).toMatchObject([{ DID: did, Alias: `Alias ${n}` }])
    }
  })

  it('has the devices of its own company and regions, and loses them with the right to them', async () => {
    const company = await app.company()
    const other = await app.company()
    const gate = await app.region(company)
    const [atRoot, atGate] = [await app.device(company), await app.device(company, gate)]
    const foreign = await app.device(other)
    const clerk = await app.account(company, { deviceManger: ['edit'] }, [gate])
    const seen = async (token: string) => (await listed(token)).map(({ DID }) => DID).toSorted()
    const all = [atRoot, atGate].toSorted()
    for (let again = 0; again < 2; again++) {
      expect(await seen(company.token)).toEqual(all)
      expect(await seen(clerk.token)).toEqual([atGate])
      expect(await seen(other.token)).toEqual([foreign])
    }
    const AccountID = clerk.accountId
    await app.ask(joinGroups, { AccountID, AllRegions: true }, company.token)
    expect(await seen(clerk.token)).toEqual(all)
    await app.ask(joinGroups, { AccountID, AllRegions: false, GIDs: [gate] }, company.token)
    expect(await seen(clerk.token)).toEqual([atGate])
    const alias = { DID: atRoot, Alias: 'Mine' }
    expect(nameOfCode((await app.send(updateDeviceAlias, alias, clerk.token)).CODE)).toBe('noDataAuthority')
    await app.ask(updateUserAccount, { AccountID, Disabled: true }, company.token)
    expect(nameOfCode((await app.send(deviceList, {}, clerk.token)).CODE)).toBe('tokenExpired')
  })
})
