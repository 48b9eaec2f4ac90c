/** Faults of the line between this page and the platform, told when they show (reading 44). */
import { type CodeName, CODES } from '@vedette/contract/codes'

import { currentT } from '../i18n/language.ts'
import { NETWORK, say } from '../ui/toasts.ts'
import { CallFailure } from '../wire/failure.ts'
import { push } from './push.ts'
import { textOf } from './session.ts'

/** The first attempt that follows an unanswered one: a socket that merely broke has been opened again by then. */
const UNANSWERED_ATTEMPT = 2

/** Starts to tell; returns how to stop. */
export function tellLinkFaults(): () => void {
  let isTold = false
  const stop = push.watchAttempt(() => {
    if (push.attempt() === 0 && isTold) {
      isTold = false
      say('success', currentT()('app.online'), undefined, NETWORK)
    } else if (push.attempt() === UNANSWERED_ATTEMPT && navigator.onLine) {
      isTold = true
      tell('networkError')
    }
  })
  // Vite's own word for a chunk that can't be fetched.
  const partFailed = (): void => tell('loadFailed')
  addEventListener('vite:preloadError', partFailed)
  return () => {
    stop()
    removeEventListener('vite:preloadError', partFailed)
  }
}

function tell(name: CodeName): void {
  say('error', textOf(new CallFailure(CODES[name].code)), undefined, NETWORK)
}
