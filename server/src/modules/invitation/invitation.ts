/** Accounts that wait for their owner: docs/decisions/0055-invitations.md. */
import type { ParsedBodyOf, ReplyOf } from '@vedette/contract/call'
import type { acceptInvitation, invitation, invite } from '@vedette/contract/calls/invitation'
import { fault } from '@vedette/contract/reasons'

import type { Principal } from '../../authority/principal.ts'
import { hashOfToken, newToken } from '../../authority/token.ts'
import type { Message, Recipient, Senders } from '../../engines/senders/senders.ts'
import type { Throttle } from '../../engines/throttle.ts'
import { networkOf } from '../../http/network.ts'
import type { Visitor } from '../../http/route.ts'
import { type AccountNeeds, insertAccount, manageable } from '../account/index.ts'
import { checkedName } from '../company/index.ts'
import type { Sessions } from '../session/index.ts'
import type { InvitationStore, Sent } from './store.ts'

export const INVITATION_MS = 7 * 24 * 60 * 60 * 1000
/** Invitations by one account: each is a message to somebody who did not ask for it. */
export const INVITATIONS = { limit: 100, windowMs: 60 * 60 * 1000 }
/** Messages to one account. */
const MESSAGES = { limit: 1, windowMs: 60 * 1000 }
/** Looked at and accepted, by one address. */
const LINKS = { limit: 100, windowMs: 15 * 60 * 1000 }

export interface InvitationNeeds {
  store: InvitationStore
  accounts: AccountNeeds
  throttle: Throttle
  senders: Senders
  /** The product's name. */
  brand: string
  chooseFirst: Sessions['chooseFirst']
  /** Address of the console, ends in a slash. */
  pageUrl: () => string
  /** Whether other machines get there by it. */
  isReachable: boolean
  onError: (error: unknown) => void
}

export async function inviteAccount(
  session: Principal,
  wanted: ParsedBodyOf<typeof invite>,
  needs: InvitationNeeds,
): Promise<ReplyOf<typeof invite>> {
  const { companyId, companyCode, accountId } = session
  checkReachable(needs)
  if (wanted.Phone === '' && wanted.Email === '') throw fault('badInput', 'Email', 'noWayToReach')
  const name = checkedName(wanted.Account, companyCode)
  await needs.throttle.take(['invitations', companyId, accountId], INVITATIONS)
  const { token, sent } = link(needs)
  const AccountID = await insertAccount(
    session,
    { ...wanted, name, passwordHash: null },
    needs.accounts,
    (id, transaction) => needs.store.insert(companyId, id, sent, transaction),
  )
  const to = { account: `${companyCode}_${name}`, phone: wanted.Phone || null, email: wanted.Email || null }
  return { AccountID, Sent: await send(to, token, needs) }
}

export async function resend(
  session: Principal,
  id: string,
  needs: InvitationNeeds,
): Promise<{ Sent: boolean }> {
  const { companyId, companyCode, accountId } = session
  checkReachable(needs)
  await needs.throttle.take(['invitation', companyId, id], MESSAGES)
  await needs.throttle.take(['invitations', companyId, accountId], INVITATIONS)
  const { token, sent } = link(needs)
  const account = await needs.accounts.storage.transaction(async (transaction) => {
    const [found] = await manageable(session, [id], needs.accounts, transaction)
    if (!found || !(await needs.store.renew(companyId, id, sent, transaction)))
      throw fault('badInput', 'AccountID', 'notInvited')
    return found
  })
  const { name, phone, email } = account
  return { Sent: await send({ account: `${companyCode}_${name}`, phone, email }, token, needs) }
}

export async function withdraw(session: Principal, id: string, needs: InvitationNeeds): Promise<void> {
  const { storage, store, authority } = needs.accounts
  const { companyId } = session
  await storage.transaction(async (transaction) => {
    await manageable(session, [id], needs.accounts, transaction)
    if (!(await needs.store.isOpen(companyId, id, transaction)))
      throw fault('badInput', 'AccountID', 'notInvited')
    await store.delete(companyId, [id], transaction)
  })
  await authority.refresh()
}

export async function shownTo(
  { Token }: ParsedBodyOf<typeof invitation>,
  visitor: Visitor,
  needs: InvitationNeeds,
): Promise<ReplyOf<typeof invitation>> {
  const { row } = await opened(Token, visitor, needs)
  return {
    Account: `${row.code}_${row.name}`,
    EnterpriseCode: row.code,
    CompanyName: row.company_name,
    PasswordRule: row.password_rule,
  }
}

export async function accept(
  { Token, Password }: ParsedBodyOf<typeof acceptInvitation>,
  visitor: Visitor,
  needs: InvitationNeeds,
): Promise<ReplyOf<typeof acceptInvitation>> {
  const { row, hash } = await opened(Token, visitor, needs)
  const invited = { companyId: row.company_id, accountId: row.account_id }
  return needs.chooseFirst(invited, Password, visitor, () => needs.store.use(hash))
}

async function opened(
  token: string,
  { address }: Visitor,
  { store, throttle, accounts }: Pick<InvitationNeeds, 'store' | 'throttle' | 'accounts'>,
) {
  await throttle.take(['invitation links', networkOf(address)], LINKS)
  const hash = hashOfToken(token)
  const row = hash === undefined ? undefined : await store.of(hash, accounts.clock.now())
  if (hash === undefined || !row) throw fault('loginInvalid', 'Token', 'invitation')
  return { row, hash }
}

/** Nobody is sent a link that leads to the own machine. */
function checkReachable({ isReachable }: InvitationNeeds): void {
  if (!isReachable) throw fault('unavailable', 'AccountID', 'publicUrlMissing')
}

function link({ accounts }: InvitationNeeds): { token: string; sent: Sent } {
  const token = newToken()
  const tokenHash = hashOfToken(token)
  if (tokenHash === undefined) throw new Error('a new token is no token')
  const at = accounts.clock.now()
  return { token, sent: { tokenHash, at, expiresAt: at + INVITATION_MS } }
}

/** The account is there whatever becomes of the message: it can be sent again. */
async function send(
  to: Recipient,
  token: string,
  { senders, brand, pageUrl, onError }: InvitationNeeds,
): Promise<boolean> {
  try {
    await senders.send(to, messageOf(brand, to.account, `${pageUrl()}#/invitation?token=${token}`))
    return true
  } catch (error) {
    onError(error)
    return false
  }
}

/** Written in both languages: nobody knows yet which one the person reads. */
function messageOf(brand: string, account: string, url: string): Message {
  return {
    subject: `${brand}: invitation / 邀请`,
    text: `You are invited as ${account}. Choose your password within 7 days:\n${url}\n您受邀使用账号 ${account}，请在 7 天内打开以上链接设置密码。`,
  }
}
