import type { BodyOf } from '@vedette/contract/call'
import { resetPassword } from '@vedette/contract/calls/own-account'

import { currentT } from '../i18n/language.ts'
import { openLoadingMask } from '../ui/loading-mask.ts'
import { say } from '../ui/toasts.ts'
import { CallFailure } from '../wire/failure.ts'
import { ask } from '../wire/send.ts'
import { endOnServer } from './own-session.ts'
import { leaveAfter, session, textOf } from './session.ts'
import { stored } from './stored.ts'

/** How long the relogin message, and before it what went wrong, can be read. */
export const PASSWORD_RELOAD_MS = 3000

/** Section 4, reading 16: whether or not the password was changed, this browser forgets everything and starts anew. */
export async function changePassword(body: BodyOf<typeof resetPassword>): Promise<void> {
  if (session.getState().isLeaving) return
  // The sessions end before the answer is here, and the push that says so is no news to the one who ended them.
  session.setState({ isLeaving: true })
  const letGo = openLoadingMask()
  try {
    await ask(resetPassword, body)
  } catch (cause) {
    if (!(cause instanceof CallFailure)) {
      session.setState({ isLeaving: false })
      throw cause
    }
    say('error', textOf(cause))
  } finally {
    letGo()
  }
  say('warning', currentT()('app.relogin'))
  leaveAfter(PASSWORD_RELOAD_MS)
  // Where the call failed the server has ended no session, and where it worked only this account's.
  const ended = endOnServer(session.getState().user?.companyInfos ?? [])
  session.reset()
  stored.clearAll()
  await ended
}
