/** The words for what a device is and how it is. */
import type { Advice } from '@vedette/contract/advice'
import type { DeviceItem } from '@vedette/contract/calls/device'
import { deviceTypeOf, PRESENCE } from '@vedette/contract/devices'

import type { Translate } from '../../i18n/language.ts'

export function typeText(t: Translate, devType: number): string {
  return t(`devices.${deviceTypeOf(devType)}`)
}

const PRESENCE_TEXTS = {
  [PRESENCE.online]: 'devices.online',
  [PRESENCE.offline]: 'devices.offline',
  [PRESENCE.sleeping]: 'devices.sleeping',
} as const

/** Why a device is away when it says nothing at all. */
const SILENT: ReadonlySet<string> = new Set(['unreachable', 'noKeepalive', 'noPicture', 'stalled'])

export function statusText(
  t: Translate,
  { Presence, Status, Reason }: Pick<DeviceItem, 'Presence' | 'Status' | 'Reason'>,
): string {
  if (Status !== 'upgrading' && Presence === PRESENCE.offline && SILENT.has(Reason))
    return t('devices.noAnswer')
  return t(Status === 'upgrading' ? 'devices.upgrading' : PRESENCE_TEXTS[Presence])
}

export function adviceText(t: Translate, { Word, Values }: Advice): string {
  const { codec = '', seconds = '', said = '', width = 0, height = 0 } = Values
  switch (Word) {
    case 'h265':
      return t('devices.adviceH265')
    case 'h265Main':
      return t('devices.adviceH265Main', { width, height })
    case 'silentAudio':
      return t('devices.adviceSilentAudio', { codec })
    case 'noSubStream':
      return t('devices.adviceNoSubStream')
    case 'longGop':
      return t('devices.adviceLongGop', { seconds })
    case 'clockOff':
      return t('devices.adviceClockOff', { seconds })
    case 'wrongOwnAddress':
      return t('devices.adviceWrongOwnAddress', { said })
    case 'streamsRefuse':
      return t('devices.adviceStreamsRefuse')
    case 'streamsUntrusted':
      return t('devices.adviceStreamsUntrusted')
    case 'streamsSilent':
      return t('devices.adviceStreamsSilent')
    case 'unplayableCodec':
      return t('devices.adviceUnplayableCodec', { codec })
  }
}
