/** The way back from an identity provider: what it says stands behind the `?` of the address. */
import type { ReplyOf } from '@vedette/contract/call'
import { outerLogin } from '@vedette/contract/calls/outer-login'
import { CODES } from '@vedette/contract/codes'

import { CallFailure } from '../../wire/failure.ts'
import { prepare } from '../../wire/reactions.ts'
import { ask } from '../../wire/send.ts'

const LONGEST_DETAIL = 60

/** Undefined where another has taken it. Throws CallFailure. */
export async function finishOuterLogin(): Promise<ReplyOf<typeof outerLogin> | undefined> {
  const sent = new URLSearchParams(location.search)
  // It is good once: a reload, or who looks at the address, has no use for it.
  history.replaceState(history.state, '', `${location.pathname}${location.hash}`)
  const State = sent.get('state')
  if (!State) return undefined
  const Code = sent.get('code')
  if (Code) return ask(outerLogin, { State, Code, Issuer: sent.get('iss') ?? undefined })
  const Detail = (sent.get('error') ?? '').replaceAll(/[^\w .-]/g, '').slice(0, LONGEST_DETAIL)
  const body = { Field: 'State', Reason: '', Word: 'outerStopped', Values: { Detail } }
  const failure = new CallFailure(CODES.loginInvalid.code, body)
  await prepare(failure)
  throw failure
}
