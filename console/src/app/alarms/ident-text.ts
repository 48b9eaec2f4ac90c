import type { EventItem } from '@vedette/contract/calls/event'
import { CHECK_FAULTS } from '@vedette/contract/calls/record-check'
import { eventTypeNumber } from '@vedette/contract/events'

import type { Translate } from '../../i18n/language.ts'

const PROOF = eventTypeNumber('proof')
const ZONE = /^\d+$/
const SEEN: readonly number[] = [eventTypeNumber('motion'), eventTypeNumber('human')]

/** What was recognised (reading 50), a zone by its number; of a check of recordings, what was wrong, in words. */
export function identText(t: Translate, { Type, IdentName }: Pick<EventItem, 'Type' | 'IdentName'>): string {
  if (SEEN.includes(Type) && ZONE.test(IdentName)) return t('alarms.zone', { number: IdentName })
  if (Type !== PROOF) return IdentName
  const faults = CHECK_FAULTS.filter((it) => IdentName.split(',').includes(it))
  return faults.length > 0 ? faults.map((it) => t(`recordCheck.${it}`)).join(', ') : IdentName
}
