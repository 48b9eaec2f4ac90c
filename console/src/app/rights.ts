/** What the person may do, kept as the server has it while the page stays open. */
import { ownRights, updateRole } from '@vedette/contract/calls/role'

import { currentT } from '../i18n/language.ts'
import { say } from '../ui/toasts.ts'
import { CallFailure } from '../wire/failure.ts'
import { react } from '../wire/reactions.ts'
import { ask } from '../wire/send.ts'
import { variants } from '../wire/settings.ts'
import { queries } from './query-client.ts'
import { session } from './session.ts'
import { isOther, type Rights } from './stored-rights.ts'

/** 3751: pages and buttons that are no longer permitted go, others come, and lists are fetched anew. */
export async function followRights(): Promise<void> {
  try {
    await keepRights(await ask(ownRights, {}))
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
    react(ownRights, cause)
  }
}

/** They may have changed while this browser was closed or the socket was down, and no 3751 told it. */
export async function lookForOtherRights(): Promise<void> {
  try {
    const rights = await ask(ownRights, {})
    const { user } = session.getState()
    if (user && isOther(user.currentCompany, rights)) await keepRights(rights)
  } catch (cause) {
    // Nobody asked: what is no longer permitted is refused when it is used.
    if (!(cause instanceof CallFailure)) throw cause
  }
}

async function keepRights(rights: Rights): Promise<void> {
  session.keepRights(rights)
  say('info', currentT()('app.rightsChanged'))
  await queries.invalidateQueries()
}

/** Section 4, at the start: whatever differs from the catalogue is replaced, kept here and told to the server. */
export async function syncPermissions(): Promise<void> {
  // Without a connection the next start does it.
  const sync = await import('./permission-sync.ts').catch(() => undefined)
  const { user } = session.getState()
  if (!sync || !user || user.preview) return
  const { Role, RoleStatus } = user.currentCompany
  const corrected = sync.correctedPermissions(user.currentCompany, variants)
  if (!corrected) return
  const Permissions = JSON.stringify(corrected)
  session.keepRights({ Role, RoleStatus, Permissions })
  try {
    await ask(updateRole, { id: Role, permissions: Permissions })
  } catch (cause) {
    // The server checks by its own list; whatever it thinks of this one, nobody asked for it to be sent.
    if (!(cause instanceof CallFailure)) throw cause
  }
}
