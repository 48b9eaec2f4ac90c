import { genUserAccessToken, type TokenPurpose } from '@vedette/contract/calls/access-token'
import { deviceList } from '@vedette/contract/calls/device'
import { getDeviceInfo } from '@vedette/contract/calls/device-config'
import { checkDeviceUpVersion, upgradeList } from '@vedette/contract/calls/upgrade'
import { logout } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { SOCKET_PATH } from '@vedette/contract/push'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PushClient } from '../../push/test-clients.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

describe.each(engines)('a token for one device and one purpose, on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let did: string
  beforeAll(async () => {
    app = await startTestApp({ engine })
    company = await app.company()
    did = await app.device(company)
  })
  afterAll(() => app.close())

  const issue = async (Purpose: TokenPurpose, maker = company.token): Promise<string> =>
    (await app.ask(genUserAccessToken, { DID: did, Purpose }, maker)).AccessToken
  const info = (token: string, DID = did) => app.send(getDeviceInfo, { DID }, token)

  it('admits to what it is for, and to nothing else', async () => {
    const other = await app.device(company)
    const token = await issue('info')
    expect(await info(token)).toMatchObject({ CODE: '200', BODY: { DID: did } })
    expect((await info(token, other)).CODE).toBe(CODES.noDataAuthority.code)
    const { code } = CODES.noPermission
    expect((await app.send(deviceList, {}, token)).CODE).toBe(code)
    expect((await app.send(logout, {}, token)).CODE).toBe(code)
    expect((await app.send(checkDeviceUpVersion, { DID: did }, token)).CODE).toBe(code)
    expect((await app.send(genUserAccessToken, { DID: did, Purpose: 'upgrade' }, token)).CODE).toBe(code)
    const upgrades = await issue('upgrade')
    expect((await app.send(checkDeviceUpVersion, { DID: did }, upgrades)).CODE).not.toBe(code)
    expect((await app.send(upgradeList, {}, upgrades)).CODE).toBe(code)
  })

  it('opens no socket, and is worth nothing where a letter of it is another', async () => {
    const token = await issue('info')
    const socket = new PushClient(new URL(SOCKET_PATH, app.platform.address.replace('http', 'ws')).href)
    expect((await socket.login(token)).CODE).toBe(CODES.socketTokenExpired.code)
    const [mark, content = '', signature = ''] = token.split('.')
    const swapped = content.startsWith('A') ? `B${content.slice(1)}` : `A${content.slice(1)}`
    for (const forged of [`${mark}.${swapped}.${signature}`, `${mark}.${content}.${'A'.repeat(43)}`])
      expect((await info(forged)).CODE).toBe(CODES.notLoggedIn.code)
  })

  it('ends with the session of its maker, and after five minutes', async () => {
    const clerk = await app.account(company, { deviceManger: ['update'] })
    const token = await issue('info', clerk.token)
    expect((await info(token)).CODE).toBe('200')
    await app.ask(logout, {}, clerk.token)
    expect((await info(token)).CODE).toBe(CODES.tokenExpired.code)
    const late = await issue('info')
    app.clock.advance(5 * 60_000)
    expect((await info(late)).CODE).toBe(CODES.tokenExpired.code)
  })
})
