/** What a person does with the own session, once there is one: the log-in page fetches none of it. */
import type { Call } from '@vedette/contract/call'
import { type CompanyInfo, logout, renewSession, userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'

import { currentT, useLanguage } from '../i18n/language.ts'
import { codeText } from '../i18n/translate.ts'
import { say } from '../ui/toasts.ts'
import { CallFailure } from '../wire/failure.ts'
import { react, reactionTo } from '../wire/reactions.ts'
import { ask } from '../wire/send.ts'
import { endSession, leaveAfter, session, textOf } from './session.ts'

/** Logout reload, company switch reload, reload delay after socket token expiry (section 9). */
export const LOGOUT_RELOAD_MS = 500
export const COMPANY_SWITCH_RELOAD_MS = 1000
export const SOCKET_TOKEN_EXPIRY_RELOAD_MS = 2100

/** Runs in the background, once the page stands: a failure is a warning, unless the session is over. */
export async function refreshUserInfo(): Promise<void> {
  if (!(await refreshQuietly()))
    say('warning', codeText(useLanguage.getState().language, CODES.noUserInfo.code, 'noUserInfo'))
}

/** Returns false when it failed and the session is not over. */
export async function refreshQuietly(): Promise<boolean> {
  return await unlessRefused(userInfo, async () => session.keepUserInfo(await ask(userInfo, {})))
}

/** Renewal in place (reading 18): the same token, a new end. Returns what refreshQuietly does. */
export async function renewQuietly(): Promise<boolean> {
  return await unlessRefused(renewSession, renew)
}

/** Renewal that the person asked for, and is told of when it fails. */
export async function stayLoggedIn(): Promise<void> {
  await unlessRefused(renewSession, renew, (failure) => react(renewSession, failure))
}

async function renew(): Promise<void> {
  const { ExpiresAt } = await ask(renewSession, {})
  const { user } = session.getState()
  if (user) session.keepUserInfo({ ...user.userInfo, ExpiresAt })
}

/** A call that finds the session over ends it; other failures are `tell`'s. */
async function unlessRefused(
  call: Call,
  run: () => Promise<void>,
  tell: (failure: CallFailure) => void = () => {},
): Promise<boolean> {
  try {
    await run()
    return true
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
    const isOver = reactionTo(call, cause.reason) === 'expire'
    if (isOver) react(call, cause)
    else tell(cause)
    return isOver
  }
}

export async function logOut(): Promise<void> {
  const { user, isLeaving } = session.getState()
  if (isLeaving) return
  if (user?.preview) return endPreview()
  const infos = user?.companyInfos ?? []
  const isOuter = infos.some(({ AdminRole }) => AdminRole !== 0)
  const ended = endOnServer(infos)
  leaveAfter(LOGOUT_RELOAD_MS, undefined, isOuter ? ended : undefined)
  session.reset()
  await ended
}

/**
 * The log-in opened a session of each company, and another tab may hold another one of them. Returns where the browser
 * ends the session at the identity provider as well.
 */
export async function endOnServer(infos: readonly CompanyInfo[]): Promise<string | undefined> {
  const ends = infos.map(({ Utoken }) => ask(logout, {}, { utoken: Utoken }))
  let address: string | undefined
  for (const end of await Promise.allSettled(ends)) {
    if (end.status === 'fulfilled') address ??= end.value.Url
    // The browser has forgotten the tokens; a server that cannot be reached ends the sessions by its own clock.
    else if (!(end.reason instanceof CallFailure)) throw end.reason
  }
  return address
}

/** Back to the person's own session, which the browser still stores. */
export async function endPreview(): Promise<void> {
  leaveAfter(LOGOUT_RELOAD_MS)
  try {
    await ask(logout, {})
  } catch (cause) {
    // It ends by itself after half an hour.
    if (!(cause instanceof CallFailure)) throw cause
  }
}

export function switchCompany(companyId: string): void {
  if (!session.chooseCompany(companyId)) return
  say('success', currentT()('app.companySwitched'))
  leaveAfter(COMPANY_SWITCH_RELOAD_MS, leaveDetails)
}

/** What the address says beyond the page is the other company's: a wall of its cameras, the device of a page. */
function leaveDetails(): void {
  const [path = ''] = location.hash.split('?', 1)
  const isChild = path.split('/').length > 2
  history.replaceState(null, '', isChild ? '#/' : path)
}

/** 2008 on the socket. */
export function expireSocketSession(): void {
  endSession(textOf(new CallFailure(CODES.socketTokenExpired.code)), SOCKET_TOKEN_EXPIRY_RELOAD_MS)
}
