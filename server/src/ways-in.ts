/** Wires what leads in besides a password that was given: invitations, and the company's identity provider. */
import type { Variant } from '@vedette/contract/pages'
import { validateAddress } from '@vedette/devices/address'

import { openRules } from './address-rules.ts'
import type { Authority } from './authority/authority.ts'
import { type Config, isLoopbackHost, isWildcardHost } from './config.ts'
import type { Clock } from './engines/clock.ts'
import { outgoing } from './engines/outgoing.ts'
import type { SecretBox } from './engines/secret-box.ts'
import type { Senders } from './engines/senders/senders.ts'
import type { Storage } from './engines/storage/storage.ts'
import type { Throttle } from './engines/throttle.ts'
import type { Route } from './http/route.ts'
import type { HttpServer } from './http/server.ts'
import type { Semaphore } from './http/semaphore.ts'
import { outerAccounts } from './modules/account/index.ts'
import type { Gateways } from './modules/gateway/index.ts'
import { invitationModule } from './modules/invitation/index.ts'
import { type OuterLogOuts, outerLoginModule } from './modules/outer-login/index.ts'
import type { Sessions } from './modules/session/index.ts'

interface Needs {
  config: Config
  http: HttpServer
  gateways: Pick<Gateways, 'port'>
  sessions: Sessions
  logOuts: OuterLogOuts
  storage: Storage
  authority: Authority
  clock: Clock
  newId: () => string
  variants: readonly Variant[]
  throttle: Throttle
  senders: Senders
  /** The product's name. */
  brand: string
  secretBox: SecretBox
  semaphore: Semaphore
  onError: (error: unknown) => void
}

export function waysIn({ config, http, gateways, sessions, ...shared }: Needs): Route[] {
  const pageUrl = (): string => http.address()
  const checkProvider = (typed: string) =>
    validateAddress(typed, {
      ...openRules(config, http, gateways),
      loopbackEndpoints: config.loopbackProviderPorts.map((port) => `127.0.0.1:${port}`),
    })
  return [
    ...invitationModule({
      ...shared,
      chooseFirst: sessions.chooseFirst,
      pageUrl,
      isReachable: config.publicUrl !== undefined || !isWildcardHost(config.host),
    }),
    ...outerLoginModule({
      ...shared,
      outgoing: outgoing(checkProvider),
      accounts: outerAccounts(shared),
      admission: sessions.outer,
      redirectUri: pageUrl,
      isReachable: config.publicUrl !== undefined || isLoopbackHost(config.host),
    }),
  ]
}
