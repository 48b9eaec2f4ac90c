import type { EventItem } from '@vedette/contract/calls/event'
import { CHECK_FAULTS } from '@vedette/contract/calls/record-check'
import { eventTypeNumber } from '@vedette/contract/events'

import type { Translate } from '../../i18n/language.ts'

const PROOF = eventTypeNumber('proof')

/** What was recognised (reading 50); of a check of recordings, what was wrong, in words. */
export function identText(t: Translate, { Type, IdentName }: Pick<EventItem, 'Type' | 'IdentName'>): string {
  if (Type !== PROOF) return IdentName
  const faults = CHECK_FAULTS.filter((it) => IdentName.split(',').includes(it))
  return faults.length > 0 ? faults.map((it) => t(`recordCheck.${it}`)).join(', ') : IdentName
}
