import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import type { Throttle } from '../../engines/throttle.ts'
import { addGatewayDevice, type GatewayNeeds } from './gateway.ts'

/** Joins per company: as many as a lorry of boxes needs, too few to guess. */
const JOINS = { limit: 500, windowMs: 600_000 }

interface Joining {
  did: string | undefined
  license: string | undefined
  bindCode: string | undefined
  ctei: string
  regionId: string
  name: string
  devType: number
}

/** Adds a device that is known to the platform and nobody's; returns its DID. */
export async function joinKnown(
  companyId: string,
  { did, license, bindCode, ...place }: Joining,
  needs: GatewayNeeds & { throttle: Throttle },
): Promise<string> {
  const { known, throttle } = needs
  await throttle.take(['joinGroup', companyId], JOINS)
  if (bindCode !== undefined) {
    const code = bindCode.toUpperCase()
    const presenter = await known.byBindCode(companyId, code)
    if (presenter === undefined || (did !== undefined && did !== presenter))
      throw new Refusal('deviceNotQueried')
    return (await addGatewayDevice(companyId, { ...place, did: presenter, license: code }, needs)).DID
  }
  if (did === undefined) throw fault('badInput', 'DID', 'missing')
  if (license === undefined) throw fault('badInput', 'License', 'missing')
  const checked = await known.check(did, license)
  if (checked.kind === 'unknown') throw new Refusal('deviceNotQueried')
  if (checked.kind === 'held') {
    if (checked.companyId === companyId) throw fault('badInput', 'DID', 'deviceListed')
    throw new Refusal('addedByOthers')
  }
  return (await addGatewayDevice(companyId, { ...place, did, license }, needs)).DID
}
