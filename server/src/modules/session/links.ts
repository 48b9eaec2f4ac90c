/** Accounts of one person in several companies: linked only by who shows to be both (reading 13). */
import type { ParsedBodyOf } from '@vedette/contract/call'
import type { linkCompany } from '@vedette/contract/calls/own-account'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import type { Principal } from '../../authority/principal.ts'
import type { Visitor } from '../../http/route.ts'
import type { LinkStore } from './link-store.ts'
import { accountOf, attemptOf, byPassword, whoIs } from './login.ts'
import { checkOwnPassword, type PasswordNeeds } from './passwords.ts'

export interface LinkNeeds extends PasswordNeeds {
  links: LinkStore
}

export async function link(
  session: Principal,
  body: ParsedBodyOf<typeof linkCompany>,
  visitor: Visitor,
  needs: LinkNeeds,
): Promise<void> {
  const own = await accountOf(session, needs)
  await checkOwnPassword(own, body.OwnPassword, { field: 'OwnPassword', word: 'ownPassword' }, needs)
  const attempt = attemptOf(body.EnterpriseCode, body.Account, visitor)
  const other = await byPassword(attempt, body.Password, visitor, needs)
  if (other.company_id === own.company_id) throw fault('badInput', 'EnterpriseCode', 'sameCompany')
  if (other.disabled) throw new Refusal('accountDisabled')
  if (other.password_state === 'issued') throw fault('badInput', 'Password', 'issuedPassword')
  const isGuarded = await needs.secondFactors.isOn(other.company_id, other.id)
  if (isGuarded && !(await needs.secondFactors.accept(other.company_id, other.id, body.Code)))
    throw fault('badInput', 'Code', 'secondFactor')
  await visitor.doesFor(whoIs(other), {})
  if (!(await needs.links.link(own, other, needs.newId(), needs.clock.now())))
    throw new Refusal('wrongPassword')
}
