import { genUserAccessToken } from '@vedette/contract/calls/access-token'
import { getDeviceInfo } from '@vedette/contract/calls/device-config'
import { checkDeviceUpVersion, upgradeDevices } from '@vedette/contract/calls/upgrade'
import { Refusal } from '@vedette/contract/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../testing/app.ts'
import { engines } from '../testing/storage.ts'
import { AccessTokens } from './access-token.ts'
import type { Principal } from './principal.ts'

const DID = 'CAMERA-00000001'

describe.each(engines)('an access token on %s', (engine) => {
  let app: TestApp
  let tokens: AccessTokens
  let session: string
  let maker: Principal
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const { authority } = app.platform
    tokens = new AccessTokens(Buffer.alloc(32, 1), app.clock, authority)
    session = (await app.company()).token
    maker = await authority.authenticate(session)
  })

  const outcome = (token: string | undefined, of = tokens): Promise<string> =>
    of.authenticate(token).then(
      ({ only }) => (only ? 'limited' : 'whole'),
      (error: unknown) => (error instanceof Refusal ? error.reason : String(error)),
    )

  it('is its maker, limited to the calls of its purpose about its device', async () => {
    const { epoch: _epoch, ...who } = maker
    const info = await tokens.authenticate(tokens.issue(maker, DID, 'info').token)
    expect(info).toMatchObject({ ...who, only: { did: DID, calls: [getDeviceInfo.path] } })
    const upgrade = await tokens.authenticate(tokens.issue(maker, DID, 'upgrade').token)
    expect(upgrade.only).toEqual({
      did: DID,
      calls: [getDeviceInfo.path, checkDeviceUpVersion.path, upgradeDevices.path],
    })
    expect(upgrade.only?.calls).not.toContain(genUserAccessToken.path)
  })

  it('is good for five minutes', async () => {
    const { token, expiresAt } = tokens.issue(maker, DID, 'info')
    expect(expiresAt).toBe(app.clock.now() + 5 * 60_000)
    app.clock.advance(5 * 60_000 - 1)
    expect(await outcome(token)).toBe('limited')
    app.clock.advance(1)
    expect(await outcome(token)).toBe('tokenExpired')
  })

  it('ends with the session of its maker', async () => {
    const { token } = tokens.issue(maker, DID, 'info')
    await app.platform.authority.revokeSession(maker.companyId, maker.sessionId)
    expect(await outcome(token)).toBe('tokenExpired')
  })

  it('is of the key that signed it', async () => {
    const { token } = tokens.issue(maker, DID, 'info')
    const others = new AccessTokens(Buffer.alloc(32, 2), app.clock, app.platform.authority)
    expect(await outcome(token, others)).toBe('notLoggedIn')
    expect(await outcome(token)).toBe('limited')
  })

  it('is nothing where anything stands before, behind or in the place of a part of it', async () => {
    const { token } = tokens.issue(maker, DID, 'info')
    const [mark = '', content = '', signature = ''] = token.split('.')
    expect([mark, signature.length]).toEqual(['at', 43])
    for (const forged of [
      `x${token}`,
      `${token}x`,
      `${mark}..${signature}`,
      `${mark}.${content}.`,
      `${mark}.${content}.${signature.slice(1)}`,
      `${mark}.${content}.${'A'.repeat(43)}`,
      `${mark}.${content}A.${signature}`,
      `${mark}.${'A'.repeat(601)}.${signature}`,
      '',
      undefined,
    ])
      expect(await outcome(forged)).toBe('notLoggedIn')
  })

  it('takes nothing from who comes with a whole session', async () => {
    expect(await outcome(session)).toBe('whole')
    expect(await tokens.authenticate(session)).toEqual(maker)
  })
})
