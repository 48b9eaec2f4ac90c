import { FieldFault, Lacking } from '@vedette/contract/refusals'

import { isGrant } from '../../ui/grant-names.ts'
import type { CallFailure } from '../../wire/failure.ts'

/** The field of an account's form that a refusal is about; empty for none of them. */
export function faultyFieldOf({ reason, body }: Pick<CallFailure, 'reason' | 'body'>): string {
  if (reason === 'accountExists') return 'Account'
  if (reason === 'phoneExists') return 'Phone'
  if (reason === 'beyondOwnRights') {
    // What the person lacks is either of the role's, or regions.
    const { Missing = [] } = Lacking.safeParse(body).data ?? {}
    return Missing.every(isGrant) ? 'RoleID' : 'GIDs'
  }
  return FieldFault.safeParse(body).data?.Field ?? ''
}
