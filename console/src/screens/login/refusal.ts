/** Where a refused login is shown: reading 19. */
import { z } from 'zod'

import type { Language } from '../../i18n/packs.ts'
import { failureText } from '../../i18n/translate.ts'
import type { CallFailure } from '../../wire/failure.ts'

export type LoginField = 'enterprise' | 'account' | 'password' | 'code' | 'agreement'

export interface LoginFault {
  /** Undefined for what belongs to no field. */
  field: LoginField | undefined
  text: string
  /** How long the server refuses further tries. */
  waitSeconds: number
}

const Wait = z.object({ RetryAfter: z.number().min(0).max(86_400) })
const BadInput = z.object({ Field: z.string() })
const FIELDS: Readonly<Record<string, LoginField>> = {
  EnterpriseCode: 'enterprise',
  Account: 'account',
  Password: 'password',
  VerifyCode: 'code',
  Code: 'code',
}

export function faultOf(failure: CallFailure, language: Language): LoginFault {
  return {
    field: fieldOf(failure),
    text: failureText(language, failure),
    waitSeconds: waitSecondsOf(failure),
  }
}

export function waitSecondsOf({ body }: CallFailure): number {
  return Math.ceil(Wait.safeParse(body).data?.RetryAfter ?? 0)
}

function fieldOf({ reason, body }: CallFailure): LoginField | undefined {
  if (reason === 'wrongPassword') return 'password'
  if (reason === 'accountDisabled') return 'account'
  if (reason === 'badInput' || reason === 'loginInvalid')
    return FIELDS[BadInput.safeParse(body).data?.Field ?? '']
  return undefined
}
