/** For the operator of the machine: a way in for who has lost the password or the second factor, or was barred. */
import { LET_IN } from '@vedette/contract/titles'

import { OperatorError } from '../../engines/operator-error.ts'
import type { AuditLog } from '../audit/index.ts'
import { randomPassword } from '../company/index.ts'
import { hashPassword, ISSUED_MS, withoutOpenLogins } from '../session/index.ts'
import { withoutSecondFactor } from '../two-factor/index.ts'
import type { AccountNeeds } from './account.ts'

/** No account can be named so. */
const OPERATOR = '(operator)'

type Needs = Pick<AccountNeeds, 'storage' | 'store' | 'authority' | 'clock'> & {
  audit: AuditLog
  /** Host name of this machine. */
  host: string
}

/** Returns a password that is good for choosing an own one, for 72 hours. The account's sessions end. */
export async function letIn(fullName: string, needs: Needs): Promise<string> {
  const { storage, store, authority, clock, audit, host } = needs
  const [code = '', ...rest] = fullName.toLowerCase().split('_')
  const account = await store.accountNamed(code, rest.join('_'))
  if (!account) throw new OperatorError(`there is no account ${fullName}`)
  const { id, name, company_id: companyId, company_code: companyCode } = account
  const password = randomPassword([name, `${companyCode}_${name}`])
  const password_hash = await hashPassword(password)
  const who = { companyId, companyCode, accountId: '', accountName: OPERATOR, sessionId: '' }
  const ended = await audit.begin({
    who,
    path: LET_IN.path,
    objects: [{ kind: 'account', id }],
    address: host,
  })
  await storage.transaction(async (transaction) => {
    const issued_until = clock.now() + ISSUED_MS
    const row = { password_hash, password_state: 'issued' as const, issued_until, disabled: 0 as const }
    await store.update(companyId, id, row, transaction)
    await store.endInvitation(companyId, id, transaction)
    for (const statement of withoutSecondFactor(storage, companyId, id)) await transaction.run(statement)
    await transaction.run(withoutOpenLogins(storage, companyId, id))
  })
  await authority.revokeAccount(companyId, id)
  await ended('200', {})
  return password
}
