/** What the person may do, kept as the server has it while the page stays open. */
import { ownRights, updateRole } from '@vedette/contract/calls/role'

import { currentT } from '../i18n/language.ts'
import { say } from '../ui/toasts.ts'
import { CallFailure } from '../wire/failure.ts'
import { react } from '../wire/reactions.ts'
import { ask } from '../wire/send.ts'
import { variants } from '../wire/settings.ts'
import { correctedPermissions } from './permission-sync.ts'
import { queries } from './query-client.ts'
import { session } from './session.ts'

/** 3751: pages and buttons that are no longer permitted go, others come, and lists are fetched anew. */
export async function followRights(): Promise<void> {
  try {
    session.keepRights(await ask(ownRights, {}))
    say('info', currentT()('app.rightsChanged'))
    await queries.invalidateQueries()
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
    react(ownRights, cause)
  }
}

/** Section 4, at the start: whatever differs from the catalogue is replaced, kept here and told to the server. */
export async function syncPermissions(): Promise<void> {
  const { user } = session.getState()
  if (!user || user.preview) return
  const { Role, RoleStatus } = user.currentCompany
  const corrected = correctedPermissions(user.currentCompany, variants)
  if (!corrected) return
  const Permissions = JSON.stringify(corrected)
  session.keepRights({ Role, RoleStatus, Permissions })
  try {
    await ask(updateRole, { id: Role, permissions: Permissions })
  } catch (cause) {
    // The server judges by its own list; whatever it thinks of this one, nobody asked for it to be sent.
    if (!(cause instanceof CallFailure)) throw cause
  }
}
