/** The session's rules as section 4 has them, against a server that answers what the test says. */
import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'

import { resetPassword } from '@vedette/contract/calls/own-account'
import { ownRights, updateRole } from '@vedette/contract/calls/role'
import { type CompanyInfo, login, logout, userInfo } from '@vedette/contract/calls/user'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

import { app } from '../i18n/app.ts'
import { addSections } from '../i18n/translate.ts'
import { useToasts } from '../ui/toasts.ts'
import { heldToken, send } from '../wire/send.ts'
import { changePassword } from './change-password.ts'
import { companyTimeIn } from './company-time.ts'
import { queries } from './query-client.ts'
import { followRights, lookForOtherRights, syncPermissions } from './rights.ts'
import {
  endPreview,
  expireSocketSession,
  logOut,
  refreshQuietly,
  refreshUserInfo,
  renewQuietly,
  stayLoggedIn,
  switchCompany,
} from './own-session.ts'
import { can, expireSession, session } from './session.ts'
import { stored } from './stored.ts'

const INFO = { Account: 'demo_admin', AccountType: 0, Name: 'Ada', Icon: '', ExpiresAt: 7_000 }

function company(id: string): CompanyInfo {
  return {
    CompanyID: id,
    CompanyName: `Company ${id}`,
    Role: 'role',
    RoleStatus: 1,
    Permissions: '[]',
    AdminRole: 0,
    Utoken: `token-${id}`,
    SaasID: 'saas',
    UID: 'uid',
    TimeZone: 'UTC',
  }
}

let server: Server
let asked: { path: string | undefined; token: string | undefined }[]
let bodies: unknown[]
let answers: Record<string, unknown>
let reloads: number
let address: string
const realFetch = globalThis.fetch

beforeAll(() => {
  addSections({ app })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterAll(() => {
  vi.useRealTimers()
})

beforeEach(async () => {
  asked = []
  bodies = []
  reloads = 0
  answers = {}
  server = createServer((request, response) => {
    asked.push({ path: request.url, token: request.headers.authorization })
    if (request.method === 'POST') void json(request).then((body) => bodies.push(body))
    response.end(JSON.stringify(answers[request.url ?? ''] ?? { CODE: '200', BODY: {} }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const listening = server.address()
  const port = typeof listening === 'object' && listening ? listening.port : 0
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    realFetch(`http://127.0.0.1:${port}${path}`, init),
  )
  address = '#/realTimeVideo?layout=4&show=CAM-0001'
  vi.stubGlobal('location', {
    reload: () => void reloads++,
    assign: (url: string) => void (address = url),
    get hash() {
      return address
    },
  })
  vi.stubGlobal('history', {
    replaceState: (_state: unknown, _title: string, hash: string) => void (address = hash),
  })
  session.setState({ isLeaving: false })
  session.begin([company('1'), company('2')], 'demo_admin')
})

afterEach(() => {
  useToasts.setState({ toasts: [] })
  vi.advanceTimersByTime(10_000)
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
})

function said(): string[] {
  return useToasts.getState().toasts.map(({ kind, text }) => `${kind}: ${text}`)
}

/** The page reloads after exactly that long. */
function reloadsAfter(ms: number): void {
  vi.advanceTimersByTime(ms - 1)
  expect(reloads).toBe(0)
  vi.advanceTimersByTime(1)
  expect(reloads).toBe(1)
}

function isStored(key: 'userInfo' | 'companyInfos' | 'currentCompany' | 'currentAccount'): boolean {
  return stored.read(key, z.unknown()) !== undefined
}

describe('a logged-in page', () => {
  it('takes over the user info that it asks for in the background', async () => {
    answers[userInfo.path] = { CODE: '200', BODY: INFO }
    await refreshUserInfo()
    expect(session.getState().user?.userInfo).toEqual(INFO)
    expect(said()).toEqual([])
  })

  it.each([{ CODE: '4042', BODY: {} }, { CODE: '6007', BODY: {} }, 'no envelope'])(
    'warns when the user info cannot be had, and goes on: %j',
    async (answer) => {
      answers[userInfo.path] = answer
      await refreshUserInfo()
      expect(said()).toEqual(['warning: Failed to get user info'])
      expect(session.getState().user).toBeDefined()
    },
  )

  it('needs no more of another platform than the specification names', async () => {
    const { TimeZone: _ours, ...named } = company('1')
    const { CompanyInfos } = login.reply.parse({ CompanyInfos: [named] })
    session.begin(CompanyInfos, 'demo_admin')
    answers[userInfo.path] = { CODE: '200', BODY: { Name: 'Ada', Icon: '' } }
    await refreshUserInfo()
    expect(said()).toEqual([])
    const { user } = session.getState()
    expect(user?.userInfo).toMatchObject({ Name: 'Ada', ExpiresAt: 0 })
    expect(user?.currentAccount).toBe('demo_admin')
    expect(companyTimeIn(user?.currentCompany.TimeZone ?? '').clock(0)).toMatch(/^\d\d:/)
  })

  it('is silent about it where nobody asked', async () => {
    answers[userInfo.path] = { CODE: '6007', BODY: {} }
    expect(await refreshQuietly()).toBe(false)
    expect(said()).toEqual([])
  })

  it.each(['5007', '5042'])(
    'that is told %s says so, forgets the session and reloads after 1.1 s',
    async (code) => {
      answers[userInfo.path] = { CODE: code, BODY: {} }
      await expect(send(userInfo, {})).rejects.toThrow(code)
      expect(said()).toEqual([expect.stringMatching(/^error: Login information/)])
      expect(session.getState()).toEqual({ user: undefined, isLeaving: true })
      expect(heldToken()).toBe('')
      reloadsAfter(1100)
    },
  )

  it('reloads once, however many calls find the session over', async () => {
    answers[userInfo.path] = { CODE: '5007', BODY: {} }
    await Promise.all([refreshUserInfo(), refreshUserInfo(), renewQuietly()])
    vi.advanceTimersByTime(10_000)
    expect(reloads).toBe(1)
  })

  it('whose socket is told 2008 reloads after 2.1 s', () => {
    expireSocketSession()
    expect(said()).toEqual([expect.stringMatching(/^error: Login information has expired/)])
    expect(session.getState().user).toBeUndefined()
    reloadsAfter(2100)
  })
})

describe('logging out', () => {
  it('ends the session of each company with its own token, and reloads after 0.5 s', async () => {
    await logOut()
    expect(asked.toSorted((a, b) => `${a.token}`.localeCompare(`${b.token}`))).toEqual([
      { path: '/vms/user/logout', token: 'token-1' },
      { path: '/vms/user/logout', token: 'token-2' },
    ])
    expect(session.getState()).toEqual({ user: undefined, isLeaving: true })
    reloadsAfter(500)
  })

  it('keeps language, languageMode, setting and loginProof, and nothing else', async () => {
    for (const key of ['language', 'languageMode', 'setting', 'loginProof'] as const) stored.write(key, key)
    await logOut()
    for (const key of ['language', 'languageMode', 'setting', 'loginProof'] as const)
      expect(stored.read(key, z.string())).toBe(key)
    for (const key of ['userInfo', 'companyInfos', 'currentCompany', 'currentAccount'] as const)
      expect(isStored(key)).toBe(false)
  })

  it('leads to where the session at the identity provider ends, however long that answer takes', async () => {
    const Url = 'https://login.example.com/end?client_id=vedette'
    answers['/vms/user/logout'] = { CODE: '200', BODY: { Url } }
    session.begin([{ ...company('1'), AdminRole: 1 }], 'demo_ada')
    const left = logOut()
    vi.advanceTimersByTime(500)
    expect(session.getState()).toEqual({ user: undefined, isLeaving: true })
    await left
    await vi.waitFor(() => expect(address).toBe(Url))
    expect(reloads).toBe(0)
  })

  it('reloads where the provider has no such place, or the server names no page', async () => {
    for (const BODY of [{}, { Url: 'javascript:alert(1)' }]) {
      answers['/vms/user/logout'] = { CODE: '200', BODY }
      session.setState({ isLeaving: false })
      session.begin([{ ...company('1'), AdminRole: 1 }], 'demo_ada')
      const before = reloads
      await logOut()
      vi.advanceTimersByTime(500)
      await vi.waitFor(() => expect(reloads).toBe(before + 1))
    }
    expect(address).toBe('#/realTimeVideo?layout=4&show=CAM-0001')
  })

  it('needs no server', async () => {
    server.close()
    server.closeAllConnections()
    await logOut()
    expect(said()).toEqual([])
    reloadsAfter(500)
  })
})

describe('changing the password', () => {
  it.each([
    { CODE: '200', BODY: {} },
    { CODE: '6100', BODY: {} },
  ])(
    'ends the sessions of all companies, whatever came of it, forgets everything and reloads after 3 s: %j',
    async (answer) => {
      answers[resetPassword.path] = answer
      stored.write('language', 'en')
      await changePassword({ oldPassword: 'old', password: 'new' })
      expect(asked.map(({ path }) => path)).toEqual([resetPassword.path, logout.path, logout.path])
      expect(new Set(asked.slice(1).map(({ token }) => token))).toEqual(new Set(['token-1', 'token-2']))
      expect(stored.read('language', z.string())).toBeUndefined()
      expect(said().map((text) => text.split(':', 1)[0])).toEqual([
        ...(answer.CODE === '200' ? [] : ['error']),
        'warning',
      ])
      reloadsAfter(3000)
    },
  )
})

it('a change of one’s password is not called an ended session, although its push overtakes the answer', async () => {
  answers[resetPassword.path] = { CODE: '200', BODY: {} }
  const changing = changePassword({ oldPassword: 'old', password: 'new' })
  expireSession('Your session was ended')
  await changing
  expect(said()).toHaveLength(1)
  expect(said()[0]).not.toContain('ended')
  reloadsAfter(3000)
})

describe('switching the company', () => {
  it('stores the choice, goes on with the old token until then, and reloads after 1 s', () => {
    switchCompany('2')
    expect(session.getState()).toMatchObject({
      isLeaving: true,
      user: { currentCompany: { CompanyID: '1' } },
    })
    expect(stored.read('currentCompany', z.object({ CompanyID: z.string() }))).toEqual({ CompanyID: '2' })
    reloadsAfter(1000)
  })

  it.each([
    ['#/realTimeVideo?layout=4&show=CAM-0001', '#/realTimeVideo'],
    ['#/deviceConf/CAM-0001', '#/'],
    ['#/accountManger', '#/accountManger'],
  ])('leaves of %s what is the other company’s: %s', (before, after) => {
    address = before
    switchCompany('2')
    expect(address).toBe(before)
    reloadsAfter(1000)
    expect(address).toBe(after)
  })

  it('does nothing for a company that is not the person’s', () => {
    switchCompany('3')
    vi.advanceTimersByTime(2000)
    expect([reloads, session.getState().isLeaving]).toEqual([0, false])
  })
})

describe('renewing the session', () => {
  it('keeps the token and takes over the new end', async () => {
    answers['/vms/user/renew'] = { CODE: '200', BODY: { ExpiresAt: 99_000 } }
    await stayLoggedIn()
    expect(asked).toEqual([{ path: '/vms/user/renew', token: 'token-1' }])
    expect(session.getState().user).toMatchObject({
      userInfo: { ExpiresAt: 99_000 },
      currentAccount: 'demo_admin',
    })
    expect(heldToken()).toBe('token-1')
  })

  it('that fails is told to who asked for it, and to nobody when a wall did', async () => {
    answers['/vms/user/renew'] = { CODE: '6110', BODY: {} }
    expect(await renewQuietly()).toBe(false)
    expect(said()).toEqual([])
    await stayLoggedIn()
    expect(said()).toEqual(['error: The server is busy, try again shortly'])
    expect(session.getState().isLeaving).toBe(false)
  })

  it('that comes too late ends the session', async () => {
    answers['/vms/user/renew'] = { CODE: '5007', BODY: {} }
    await stayLoggedIn()
    expect(session.getState().user).toBeUndefined()
    reloadsAfter(1100)
  })
})

describe('a preview', () => {
  const looked = { Role: 'looked', RoleStatus: 0, Permissions: '[{"pageKey":"replay"}]' }
  beforeEach(() =>
    session.beginPreview({ ...looked, Utoken: 'token-preview' }, { roleName: 'Guards', expiresAt: 9 }),
  )

  it('that is left by logging out ends alone, and the reload goes back to the own session', async () => {
    await logOut()
    expect(asked).toEqual([{ path: logout.path, token: 'token-preview' }])
    expect(session.getState()).toMatchObject({ isLeaving: true, user: { currentAccount: 'demo_admin' } })
    expect(isStored('currentCompany')).toBe(true)
    reloadsAfter(500)
  })

  it('is left where no server can be reached', async () => {
    server.close()
    server.closeAllConnections()
    await endPreview()
    expect(said()).toEqual([])
    reloadsAfter(500)
  })

  it('that has ended leaves the own session stored', () => {
    expireSocketSession()
    expect(said()).toEqual([expect.stringMatching(/^error: Login information has expired/)])
    expect(isStored('currentCompany')).toBe(true)
    reloadsAfter(2100)
  })

  it('tells the server nothing of its list of rights', async () => {
    await syncPermissions()
    expect(asked).toEqual([])
  })
})

describe('what the person may do', () => {
  const given = { Role: 'other', RoleStatus: 0, Permissions: '[{"pageKey":"replay","feature":[]}]' }

  it('follows what the server says when it has changed, and lists are fetched anew', async () => {
    expect(can('roleManger')).toBe(true)
    queries.setQueryData(['list'], 1)
    answers[ownRights.path] = { CODE: '200', BODY: given }
    await followRights()
    expect(said()).toEqual(['info: Your permissions have changed'])
    expect([can('replay'), can('roleManger'), can('deviceManger', 'add')]).toEqual([true, false, false])
    expect(session.getState().user?.currentCompany).toMatchObject({ CompanyID: '1', ...given })
    expect(queries.getQueryState(['list'])?.isInvalidated).toBe(true)
    queries.clear()
  })

  it('stays as it was where that cannot be asked, which is said', async () => {
    answers[ownRights.path] = { CODE: '6110', BODY: {} }
    await followRights()
    expect(said()).toEqual(['error: The server is busy, try again shortly'])
    expect(can('roleManger')).toBe(true)
  })

  describe('is looked at again when the socket is back, of which nobody is told', () => {
    it('unless it changed meanwhile: pages go and come, and lists are fetched anew', async () => {
      queries.setQueryData(['list'], 1)
      answers[ownRights.path] = { CODE: '200', BODY: given }
      await lookForOtherRights()
      expect(said()).toEqual(['info: Your permissions have changed'])
      expect([can('replay'), can('roleManger')]).toEqual([true, false])
      expect(queries.getQueryState(['list'])?.isInvalidated).toBe(true)
      queries.clear()
    })

    it('where it is the same, and the lists stay', async () => {
      queries.setQueryData(['list'], 1)
      const { currentCompany } = session.getState().user ?? {}
      answers[ownRights.path] = { CODE: '200', BODY: { ...company('1'), Permissions: '[ ]' } }
      await lookForOtherRights()
      expect(asked.map(({ path }) => path)).toEqual([ownRights.path])
      expect(said()).toEqual([])
      expect(session.getState().user?.currentCompany).toBe(currentCompany)
      expect(queries.getQueryState(['list'])?.isInvalidated).toBe(false)
      queries.clear()
    })

    it('where it cannot be asked', async () => {
      answers[ownRights.path] = { CODE: '6110', BODY: {} }
      await lookForOtherRights()
      expect(said()).toEqual([])
      expect(can('roleManger')).toBe(true)
    })

    it('where the person logged out before the answer', async () => {
      answers[ownRights.path] = { CODE: '200', BODY: given }
      const looked = lookForOtherRights()
      session.reset()
      await looked
      expect(said()).toEqual([])
      expect(session.getState().user).toBeUndefined()
    })
  })

  it('is brought to the catalogue of the build once, here and at the server, whatever that thinks of it', async () => {
    answers[updateRole.path] = { CODE: '5059', BODY: {} }
    await syncPermissions()
    expect(asked).toEqual([{ path: updateRole.path, token: 'token-1' }])
    const { permissions, currentCompany } = session.getState().user ?? {}
    expect(permissions?.length).toBeGreaterThan(5)
    await vi.waitFor(() =>
      expect(bodies).toMatchObject([{ BODY: { id: 'role', permissions: currentCompany?.Permissions } }]),
    )
    expect(currentCompany).toMatchObject({ Role: 'role', RoleStatus: 1 })
    expect(said()).toEqual([])
    await syncPermissions()
    expect(asked).toHaveLength(1)
  })

  it('is nothing, and nothing is asked, once nobody is logged in', async () => {
    session.reset()
    await syncPermissions()
    expect([asked, can('replay')]).toEqual([[], false])
  })
})
