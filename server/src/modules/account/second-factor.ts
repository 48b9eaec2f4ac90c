import { Refusal } from '@vedette/contract/codes'

import type { Principal } from '../../authority/principal.ts'
import { withoutOpenLogins } from '../session/index.ts'
import { withoutSecondFactor } from '../two-factor/index.ts'
import { type AccountNeeds, manageable } from './account.ts'

/**
 * For somebody whose phone is lost. Anyone who has it may be logged in on it, so the sessions end too; one's own factor is
 * ended with a code of it, elsewhere.
 */
export async function endSecondFactor(session: Principal, id: string, needs: AccountNeeds): Promise<void> {
  const { companyId } = session
  if (id === session.accountId) throw new Refusal('ownAccount')
  await needs.storage.transaction(async (transaction) => {
    await manageable(session, [id], needs, transaction)
    for (const statement of withoutSecondFactor(needs.storage, companyId, id))
      await transaction.run(statement)
    await transaction.run(withoutOpenLogins(needs.storage, companyId, id))
  })
  await needs.authority.revokeAccount(companyId, id)
}
