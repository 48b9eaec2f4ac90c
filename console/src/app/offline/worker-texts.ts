/** The words that the service worker needs of a language that is not built into it. */
import { EVENT_TYPES } from '@vedette/contract/events'

import type { LanguagePack } from '../../i18n/languages.ts'

const ALARM_WORDS = [...EVENT_TYPES, 'pushOn', 'pushOthers'] as const
type AlarmWord = (typeof ALARM_WORDS)[number]

export interface WorkerTexts {
  offline: LanguagePack['texts']['offline']
  alarms: Partial<Record<AlarmWord, string>>
}

export function workerTextsOf({ offline, alarms }: LanguagePack['texts']): WorkerTexts {
  return { offline, alarms: Object.fromEntries(ALARM_WORDS.map((word) => [word, alarms[word]])) }
}
