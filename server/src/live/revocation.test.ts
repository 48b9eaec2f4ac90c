/** What ends a session or takes a right reaches calls, the push socket and running video, whichever action it is. */
import { deleteAccountList, endSecondFactor, joinGroups } from '@vedette/contract/calls/account'
import { resetDefaultPassword, updateUserAccount } from '@vedette/contract/calls/account'
import { deviceList } from '@vedette/contract/calls/device'
import { endSession, resetPassword, sessionList } from '@vedette/contract/calls/own-account'
import { newRole, updateRole } from '@vedette/contract/calls/role'
import { logout } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { LIVE_PATH } from '@vedette/contract/live'
import { LoginReplyBody, METHOD, SOCKET_PATH } from '@vedette/contract/push'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { LiveClient, PushClient, leaveSockets } from '../push/test-clients.ts'
import { TestGate } from '../push/test-gate.ts'
import { PASSWORD, type TestAccount, type TestCompany } from '../testing/app.ts'
import { engines } from '../testing/storage.ts'

describe.each(engines)('what takes rights away on %s', (engine) => {
  let gate: TestGate
  let company: TestCompany
  let north: string
  let south: string
  beforeAll(async () => {
    gate = await TestGate.open(engine)
    company = await gate.app.company()
    ;[north, south] = [await gate.app.region(company), await gate.app.region(company)]
  })
  beforeEach(leaveSockets)
  afterAll(() => gate.close())

  /** Somebody who watches a camera of the north, with a push socket beside it. */
  async function watcher() {
    const account = await gate.app.account(company, { realTimeVideo: [] }, [north])
    const did = await gate.device(company, { region: north })
    const push = new PushClient(gate.urlOf(SOCKET_PATH))
    const { Key, SessionID } = LoginReplyBody.parse((await push.login(account.token)).BODY)
    const live = new LiveClient(gate.urlOf(LIVE_PATH))
    await live.hello(gate.ticketOf({ token: account.token, sessionId: SessionID, key: Key }))
    await live.shown(0, did)
    expect((await gate.app.send(deviceList, {}, account.token)).CODE).toBe('200')
    return { account, did, push, live, sessionId: SessionID }
  }

  const byBoss = (call: Parameters<TestGate['app']['ask']>[0], body: object): Promise<unknown> =>
    gate.app.ask(call, body, company.token)

  const ends: [string, (account: TestAccount, sessionId: string) => Promise<unknown>][] = [
    ['logging out', ({ token }) => gate.app.ask(logout, {}, token)],
    [
      'ending the session from another one',
      async ({ name }, SessionID) => {
        const other = await gate.app.tokenOf(company.code, name)
        expect((await gate.app.ask(sessionList, {}, other)).List.map((it) => it.SessionID)).toContain(
          SessionID,
        )
        await gate.app.ask(endSession, { SessionID }, other)
      },
    ],
    [
      'a new password of its own',
      ({ token }) => gate.app.ask(resetPassword, { oldPassword: PASSWORD, password: 'Another#Mare8' }, token),
    ],
    ['a reset', ({ accountId: AccountID }) => byBoss(resetDefaultPassword, { AccountID })],
    ['the end of a second factor', ({ accountId: AccountID }) => byBoss(endSecondFactor, { AccountID })],
    ['disabling', ({ accountId: AccountID }) => byBoss(updateUserAccount, { AccountID, Disabled: true })],
    ['deleting', ({ accountId }) => byBoss(deleteAccountList, { AccountIDs: [accountId] })],
  ]
  it.each(ends)('%s ends calls, the push socket and the video', async (_what, action) => {
    const { account, did, push, live, sessionId } = await watcher()
    await action(account, sessionId)
    const { CODE } = await gate.app.send(deviceList, {}, account.token)
    expect([CODES.tokenExpired.code, CODES.notLoggedIn.code]).toContain(CODE)
    expect(await push.closed).toBe(4401)
    gate.begin(gate.streamOf(company, did))
    expect(await live.closed).toBe(4401)
    expect(live.rest.media).toEqual([])
  })

  /** Pictures that nobody takes off the connection: more than both systems hold, so that some wait here too, or less. */
  const waiting: [string, number][] = [
    ['here', 120],
    ['in the system alone', 13],
  ]
  const pictures = (stream: number, count: number): void => {
    gate.publish(stream, 'configuration')
    for (let sequence = 1; sequence <= count; sequence++)
      gate.publish(stream, 'video', { isKey: sequence === 1, sequence, payloadBytes: 128 * 1024 })
  }
  /** What of it lies on the reader's side already. */
  const ARRIVED_BYTES = 1024 * 1024
  const pagesOpen = async (): Promise<string | undefined> =>
    /^vedette_live_pages (\d+)/m.exec(await (await gate.app.metrics()).text())?.[1]
  const bytesOf = (live: LiveClient): number => live.rest.media.reduce((sum, { length }) => sum + length, 0)

  it('the end of a session leaves a slow page nothing of the pictures that wait for it', async () => {
    const { account, did, live } = await watcher()
    live.socket.pause()
    pictures(gate.streamOf(company, did), 120)
    await gate.app.ask(logout, {}, account.token)
    live.socket.resume()
    await live.closed
    expect(bytesOf(live)).toBeLessThan(ARRIVED_BYTES)
  })

  it.each(waiting)(
    'a right that is taken leaves a slow page nothing of the pictures that wait %s',
    async (_where, count) => {
      const { account, did, push, live } = await watcher()
      live.socket.pause()
      pictures(gate.streamOf(company, did), count)
      await byBoss(updateRole, { id: account.roleId, permissions: [] })
      await push.next(METHOD.rightsChanged)
      // Who reads again before the page is checked has nothing that waits, and keeps the socket.
      await expect.poll(pagesOpen, { timeout: 60_000 }).toBe('0')
      live.socket.resume()
      expect(await live.closed).toBe(1006)
      expect(bytesOf(live)).toBeLessThan(ARRIVED_BYTES)
    },
  )

  const lesser: [string, string, (account: TestAccount) => Promise<unknown>][] = [
    ['a page taken from the role', '5059', ({ roleId: id }) => byBoss(updateRole, { id, permissions: [] })],
    [
      'another role',
      '5059',
      async ({ accountId: AccountID }) => {
        const role = { RoleName: crypto.randomUUID(), permissions: [] }
        const { id: RoleID } = await gate.app.ask(newRole, role, company.token)
        await byBoss(updateUserAccount, { AccountID, RoleID })
      },
    ],
    [
      'other regions',
      '6004',
      ({ accountId: AccountID }) => byBoss(joinGroups, { AccountID, AllRegions: false, GIDs: [south] }),
    ],
  ]
  it.each(lesser)(
    '%s is told and stops the video with %s, and the session goes on',
    async (_what, code, action) => {
      const { account, did, push, live } = await watcher()
      await action(account)
      expect((await push.next(METHOD.rightsChanged)).BODY).toEqual({ Reason: 'rights' })
      expect(await live.notice('refused')).toMatchObject({ window: 0, code })
      gate.begin(gate.streamOf(company, did))
      await live.settle()
      expect(live.rest.media).toEqual([])
      const { CODE, BODY } = await gate.app.send(deviceList, {}, account.token)
      if (code === '6004') expect(deviceList.reply.parse(BODY).Total).toBe(0)
      else expect(CODE).toBe(code)
    },
  )
})
