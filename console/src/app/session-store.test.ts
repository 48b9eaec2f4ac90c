import type { CompanyInfo } from '@vedette/contract/calls/user'
import { beforeEach, describe, expect, it } from 'vitest'

import { createSession, isPermitted, type SessionStore } from './session-store.ts'
import { memoryShelf, type Shelf, Stored } from './stored.ts'

const KEPT = ['language', 'languageMode', 'setting', 'loginProof']

function company(id: string, permissions: string, roleStatus = 0): CompanyInfo {
  return {
    CompanyID: id,
    CompanyName: `Company ${id}`,
    Role: 'role',
    RoleStatus: roleStatus,
    Permissions: permissions,
    AdminRole: 0,
    Utoken: `token-${id}`,
    SaasID: 'saas',
    UID: 'uid',
    TimeZone: 'UTC',
  }
}

const LIVE_ONLY = JSON.stringify([
  {
    pageKey: 'realTimeVideo',
    apis: [],
    feature: [{ key: 'PTZ', apis: [], pageKey: 'realTimeVideo' }],
  },
])

let shelf: Shelf
let tab: Shelf
let token: string

beforeEach(() => {
  shelf = memoryShelf()
  tab = memoryShelf()
})

function open(ofTab = tab): SessionStore {
  return createSession(new Stored(shelf), ofTab, (utoken) => {
    token = utoken
  })
}

function keys(of: Shelf): string[] {
  return Array.from({ length: of.length }, (_, i) => of.key(i) ?? '').toSorted()
}

describe('a session', () => {
  it('starts logged out, without a token', () => {
    expect(open().getState().user).toBeUndefined()
    expect(token).toBe('')
  })

  it('shows the account of the company that was chosen, once that told who it is', () => {
    open().begin([company('1', LIVE_ONLY), company('2', '[]')], 'demo_admin')
    open().chooseCompany('2')
    const session = open()
    session.keepUserInfo({ Account: 'acme_ada', AccountType: 0, Name: '', Icon: '', ExpiresAt: 1 })
    for (const { user } of [session.getState(), open().getState()])
      expect(user).toMatchObject({ currentAccount: 'acme_ada', currentCompany: { CompanyID: '2' } })
  })

  it('takes over other rights, for this company alone, and keeps them over a reload', () => {
    const session = open()
    const rights = { Role: 'other', RoleStatus: 0, Permissions: LIVE_ONLY }
    session.keepRights(rights)
    expect(session.getState().user).toBeUndefined()
    session.begin([company('1', '[]'), company('2', '[]')], 'demo_admin')
    expect(isPermitted(session.getState().user, 'realTimeVideo', 'PTZ')).toBe(false)
    session.keepRights(rights)
    for (const { user } of [session.getState(), open().getState()]) {
      expect(user?.currentCompany).toEqual({ ...company('1', LIVE_ONLY), Role: 'other' })
      expect(user?.companyInfos).toEqual([{ ...company('1', LIVE_ONLY), Role: 'other' }, company('2', '[]')])
      expect(isPermitted(user, 'realTimeVideo', 'PTZ')).toBe(true)
      expect(isPermitted(user, 'realTimeVideo', 'videoScreenshot')).toBe(false)
      expect(isPermitted(user, 'replay')).toBe(false)
    }
  })

  it('looks at what a role may do with the token of the preview, until the page is loaded anew', () => {
    const session = open()
    const rights = { Role: 'watcher', RoleStatus: 0, Permissions: LIVE_ONLY, Utoken: 'token-preview' }
    const preview = { roleName: 'Watcher', expiresAt: 5 }
    session.beginPreview(rights, preview)
    expect([session.getState().user, token]).toEqual([undefined, ''])
    session.begin([company('1', '[]', 1)], 'demo_admin')
    session.beginPreview(rights, preview)
    expect(token).toBe('token-preview')
    expect(session.getState().user).toMatchObject({
      preview,
      currentCompany: { CompanyID: '1', Role: 'watcher', RoleStatus: 0 },
    })
    expect(isPermitted(session.getState().user, 'realTimeVideo')).toBe(true)
    expect(isPermitted(session.getState().user, 'accountManger')).toBe(false)
    // What is told of it meanwhile is not stored either.
    session.keepRights({ Role: 'watcher', RoleStatus: 0, Permissions: '[]' })
    session.keepUserInfo({ Account: 'demo_other', AccountType: 0, Name: '', Icon: '', ExpiresAt: 1 })
    expect(isPermitted(session.getState().user, 'realTimeVideo')).toBe(false)
    const after = open().getState().user
    expect(after).toMatchObject({ currentAccount: 'demo_admin', currentCompany: company('1', '[]', 1) })
    expect(after?.preview).toBeUndefined()
    expect(token).toBe('token-1')
  })

  it('outlives a reload with the four that make it, and holds the token', () => {
    open().begin([company('1', LIVE_ONLY), company('2', '[]')], 'demo_admin')
    const user = open().getState().user
    expect(user).toMatchObject({ currentAccount: 'demo_admin', currentCompany: { CompanyID: '1' } })
    expect(user?.companyInfos).toHaveLength(2)
    expect(token).toBe('token-1')
  })

  it.each(['userInfo', 'companyInfos', 'currentCompany', 'currentAccount'])(
    'is logged out when %s is missing, broken or of another shape',
    (key) => {
      open().begin([company('1', LIVE_ONLY)], 'demo_admin')
      const whole = shelf.getItem(key)
      for (const broken of ['{', '7', '[]', '""']) {
        shelf.setItem(key, broken)
        expect(open().getState().user).toBeUndefined()
      }
      shelf.removeItem(key)
      expect(open().getState().user).toBeUndefined()
      shelf.setItem(key, whole ?? '')
      expect(open().getState().user).toBeDefined()
    },
  )

  it('stores passToken and passURL empty', () => {
    open().begin([company('1', LIVE_ONLY)], 'demo_admin')
    expect(shelf.getItem('passToken')).toBe('""')
    expect(shelf.getItem('passURL')).toBe('""')
  })

  it('forgets all but language, languageMode, setting and loginProof', () => {
    for (const key of KEPT) shelf.setItem(key, '"mine"')
    shelf.setItem('stray', '1')
    const session = open()
    session.begin([company('1', LIVE_ONLY)], 'demo_admin')
    session.reset()
    expect(keys(shelf)).toEqual(KEPT.toSorted())
    expect(KEPT.map((key) => shelf.getItem(key))).toEqual(KEPT.map(() => '"mine"'))
    expect(keys(tab)).toEqual([])
    expect(session.getState().user).toBeUndefined()
    expect(token).toBe('')
  })

  it('lets two tabs hold two companies, each through its own reloads', () => {
    const otherTab = memoryShelf()
    open().begin([company('1', LIVE_ONLY), company('2', '[]')], 'demo_admin')
    expect(open(otherTab).chooseCompany('2')).toBe(true)
    open()
    expect(token).toBe('token-1')
    open(otherTab)
    expect(token).toBe('token-2')
    // A new tab follows the last choice.
    open(memoryShelf())
    expect(token).toBe('token-2')
  })

  it('does not switch to a company that is not the person’s', () => {
    const session = open()
    session.begin([company('1', LIVE_ONLY)], 'demo_admin')
    expect(session.chooseCompany('2')).toBe(false)
    expect(open().getState().user?.currentCompany.CompanyID).toBe('1')
  })

  it('keeps a refreshed user info, but not one that comes after the logout', () => {
    const info = { Account: 'demo_admin', AccountType: 1, Name: 'Ada', Icon: '', ExpiresAt: 1 }
    const session = open()
    session.keepUserInfo(info)
    expect(shelf.getItem('userInfo')).toBeNull()
    session.begin([company('1', LIVE_ONLY)], 'demo_admin')
    session.keepUserInfo(info)
    expect(open().getState().user?.userInfo).toEqual(info)
  })
})

describe('what a user may', () => {
  function userWith(permissions: string, roleStatus?: number) {
    const session = open()
    session.begin([company('1', permissions, roleStatus)], 'demo_admin')
    return session.getState().user
  }

  it('is nothing when logged out', () => {
    expect(isPermitted(undefined, 'realTimeVideo')).toBe(false)
  })

  it('is what the entries name, page by page and feature by feature', () => {
    const user = userWith(LIVE_ONLY)
    expect(isPermitted(user, 'realTimeVideo')).toBe(true)
    expect(isPermitted(user, 'realTimeVideo', 'PTZ')).toBe(true)
    expect(isPermitted(user, 'realTimeVideo', 'videoScreenshot')).toBe(false)
    expect(isPermitted(user, 'deviceManger')).toBe(false)
    expect(isPermitted(user, 'deviceManger', 'add')).toBe(false)
  })

  it('is every page of the variant for a full administrator', () => {
    const user = userWith('[]', 1)
    expect(isPermitted(user, 'deviceManger', 'deleteAll')).toBe(true)
    expect(isPermitted(user, 'residentialArea')).toBe(false)
  })

  it.each(['', 'no json', '{}', '[{"pageKey":7}]'])(
    'is nothing when the permissions read %j',
    (permissions) => {
      expect(isPermitted(userWith(permissions), 'realTimeVideo')).toBe(false)
    },
  )
})
