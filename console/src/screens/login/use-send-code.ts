import { sendVerifyCode } from '@vedette/contract/calls/user'
import { useState } from 'react'

import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'
import { waitSecondsOf } from './refusal.ts'
import { useCountdown } from './use-countdown.ts'

const AGAIN_AFTER_SECONDS = 60

/** Sends codes, one a minute; what it throws is a CallFailure of the call. */
export function useSendCode(Purpose: 'login' | 'reset') {
  const [secondsLeft, start] = useCountdown()
  const [wasSent, setSent] = useState(false)
  return {
    secondsLeft,
    wasSent,
    async send(names: { enterprise: string; account: string }): Promise<CallFailure | undefined> {
      try {
        await ask(sendVerifyCode, { EnterpriseCode: names.enterprise, Account: names.account, Purpose })
        start(AGAIN_AFTER_SECONDS)
        setSent(true)
        return undefined
      } catch (cause) {
        if (!(cause instanceof CallFailure)) throw cause
        start(waitSecondsOf(cause))
        return cause
      }
    },
  }
}
