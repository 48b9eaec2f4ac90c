import './past-messages.css'

import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import { useToasts } from '../ui/toasts.ts'
import { useCompanyTime } from './company-time.ts'

/** What the console said last, for anyone who was not quick enough. */
export function PastMessages(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const past = useToasts((state) => state.past)
  if (past.length === 0) return null
  return (
    <details className="past-messages">
      <summary>{t('shell.messages', { count: past.length })}</summary>
      <ul>
        {past.map(({ id, text, time: at }) => (
          <li key={id}>
            <span>{text}</span> <span className="past-message-time">{time.clock(at)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
