/** Who is logged in on this tab, and what they may do: section 4 "Session", section 6, readings 13, 18 and 25. */
import type { ReplyOf } from '@vedette/contract/call'
import { type CompanyInfo, login, userInfo } from '@vedette/contract/calls/user'
import { type PageKey, type PAGES, pagesOf } from '@vedette/contract/pages'
import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

import { variants } from '../wire/settings.ts'
import { LOG_IN_STORED, type Shelf, type Stored } from './stored.ts'

export type UserInfo = ReplyOf<typeof userInfo>

const UserInfo = userInfo.reply
const CompanyInfos = login.reply.shape.CompanyInfos.min(1)
const Permissions = z.array(
  z.object({ pageKey: z.string(), feature: z.array(z.object({ key: z.string() })).default([]) }),
)
export type Permissions = z.infer<typeof Permissions>

const FULL_ADMINISTRATOR = 1
/** The tab's own choice of a company; the token itself is kept in memory alone. */
const TAB_COMPANY = 'tabCompany'

export interface LoggedIn {
  userInfo: UserInfo
  companyInfos: CompanyInfo[]
  currentCompany: CompanyInfo
  currentAccount: string
  permissions: Permissions
  /** Looks at what a role may do; kept in memory alone, so a reload is the way back. */
  preview?: { roleName: string; expiresAt: number }
}

export interface Session {
  /** Undefined when logged out. */
  user: LoggedIn | undefined
  /** The page is about to reload and shows its overlay. */
  isLeaving: boolean
}

export interface SessionStore extends StoreApi<Session> {
  /** Takes what the login answered; `account` is the full name. The first company is the chosen one. */
  begin: (companyInfos: readonly CompanyInfo[], account: string) => void
  keepUserInfo: (info: UserInfo) => void
  /** Other rights than before: those of the role as it is now. */
  keepRights: (rights: Pick<CompanyInfo, 'Role' | 'RoleStatus' | 'Permissions'>) => void
  beginPreview: (
    rights: Pick<CompanyInfo, 'Role' | 'RoleStatus' | 'Permissions' | 'Utoken'>,
    preview: NonNullable<LoggedIn['preview']>,
  ) => void
  /** Stores the choice; it holds from the next load on. Returns false for a company that is not the person's. */
  chooseCompany: (companyId: string) => boolean
  /** Forgets everything but what outlives a logout. */
  reset: () => void
}

/** Restores what `stored` holds: logged in means that all four of section 4 are there. */
export function createSession(
  stored: Stored,
  tabShelf: Shelf,
  holdToken: (utoken: string) => void,
): SessionStore {
  const store = createStore<Session>(() => ({ user: restored(stored, tabShelf), isLeaving: false }))
  const hold = (): void => holdToken(store.getState().user?.currentCompany.Utoken ?? '')
  hold()
  return {
    ...store,
    begin(infos, currentAccount) {
      const companyInfos = [...infos]
      const [currentCompany] = companyInfos
      if (!currentCompany) throw new TypeError('a login without a company')
      const user = {
        userInfo: { Account: currentAccount, AccountType: 0, Name: '', Icon: '', ExpiresAt: 0 },
        companyInfos,
        currentCompany,
        currentAccount,
        permissions: permissionsOf(currentCompany),
      }
      stored.write('userInfo', user.userInfo)
      stored.write('companyInfos', companyInfos)
      stored.write('currentCompany', currentCompany)
      stored.write('currentAccount', currentAccount)
      stored.write('permissions', user.permissions)
      stored.write('passToken', '')
      stored.write(LOG_IN_STORED, '')
      tabShelf.setItem(TAB_COMPANY, currentCompany.CompanyID)
      store.setState({ user })
      hold()
    },
    keepUserInfo(info) {
      const { user } = store.getState()
      if (!user) return
      // The person has another account in another company.
      const currentAccount = info.Account || user.currentAccount
      if (!user.preview) {
        stored.write('userInfo', info)
        stored.write('currentAccount', currentAccount)
      }
      store.setState({ user: { ...user, userInfo: info, currentAccount } })
    },
    keepRights(rights) {
      const { user } = store.getState()
      if (!user) return
      const currentCompany = { ...user.currentCompany, ...rights }
      const isIt = ({ CompanyID }: CompanyInfo): boolean => CompanyID === currentCompany.CompanyID
      const companyInfos = user.companyInfos.map((it) => (isIt(it) ? currentCompany : it))
      const permissions = permissionsOf(currentCompany)
      store.setState({ user: { ...user, currentCompany, companyInfos, permissions } })
      if (user.preview) return
      stored.write('companyInfos', companyInfos)
      stored.write('currentCompany', currentCompany)
      stored.write('permissions', permissions)
    },
    beginPreview(rights, preview) {
      const { user } = store.getState()
      if (!user) return
      const currentCompany = { ...user.currentCompany, ...rights }
      store.setState({
        user: { ...user, currentCompany, permissions: permissionsOf(currentCompany), preview },
      })
      hold()
    },
    chooseCompany(companyId) {
      const company = store.getState().user?.companyInfos.find((it) => it.CompanyID === companyId)
      if (!company) return false
      stored.write('currentCompany', company)
      stored.write('permissions', permissionsOf(company))
      tabShelf.setItem(TAB_COMPANY, companyId)
      return true
    },
    reset() {
      stored.clearSession()
      tabShelf.removeItem(TAB_COMPANY)
      store.setState({ user: undefined })
      hold()
    },
  }
}

function restored(stored: Stored, tabShelf: Shelf): LoggedIn | undefined {
  const info = stored.read('userInfo', UserInfo)
  const companyInfos = stored.read('companyInfos', CompanyInfos)
  const lastCompany = stored.read('currentCompany', CompanyInfos.element)
  const currentAccount = stored.read('currentAccount', z.string().min(1))
  if (!info || !companyInfos || !lastCompany || !currentAccount) return undefined
  const ofTab = tabShelf.getItem(TAB_COMPANY)
  const currentCompany = companyInfos.find((it) => it.CompanyID === ofTab) ?? lastCompany
  const permissions = permissionsOf(currentCompany)
  return { userInfo: info, companyInfos, currentCompany, currentAccount, permissions }
}

/** Nothing is permitted where the company's Permissions cannot be read: the server checks every call anyway. */
function permissionsOf(company: CompanyInfo): Permissions {
  try {
    return Permissions.safeParse(JSON.parse(company.Permissions)).data ?? []
  } catch {
    // No JSON, as said above.
    return []
  }
}

/** Whether the account is a full administrator of the current company. */
export function isAdministrator(user: LoggedIn | undefined): boolean {
  return user?.currentCompany.RoleStatus === FULL_ADMINISTRATOR
}

/** What menu and addresses have to know of somebody. */
export interface PageViewer {
  may: (page: PageKey) => boolean
  isAdministrator: boolean
}

export function viewerOf(user: LoggedIn | undefined): PageViewer {
  return { may: (key) => isPermitted(user, key), isAdministrator: isAdministrator(user) }
}

/** Whether the user may see a page, or use one of its features. A full administrator has all pages (reading 25). */
export function isPermitted<P extends PageKey>(
  user: LoggedIn | undefined,
  page: P,
  feature?: (typeof PAGES)[P][number],
): boolean {
  if (!user) return false
  if (isAdministrator(user)) return pagesOf(variants).includes(page)
  const entry = user.permissions.find((it) => it.pageKey === page)
  return entry !== undefined && (feature === undefined || entry.feature.some((it) => it.key === feature))
}
