import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { badgeOf } from './alarm-store.ts'
import { useUnseenAlarms } from './queries.ts'

/** How many alarms wait to be looked at; nothing when none does. */
export function UnseenCount(): ReactNode {
  const t = useT()
  const count = useUnseenAlarms().data?.total ?? 0
  if (count === 0) return null
  return (
    <span className="count-badge">
      <span aria-hidden="true">{badgeOf(count)}</span>
      <span className="unseen">{t('alarms.toReview', { count })}</span>
    </span>
  )
}
