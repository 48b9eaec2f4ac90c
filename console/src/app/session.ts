/** The session of this tab. */
import { logout, userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import type { PageKey, PAGES } from '@vedette/contract/pages'
import { useStore } from 'zustand'

import { currentT, useLanguage } from '../i18n/language.ts'
import { codeText } from '../i18n/translate.ts'
import { say } from '../ui/toasts.ts'
import { CallFailure } from '../wire/failure.ts'
import { EXPIRY_RELOAD_MS, react, reactionTo, reactWith } from '../wire/reactions.ts'
import { ask, holdToken } from '../wire/send.ts'
import { createSession, isPermitted, type Session } from './session-store.ts'
import { stored, tabShelf } from './stored.ts'

/** Logout reload, company switch reload, reload after socket token expiry (section 9). */
const LOGOUT_RELOAD_MS = 500
const COMPANY_RELOAD_MS = 1000
const SOCKET_EXPIRY_RELOAD_MS = 2100

export const session = createSession(stored, tabShelf, holdToken)

export function useSession<T>(select: (state: Session) => T): T {
  return useStore(session, select)
}

/** Whether the user may see a page, or use one of its features; what is hidden so is judged by the server as well. */
export function can<P extends PageKey>(page: P, feature?: (typeof PAGES)[P][number]): boolean {
  return isPermitted(session.getState().user, page, feature)
}

export function useCan<P extends PageKey>(page: P, feature?: (typeof PAGES)[P][number]): boolean {
  return useSession(({ user }) => isPermitted(user, page, feature))
}

/** In the background, once the page stands: a failure is a warning, unless the session is over. */
export async function refreshUserInfo(): Promise<void> {
  try {
    session.keepUserInfo(await ask(userInfo, {}))
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
    if (reactionTo(userInfo, cause.reason) === 'expire') react(userInfo, cause)
    else say('warning', codeText(useLanguage.getState().language, CODES.noUserInfo.code, 'noUserInfo'))
  }
}

export async function logOut(): Promise<void> {
  if (session.getState().isLeaving) return
  leaveAfter(LOGOUT_RELOAD_MS)
  const revoked = ask(logout, {})
  session.reset()
  try {
    await revoked
  } catch (cause) {
    // The browser has forgotten the token; a server that cannot be reached ends the session by its own clock.
    if (!(cause instanceof CallFailure)) throw cause
  }
}

export function switchCompany(companyId: string): void {
  if (!session.chooseCompany(companyId)) return
  say('success', currentT()('app.companySwitched'))
  leaveAfter(COMPANY_RELOAD_MS)
}

/** 5007, 5042: says so, forgets the session, reloads. Several at once are one. */
export function expireSession(message: string): void {
  endSession(message, EXPIRY_RELOAD_MS)
}

/** 2008 on the socket. */
export function expireSocketSession(): void {
  endSession(textOf(new CallFailure(CODES.socketTokenExpired.code)), SOCKET_EXPIRY_RELOAD_MS)
}

function endSession(message: string, reloadMs: number): void {
  if (session.getState().isLeaving) return
  say('error', message)
  leaveAfter(reloadMs)
  session.reset()
}

function leaveAfter(delayMs: number): void {
  session.setState({ isLeaving: true })
  setTimeout(() => location.reload(), delayMs)
}

function textOf(failure: CallFailure): string {
  return codeText(useLanguage.getState().language, failure.code, failure.reason)
}

reactWith({
  toast: (failure) => say('error', textOf(failure)),
  expire: (failure) => expireSession(textOf(failure)),
})
