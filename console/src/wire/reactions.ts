/** What the console does when a call fails, in one place: section 8, readings 3, 11 and 19. */
import type { Call } from '@vedette/contract/call'
import { login } from '@vedette/contract/calls/user'
import { type CodeName, CODES } from '@vedette/contract/codes'

import type { CallFailure } from './failure.ts'

/** Reload delay after token expiry (section 9). */
export const TOKEN_EXPIRY_RELOAD_MS = 1100

/** What failed for want of an answer is over when anything is answered. */
const UNANSWERED: readonly (CodeName | undefined)[] = ['requestFailed', 'requestServerError', 'serverTimeout']
const ANY_CALL = 'any call'

export type Reaction = 'toast' | 'expire' | 'quiet' | 'form'

/** At the login all of these say the same, and none of them reloads the page (reading 19). */
const SAME_AS_WRONG_PASSWORD: readonly (CodeName | undefined)[] = ['wrongPasswordOuter', 'tokenExpired']

/** The failure's meaning for this call. */
export function meaningOf(call: Pick<Call, 'path'>, reason: CodeName | undefined): CodeName | undefined {
  return call.path === login.path && SAME_AS_WRONG_PASSWORD.includes(reason) ? 'wrongPassword' : reason
}

export function reactionTo(
  call: Pick<Call, 'path' | 'access' | 'isQuiet'>,
  reason: CodeName | undefined,
): Reaction {
  const action = reason ? CODES[reason].action : 'toast'
  if (action === 'expire') return call.access === 'public' ? 'form' : 'expire'
  if (call.path === login.path) return 'form'
  return call.isQuiet ? 'quiet' : action
}

/** What the rest of the console lends to this table. */
export interface Effects {
  /** Fetches what is needed to say why a call was refused; settled before anybody hears of the failure. */
  prepare?: (failure: CallFailure) => Promise<void>
  /** `act`: what failed. */
  toast: (failure: CallFailure, act: string) => void
  /** It failed before, and has succeeded now. */
  settle: (act: string) => void
  /** Toast, reset the store, reload after TOKEN_EXPIRY_RELOAD_MS. */
  expire: (failure: CallFailure) => void
}

let effects: Effects | undefined

export function reactWith(lent: Effects): void {
  effects = lent
}

export async function prepare(failure: CallFailure): Promise<void> {
  await effects?.prepare?.(failure)
}

export function settle({ path }: Pick<Call, 'path'>): void {
  effects?.settle(path)
  effects?.settle(ANY_CALL)
}

export function react(call: Pick<Call, 'path' | 'access' | 'isQuiet'>, failure: CallFailure): void {
  switch (reactionTo(call, failure.reason)) {
    case 'toast':
      effects?.toast(failure, UNANSWERED.includes(failure.reason) ? ANY_CALL : call.path)
      break
    case 'expire':
      effects?.expire(failure)
      break
    case 'quiet':
    case 'form':
      break
  }
}
