/** The socket of this page; it lives from the first page behind the login on. */
import { SOCKET_PATH } from '@vedette/contract/push'

import { currentT } from '../i18n/language.ts'
import { heldToken } from '../wire/send.ts'
import { calm } from '../wire/calm.ts'
import { systemClock } from '../wire/clock.ts'
import { SOCKET_SDK_VERSION, socketUrl } from '../wire/settings.ts'
import { PushSocket } from '../wire/socket.ts'
import { followRights, lookForOtherRights } from './rights.ts'
import { expireSocketSession } from './own-session.ts'
import { expireSession } from './session.ts'

export const push = new PushSocket({
  url: socketUrl(SOCKET_PATH),
  login: () => ({ UserToken: heldToken(), SDKVersion: SOCKET_SDK_VERSION }),
  onAdmitted: () => void calm().then(lookForOtherRights),
  onExpired: expireSocketSession,
  onRightsChanged: (reason) => {
    if (reason === 'rights') void followRights()
    else expireSession(currentT()('app.sessionEnded'))
  },
  clock: systemClock,
})
