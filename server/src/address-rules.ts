/** Which addresses the platform may dial, from what the operator set and where it listens itself. */
import type { AddressRules } from '@vedette/devices/address'
import { cidrList } from '@vedette/devices/ip'

import { type Config, isLoopbackHost } from './config.ts'
import type { HttpServer } from './http/server.ts'
import type { Gateways } from './modules/gateway/index.ts'

const POSTGRES_PORT = 5432

/** Asked for each address, since the port is known only once the server listens. */
export function addressRules(
  config: Config,
  http: HttpServer,
  gateways: Pick<Gateways, 'port'> | undefined,
): AddressRules {
  return {
    ...openRules(config, http, gateways),
    loopbackEndpoints: config.loopbackCameraPorts.map((port) => `127.0.0.1:${port}`),
    ...(config.cameraNetworks.length > 0 ? { networks: cidrList([...config.cameraNetworks]) } : {}),
  }
}

/** What holds for whatever the platform dials. */
export function openRules(
  config: Config,
  http: HttpServer,
  gateways: Pick<Gateways, 'port'> | undefined,
): Omit<AddressRules, 'loopbackEndpoints' | 'networks'> {
  return {
    ownPorts: [...innerPorts(config, http), ...(gateways ? [gateways.port] : [])],
    // Behind a proxy it listens on loopback and serves everybody.
    servesOwnMachineAlone:
      isLoopbackHost(config.host) && !config.publicUrl && config.trustedProxies.length === 0,
  }
}

/** Where the platform's own parts listen: none of them is a camera, and each would answer somehow. */
function innerPorts({ port, databaseUrl }: Config, http: HttpServer): number[] {
  const database = databaseUrl === undefined ? [] : [Number(new URL(databaseUrl).port || POSTGRES_PORT)]
  return [http.port() ?? port, ...database]
}
