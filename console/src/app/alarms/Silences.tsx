import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { useNow } from '../../ui/age.ts'
import { useCompanyTime } from '../company-time.ts'
import { typeWordOf } from './event-words.ts'
import { tellTabs } from './hear-alarms.ts'
import { snooze, useNoticeRules } from './notice-rules.ts'

/** What is silenced now and for how long, so that nobody waits for what does not come. */
export function Silences(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const rules = useNoticeRules()
  const nowMs = useNow()
  const snoozes = rules?.Snoozes.filter(({ Until }) => Until > nowMs) ?? []
  const quiet = rules?.QuietHours
  if (snoozes.length === 0 && !quiet) return null
  return (
    <ul className="alarm-silences" aria-label={t('alarms.silenced')}>
      {quiet && (
        <li>
          <span>
            {t('alarms.quietFromTo', { from: quiet.startTime.slice(0, 5), to: quiet.endTime.slice(0, 5) })}
          </span>
        </li>
      )}
      {snoozes.map(({ DID, DevName, Type, Until }) => {
        const name = DevName || DID
        const what =
          Type === null ? t('alarms.allOf', { name }) : t('alarms.alarm', { type: t(typeWordOf(Type)), name })
        return (
          <li key={`${DID} ${Type}`}>
            <span>{t('alarms.snoozed', { what, until: time.since(Until) })}</span>
            <button
              type="button"
              className="button"
              aria-label={t('alarms.endSnoozeOf', { what })}
              onClick={() => void snooze(DID, Type, 0).then((is) => is && tellTabs({ rules: true }))}
            >
              {t('alarms.endSnooze')}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
