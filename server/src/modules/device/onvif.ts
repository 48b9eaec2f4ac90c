import { Refusal } from '@vedette/contract/codes'
import { OnvifClient, type OnvifLimits } from '@vedette/devices/onvif/client'
import type { AddressCheck } from '@vedette/devices/driver'

import type { SecretBox } from '../../engines/secret-box.ts'
import type { DeviceStore } from './store.ts'

export interface OnvifNeeds {
  store: DeviceStore
  secretBox: SecretBox
  checkAddress: AddressCheck
}

/** Opens a conversation with a device's own service; undefined for a device that has none. */
export type OpenOnvif = (
  companyId: string,
  did: string,
  limits?: Partial<OnvifLimits>,
) => Promise<OnvifClient | undefined>

/**
 * The address is checked again, for a name may lead elsewhere by now. The client is not opened yet: `open()` it, which
 * throws `OnvifFault`. Throws Refusal `deviceOffline` where the address may not be dialled any more.
 */
export function onvifOpener({ store, secretBox, checkAddress }: OnvifNeeds): OpenOnvif {
  return async (companyId, did, limits) => {
    const row = await store.onvifOf(companyId, did)
    if (!row) return undefined
    const address = await checkAddress(row.url)
    if (!address.ok) throw new Refusal('deviceOffline')
    const password = secretBox.open(row.secret_box, { companyId, did }).reveal()
    return new OnvifClient({ ...address, username: row.username, password, tls: row.tls }, limits)
  }
}
