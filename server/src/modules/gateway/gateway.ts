import { randomBytes } from 'node:crypto'

import type { GatewaySetup } from '@vedette/contract/calls/gateway'
import { Refusal } from '@vedette/contract/codes'
import { isGateway } from '@vedette/contract/devices'
import { fault } from '@vedette/contract/reasons'

import type { Clock } from '../../engines/clock.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import { UniqueViolation } from '../../engines/storage/failures.ts'
import type { Gateways } from './gateways.ts'
import type { KnownDevices } from './known.ts'
import type { GatewayStore } from './store.ts'

const SECRET_BYTES = 18

export interface GatewayNeeds {
  store: GatewayStore
  clock: Clock
  secretBox: SecretBox
  gateways: Gateways
  known: KnownDevices
  /** Hears whose list of devices is another one now. */
  onChange: (companyId: string) => void
}

export interface NewGateway {
  did: string
  /** What the device presents as its password. */
  license: string | undefined
  /** What it is known by in the telecom variant. */
  ctei: string
  regionId: string
  name: string
  devType: number
}

/** Adds a device that will connect by itself, and returns how it is to be set up. */
export async function addGatewayDevice(
  companyId: string,
  { did, license, ctei, regionId, name, devType }: NewGateway,
  { store, clock, secretBox, gateways, known, onChange }: GatewayNeeds,
): Promise<GatewaySetup> {
  if (!isGateway(devType)) throw fault('badInput', 'DevType', 'gatewayType')
  const secret = license ?? newSecret()
  const box = secretBox.seal(new Secret(secret), { companyId, did })
  try {
    await store.insert(companyId, {
      did,
      regionId,
      name,
      devType,
      ctei,
      at: clock.now(),
      box,
      mark: known.markOf(secret),
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    if (await store.isGateway(companyId, did)) throw fault('badInput', 'DID', 'deviceListed')
    throw new Refusal('addedByOthers')
  }
  await gateways.refresh(companyId, [did])
  onChange(companyId)
  return setupOf(did, secret, gateways)
}

/** Gives a device another secret. */
export async function renewSecret(
  companyId: string,
  did: string,
  { store, secretBox, gateways }: GatewayNeeds,
): Promise<GatewaySetup> {
  if (!(await store.isGateway(companyId, did))) throw fault('unavailable', 'DID', 'deviceNoMqtt')
  const secret = newSecret()
  await store.setSecret(companyId, did, secretBox.seal(new Secret(secret), { companyId, did }))
  gateways.drop(did)
  return setupOf(did, secret, gateways)
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

function setupOf(did: string, secret: string, { port }: Gateways): GatewaySetup {
  return { DID: did, ClientId: did, Secret: secret, Port: port, Topic: `vedette/${did}/` }
}
