/** Whom the gate tells what: on a gate of the test's own, which is told by the test. */
import { joinGroups } from '@vedette/contract/calls/account'
import { updateRole } from '@vedette/contract/calls/role'
import { type PageKey, PAGES } from '@vedette/contract/pages'
import { METHOD, PresenceBody, type ProgressBody, SOCKET_PATH } from '@vedette/contract/push'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Authority } from '../authority/authority.ts'
import type { DevicePresence } from '../video/presence.ts'
import { startTestApp, type TestAccount, type TestApp, type TestCompany } from '../testing/app.ts'
import { type OwnSockets, ownSockets } from '../testing/own-sockets.ts'
import { Push } from './push.ts'
import { SessionKeys } from './session-keys.ts'
import { leaveSockets, PushClient } from './test-clients.ts'

const PATIENCE = { timeout: 60_000 }

let app: TestApp
let company: TestCompany
let [north, south] = ['', '']
let people: Record<'north' | 'south' | 'pageless' | 'other', { token: string }>
let gate: OwnSockets
let push: Push
let held: (() => Promise<void> | undefined)[] = []
beforeAll(async () => {
  app = await startTestApp()
  company = await app.company()
  ;[north, south] = [await app.region(company), await app.region(company)]
  people = {
    north: await clerk(['realTimeVideo'], [north]),
    south: await clerk(['realTimeVideo'], [south]),
    pageless: await clerk(['roleManger']),
    other: await app.company(),
  }
})
afterAll(() => app.close())
beforeEach(async () => {
  leaveSockets()
  held = []
  const authority = slowly(app.platform.authority)
  gate = await ownSockets(app.clock.now(), (needs) => {
    push = new Push({ authority, keys: new SessionKeys(authority), ...needs })
    return { [SOCKET_PATH]: push }
  })
})
afterEach(async () => {
  await gate.close()
  push.close()
  if (gate.errors.length > 0) throw new AggregateError(gate.errors)
})

const signal = () => Promise.withResolvers<void>()

/** Keeps its verdicts back while a test says so, the first of them first. */
function slowly(authority: Authority): Authority {
  return {
    ...authority,
    async authorize(...question) {
      await authority.authorize(...question)
      await held.shift()?.()
    },
  }
}

async function loggedIn({ token }: { token: string }): Promise<PushClient> {
  const client = new PushClient(gate.urlOf(SOCKET_PATH))
  expect((await client.login(token)).CODE).toBe('200')
  return client
}
const clerk = (pages: readonly PageKey[], regions?: readonly string[]): Promise<TestAccount> =>
  app.account(company, Object.fromEntries(pages.map((page) => [page, [...PAGES[page]]])), regions)

/** All that the gate sent before now, without what answers this question. */
async function heard(client: PushClient): Promise<unknown[]> {
  client.send(METHOD.heartbeat, {})
  await client.next(METHOD.heartbeat)
  return client.rest.map(({ BODY }) => BODY)
}

const device = (did: string, regionId: string | null): DevicePresence => ({
  companyId: company.companyId,
  did,
  regionId,
  presence: 2,
  reason: 'stalled',
  sinceMs: 77,
  status: 'upgrading',
  statusSinceMs: 78,
})
const told = (...dids: string[]) => ({
  List: dids.map((DID) => ({ DID, Presence: 2, Reason: 'stalled', Since: 77, Status: 'upgrading' })),
})

it('the devices of a list are told to each as far as he may see them, and to nobody else', async () => {
  const viewers = {
    all: await loggedIn(company),
    again: await loggedIn(company),
    north: await loggedIn(people.north),
    south: await loggedIn(people.south),
    pageless: await loggedIn(people.pageless),
    other: await loggedIn(people.other),
  }
  const waiting = await new PushClient(gate.urlOf(SOCKET_PATH)).opened()
  push.sendPresence(company.companyId, [device('ONE', north), device('TWO', north), device('NONE', null)])
  expect(await heard(viewers.all)).toEqual([told('ONE', 'TWO', 'NONE')])
  expect(await heard(viewers.again)).toEqual([told('ONE', 'TWO', 'NONE')])
  expect(await heard(viewers.north)).toEqual([told('ONE', 'TWO')])
  for (const viewer of [viewers.south, viewers.pageless, viewers.other])
    expect(await heard(viewer)).toEqual([])
  await waiting.login(company.token)
  expect(waiting.rest).toEqual([])
  push.sendPresence(company.companyId, [device('NORTHERN', north), device('SOUTHERN', south)])
  expect(await heard(viewers.north)).toContainEqual(told('NORTHERN'))
  expect(await heard(viewers.south)).toEqual([told('SOUTHERN')])
})

it('more devices than a frame holds come in several, in their order', async () => {
  const viewer = await loggedIn(company)
  const dids = Array.from({ length: 401 }, (_, at) => `DID-${at}`)
  push.sendPresence(
    company.companyId,
    dids.map((did) => device(did, north)),
  )
  const lists = (await heard(viewer)).map((body) => PresenceBody.parse(body).List.map(({ DID }) => DID))
  expect(lists.map((list) => list.length)).toEqual([200, 200, 1])
  expect(lists.flat()).toEqual(dids)
  push.sendPresence(company.companyId, [])
  expect(await heard(viewer)).toHaveLength(3)
})

it('how the job of a device goes is told to those who may see the device', async () => {
  const viewers = {
    all: await loggedIn(company),
    north: await loggedIn(people.north),
    south: await loggedIn(people.south),
    pageless: await loggedIn(people.pageless),
    other: await loggedIn(people.other),
  }
  const progress = (DID: string): ProgressBody => ({
    Kind: 'upgrade',
    ID: 'job',
    DID,
    State: 'sending',
    Progress: 40,
  })
  push.sendProgress(company.companyId, north, progress('NORTHERN'))
  push.sendProgress(company.companyId, null, progress('NOWHERE'))
  expect(await heard(viewers.all)).toEqual([progress('NORTHERN'), progress('NOWHERE')])
  expect(viewers.all.rest.map((it) => it.METHOD)).toEqual([METHOD.progress, METHOD.progress])
  expect(await heard(viewers.north)).toEqual([progress('NORTHERN')])
  for (const viewer of [viewers.south, viewers.pageless, viewers.other])
    expect(await heard(viewer)).toEqual([])
})

it('that there are other devices is told to all of the company who may see any', async () => {
  const [all, north] = [await loggedIn(company), await loggedIn(people.north)]
  const [pageless, other] = [await loggedIn(people.pageless), await loggedIn(people.other)]
  push.sendDevicesChanged(company.companyId)
  for (const viewer of [all, north]) {
    expect(await heard(viewer)).toEqual([{}])
    expect(viewer.rest.map(({ METHOD: method }) => method)).toEqual([METHOD.devicesChanged])
  }
  for (const viewer of [pageless, other]) expect(await heard(viewer)).toEqual([])
})

it('how an import goes is told on all pages of who asked for it, and to no colleague', async () => {
  const [one, two] = [await loggedIn(company), await loggedIn(company)]
  const colleague = await loggedIn(people.north)
  const { companyId, accountId } = company
  const news = { companyId, accountId, kind: 'import', id: 'job', state: 'running' as const }
  push.sendJob({ ...news, done: 0, total: 0 })
  push.sendJob({ ...news, done: 2, total: 3 })
  push.sendJob({ ...news, companyId: 'another', done: 3, total: 3 })
  const body = { Kind: 'import', ID: 'job', DID: '', State: 'running' }
  const expected = [
    { ...body, Progress: 0, Done: 0, Total: 0 },
    { ...body, Progress: 66, Done: 2, Total: 3 },
  ]
  expect(await heard(one)).toEqual(expected)
  expect(await heard(two)).toEqual(expected)
  expect(await heard(colleague)).toEqual([])
})

describe('a change of rights', () => {
  let devices = 0
  /** Whether he hears of a device of this region now. */
  async function hears(client: PushClient, regionId: string): Promise<boolean> {
    const did = `DID-${++devices}`
    push.sendPresence(company.companyId, [device(did, regionId)])
    return JSON.stringify(await heard(client)).includes(`"${did}"`)
  }

  it('of regions holds for what is told next, and is itself told', async () => {
    const account = await clerk(['realTimeVideo'], [north])
    const client = await loggedIn(account)
    expect(await hears(client, north)).toBe(true)
    const body = { AccountID: account.accountId, AllRegions: false, GIDs: [south] }
    await app.ask(joinGroups, body, company.token)
    expect((await client.next(METHOD.rightsChanged)).BODY).toEqual({ Reason: 'rights' })
    await expect.poll(() => hears(client, south), PATIENCE).toBe(true)
    expect(await hears(client, north)).toBe(false)
  })

  it('counts that comes while a socket is admitted, and not what was found before', async () => {
    const account = await clerk(['realTimeVideo'], [north])
    const [asked, kept, renewed] = [signal(), signal(), signal()]
    held = [
      () => {
        asked.resolve()
        return kept.promise
      },
      () => {
        renewed.resolve()
        return undefined
      },
    ]
    const admitted = loggedIn(account)
    await asked.promise
    const body = { AccountID: account.accountId, AllRegions: false, GIDs: [south] }
    await app.ask(joinGroups, body, company.token)
    await renewed.promise
    kept.resolve()
    const client = await admitted
    await expect.poll(() => hears(client, south), PATIENCE).toBe(true)
    expect(await hears(client, north)).toBe(false)
  })

  it('of pages shuts off what is told of devices, and lets the socket go on', async () => {
    const account = await clerk(['realTimeVideo'])
    const client = await loggedIn(account)
    expect(await hears(client, north)).toBe(true)
    await app.ask(updateRole, { id: account.roleId, permissions: [] }, company.token)
    expect((await client.next(METHOD.rightsChanged)).BODY).toEqual({ Reason: 'rights' })
    await expect.poll(() => hears(client, north), PATIENCE).toBe(false)
    const given = { id: account.roleId, permissions: [{ pageKey: 'realTimeVideo' as const }] }
    await app.ask(updateRole, given, company.token)
    await expect.poll(() => hears(client, north), PATIENCE).toBe(true)
  })

  it('that ends the session is told, and nobody else is closed', async () => {
    const account = await clerk(['realTimeVideo'])
    const [client, boss] = [await loggedIn(account), await loggedIn(company)]
    await app.platform.authority.revokeAccount(company.companyId, account.accountId)
    expect((await client.next(METHOD.rightsChanged)).BODY).toEqual({ Reason: 'revoked' })
    expect(await client.closed).toBe(4401)
    expect(await heard(boss)).toEqual([])
  })
})
