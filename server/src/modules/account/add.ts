/** Accounts that an administrator makes: with a password for the first log-in, or with none yet. */
import { Refusal } from '@vedette/contract/codes'
import { PASSWORD_REASON, passwordFault } from '@vedette/contract/password-rule'
import { fault } from '@vedette/contract/reasons'

import type { Principal } from '../../authority/principal.ts'
import { UniqueViolation } from '../../engines/storage/failures.ts'
import type { Transaction } from '../../engines/storage/storage.ts'
import { checkedName, randomPassword } from '../company/index.ts'
import { hashPassword } from '../session/index.ts'
import { type AccountNeeds, bindingWanted, checkPhone, checkRole, type WantedRegions } from './account.ts'

interface WantedAccount extends WantedRegions {
  Name: string
  Phone: string
  Email: string
  RoleID: string
}

export async function addAccount(
  session: Principal,
  wanted: WantedAccount & { Account: string; Password: string },
  needs: AccountNeeds,
): Promise<{ AccountID: string; Password: string }> {
  const { store } = needs
  const { companyId, companyCode } = session
  const name = checkedName(wanted.Account, companyCode)
  const names = [name, `${companyCode}_${name}`]
  const made = wanted.Password === '' ? randomPassword(names) : ''
  const broken = made ? undefined : passwordFault(wanted.Password, names, await store.passwordRule(companyId))
  if (broken) throw fault('badInput', 'Password', PASSWORD_REASON[broken])
  const passwordHash = await needs.semaphore.take(() => hashPassword(made || wanted.Password))
  return { AccountID: await insertAccount(session, { ...wanted, name, passwordHash }, needs), Password: made }
}

/** An account that its owner cannot use before he has chosen a password. `besides` is stored with it, or neither is. */
export async function insertAccount(
  session: Principal,
  wanted: WantedAccount & { name: string; passwordHash: string | null },
  needs: AccountNeeds,
  besides: (id: string, transaction: Transaction) => Promise<void> = async () => {},
): Promise<string> {
  const { storage, store, clock, newId, authority } = needs
  const { companyId } = session
  const binding = await bindingWanted(session, wanted, store)
  const id = newId()
  try {
    await storage.transaction(async (transaction) => {
      await checkRole(session, wanted.RoleID, needs, transaction)
      const account = {
        id,
        name: wanted.name,
        displayName: wanted.Name,
        phone: wanted.Phone || null,
        email: wanted.Email || null,
        passwordHash: wanted.passwordHash,
        passwordState: 'issued' as const,
        adminRole: 0,
        roleId: wanted.RoleID,
        createdAt: clock.now(),
      }
      await store.insert(companyId, account, binding, transaction)
      await checkPhone(companyId, wanted.Phone, id, store, transaction)
      await besides(id, transaction)
    })
  } catch (error) {
    if (error instanceof UniqueViolation) throw new Refusal('accountExists')
    throw error
  }
  await authority.refresh()
  return id
}
