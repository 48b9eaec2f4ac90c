/** The words for a device of the map. */
import type { MapDevice } from '@vedette/contract/calls/device-map'
import { deviceTypeOf, PRESENCE } from '@vedette/contract/devices'

import type { Translate } from '../../i18n/language.ts'

/** The name with its alias (section 2). */
export function nameOf({ DevName, Alias }: Pick<MapDevice, 'DevName' | 'Alias'>): string {
  return Alias === '' || Alias === DevName ? DevName : `${DevName} (${Alias})`
}

export function typeText(t: Translate, { DevType }: Pick<MapDevice, 'DevType'>): string {
  return t(`devices.${deviceTypeOf(DevType)}`)
}

const PRESENCE_TEXTS = {
  [PRESENCE.online]: 'devices.online',
  [PRESENCE.offline]: 'devices.offline',
  [PRESENCE.sleeping]: 'devices.sleeping',
} as const

export function stateText(
  t: Translate,
  { Presence, Status }: Pick<MapDevice, 'Presence' | 'Status'>,
): string {
  return t(Status === 'upgrading' ? 'devices.upgrading' : PRESENCE_TEXTS[Presence])
}
