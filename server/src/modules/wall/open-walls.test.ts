import { namedWalls, openWalls, saveNamedWall, sendToWall } from '@vedette/contract/calls/wall'
import { CODES } from '@vedette/contract/codes'
import { METHOD, SOCKET_PATH, WallCameraBody } from '@vedette/contract/push'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { leaveSockets, PushClient } from '../../push/test-clients.ts'
import { startTestApp, type TestAccount, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const GUARD = { realTimeVideo: [] }
const ID = (digit: string): string => digit.repeat(32)

describe.each(engines)('walls that are open, on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let [north, south] = ['', '']
  let [gate, yard] = ['', '']
  /** Sees the north alone. */
  let guard: TestAccount
  let WallID = ''
  beforeAll(async () => {
    app = await startTestApp({ engine })
    company = await app.company()
    ;[north, south] = [await app.region(company), await app.region(company)]
    ;[gate, yard] = [await app.device(company, north), await app.device(company, south)]
    guard = await app.account(company, GUARD, [north])
    const wall = { Name: 'Night', Wall: 'layout=4', RoleID: guard.roleId }
    WallID = (await app.ask(saveNamedWall, wall, company.token)).WallID
  })
  afterAll(async () => {
    leaveSockets()
    await app.close()
  })

  const page = async ({ token }: { token: string }): Promise<PushClient> => {
    const client = new PushClient(new URL(SOCKET_PATH, app.platform.address).href.replace('http', 'ws'))
    expect(await client.login(token)).toMatchObject({ CODE: '200' })
    return client
  }
  /** Says so, and waits until the gate has heard it. */
  const shows = async (
    client: PushClient,
    wall: { WallID: string; OpenID: string; Heard?: number },
  ): Promise<void> => {
    client.send(METHOD.wallOpen, wall)
    client.send(METHOD.heartbeat, {})
    await client.next(METHOD.heartbeat)
  }
  const openTo = async ({ token }: { token: string }) => (await app.ask(openWalls, {}, token)).List

  it('take the cameras that a colleague sends, of those that both see', async () => {
    const theirs = await page(guard)
    expect(await openTo(company)).toEqual([])
    await shows(theirs, { WallID, OpenID: ID('a') })
    expect(await openTo(company)).toEqual([{ OpenID: ID('a'), WallID, Account: guard.name }])
    await app.ask(sendToWall, { OpenID: ID('a'), DID: gate, Channel: 2 }, company.token)
    expect((await theirs.next(METHOD.wallCamera)).BODY).toEqual({
      OpenID: ID('a'),
      DID: gate,
      Channel: 2,
      Account: 'boss',
      SentAt: app.clock.now(),
    })
    // Not what the one at the wall may not see, nor what the sender may not.
    const hidden = await app.send(sendToWall, { OpenID: ID('a'), DID: yard }, company.token)
    expect(hidden).toMatchObject({ BODY: { Field: 'DID', Word: 'wallMayNotSee' } })
    const southern = await app.account(company, GUARD, [south])
    const foreign = await app.send(sendToWall, { OpenID: ID('a'), DID: gate }, southern.token)
    expect(foreign.CODE).toBe(CODES.noDataAuthority.code)

    await shows(theirs, { WallID: '', OpenID: ID('a') })
    expect(await openTo(company)).toEqual([])
    const closed = await app.send(sendToWall, { OpenID: ID('a'), DID: gate }, company.token)
    expect(closed).toMatchObject({ BODY: { Field: 'OpenID', Word: 'wallClosed' } })
    expect(theirs.rest.filter((it) => it.METHOD === METHOD.wallCamera)).toEqual([])
  })

  it('have what was sent while their page was just connecting anew, once and not much later', async () => {
    const OpenID = ID('d')
    const before = await page(guard)
    await shows(before, { WallID, OpenID })
    await app.ask(sendToWall, { OpenID, DID: gate, Channel: 1 }, company.token)
    const heard = WallCameraBody.parse((await before.next(METHOD.wallCamera)).BODY)
    // Its socket may be dead already without the gate knowing.
    const next = await page(guard)
    await shows(next, { WallID, OpenID, Heard: 0 })
    const again = next.rest.find((it) => it.METHOD === METHOD.wallCamera)
    expect(again?.BODY).toEqual(heard)
    expect((await openTo(company)).map((it) => it.OpenID)).toEqual([OpenID])

    const third = await page(guard)
    await shows(third, { WallID, OpenID, Heard: heard.SentAt })
    app.clock.advance(61_000)
    const late = await page(guard)
    await shows(late, { WallID, OpenID, Heard: 0 })
    for (const { rest } of [third, late])
      expect(rest.filter((it) => it.METHOD === METHOD.wallCamera)).toEqual([])
    await shows(late, { WallID: '', OpenID })
  })

  it('are found by who sees the wall alone, and only while their page is there', async () => {
    const stranger = await app.account(company, GUARD)
    const other = await app.company()
    const [theirs, unseen] = [await page(guard), await page(stranger)]
    await shows(theirs, { WallID, OpenID: ID('b') })
    // A wall that its page may not see is none, and neither is an id that another page has.
    await shows(unseen, { WallID, OpenID: ID('c') })
    await shows(await page(company), { WallID, OpenID: ID('b') })
    expect((await openTo(company)).map(({ OpenID }) => OpenID)).toEqual([ID('b')])
    expect((await app.ask(namedWalls, {}, stranger.token)).List).toEqual([])
    for (const who of [stranger, other]) {
      expect(await openTo(who)).toEqual([])
      const own = who === stranger ? gate : await app.device(other)
      const refused = await app.send(sendToWall, { OpenID: ID('b'), DID: own }, who.token)
      expect(refused).toMatchObject({ BODY: { Field: 'OpenID', Word: 'wallClosed' } })
    }
    theirs.socket.close()
    await expect.poll(() => openTo(company)).toEqual([])
  })
})
