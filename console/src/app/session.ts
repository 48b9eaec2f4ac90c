/** The session of this tab. */
import type { PageKey, PAGES } from '@vedette/contract/pages'
import { FieldFault } from '@vedette/contract/refusals'
import { useStore } from 'zustand'

import { useLanguage } from '../i18n/language.ts'
import { failureText } from '../i18n/translate.ts'
import { openLoadingMask } from '../ui/loading-mask.ts'
import { say, settle } from '../ui/toasts.ts'
import type { CallFailure } from '../wire/failure.ts'
import { reactWith, TOKEN_EXPIRY_RELOAD_MS } from '../wire/reactions.ts'
import { holdToken } from '../wire/send.ts'
import { createSession, isPermitted, type Session } from './session-store.ts'
import { stored, tabShelf } from './stored.ts'

export const session = createSession(stored, tabShelf, holdToken)

export function useSession<T>(select: (state: Session) => T): T {
  return useStore(session, select)
}

/** Whether the user may see a page, or use one of its features; what is hidden so is checked by the server as well. */
export function can<P extends PageKey>(page: P, feature?: (typeof PAGES)[P][number]): boolean {
  return isPermitted(session.getState().user, page, feature)
}

export function useCan<P extends PageKey>(page: P, feature?: (typeof PAGES)[P][number]): boolean {
  return useSession(({ user }) => isPermitted(user, page, feature))
}

/** The account, in this company, that this browser's memory belongs to. */
export function accountOf({ user }: Session): string {
  return user ? `${user.currentCompany.CompanyID}:${user.currentCompany.UID}` : ''
}

/** 5007, 5042: says so, forgets the session, reloads. Several at once are one. */
export function expireSession(message: string): void {
  endSession(message, TOKEN_EXPIRY_RELOAD_MS)
}

/** Says why, forgets the session, reloads. */
export function endSession(message: string, reloadMs: number): void {
  if (session.getState().isLeaving) return
  say('error', message)
  leaveAfter(reloadMs)
  // The person's own session was not what ended: the reload goes back to it.
  if (session.getState().user?.preview) return
  session.reset()
}

/** Reloads the page; or goes to an address, where there turns out to be one. */
export function leaveAfter(
  delayMs: number,
  prepare = (): void => {},
  elsewhere?: Promise<string | undefined>,
): void {
  session.setState({ isLeaving: true })
  const letGo = openLoadingMask()
  const leave = (url?: string): void => {
    if (url === undefined) location.reload()
    else location.assign(url)
    letGo()
  }
  setTimeout(() => {
    prepare()
    if (elsewhere) void elsewhere.then(leave)
    else leave()
  }, delayMs)
}

export function textOf(failure: CallFailure): string {
  return failureText(useLanguage.getState().language, failure)
}

reactWith({
  prepare: async ({ body }) => {
    if (!FieldFault.safeParse(body).data?.Word) return
    // Where the words cannot be fetched, the code's own text says it.
    await import('../i18n/reasons.ts').catch(() => {})
  },
  toast: (failure, act) => say('error', textOf(failure), undefined, act),
  settle,
  expire: (failure) => expireSession(textOf(failure)),
})
