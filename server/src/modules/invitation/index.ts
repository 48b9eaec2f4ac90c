import {
  acceptInvitation,
  invitation,
  invite,
  resendInvitation,
  withdrawInvitation,
} from '@vedette/contract/calls/invitation'

import { type Route, serve, servePublic } from '../../http/route.ts'
import { type AccountNeeds, accountStore } from '../account/index.ts'
import { accept, type InvitationNeeds, inviteAccount, resend, shownTo, withdraw } from './invitation.ts'
import { invitationStore } from './store.ts'

type Needs = Omit<AccountNeeds, 'store'> & Omit<InvitationNeeds, 'store' | 'accounts'>

export function invitationModule(rest: Needs): Route[] {
  const accounts = { ...rest, store: accountStore(rest.storage) }
  const needs = { ...rest, accounts, store: invitationStore(rest.storage) }
  return [
    serve(invite, (body, session, visitor) => {
      visitor.tell({ name: body.Account })
      return inviteAccount(session, body, needs)
    }),
    serve(resendInvitation, ({ AccountID }, session) => resend(session, AccountID, needs)),
    serve(withdrawInvitation, async ({ AccountID }, session) => {
      await withdraw(session, AccountID, needs)
      return {}
    }),
    servePublic(invitation, (body, visitor) => shownTo(body, visitor, needs)),
    servePublic(acceptInvitation, (body, visitor) => accept(body, visitor, needs)),
  ]
}
