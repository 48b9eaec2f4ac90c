/** By what a device is known to people: its CTEI in the telecom variant, where it has one (reading 45). */
import type { PlainTextKey } from '../i18n/translate.ts'
import { variants } from '../wire/settings.ts'

const isTelecom = variants.includes('telecom')

/** The label of an id, where it is called so otherwise. */
export function idLabel(otherwise: PlainTextKey): PlainTextKey {
  return isTelecom ? 'devices.ctei' : otherwise
}

export const DEVICE_ID_LABEL = idLabel('devices.did')
export const DEVICE_SEARCH_LABEL = isTelecom ? 'devices.searchWithCtei' : 'devices.search'

interface Identified {
  DID: string
  /** The CTEI in the telecom variant. */
  License?: string | undefined
}

export function shownId({ DID, License = '' }: Identified): string {
  return isTelecom && License !== '' ? License : DID
}
