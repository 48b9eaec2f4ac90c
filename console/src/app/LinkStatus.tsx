import { type ReactNode, useSyncExternalStore } from 'react'

import { useT } from '../i18n/language.ts'
import { IconReconnect } from './header-icons.tsx'
import { push } from './push.ts'

/** Says while the socket is down that alarms and changes of state are late. */
export function LinkStatus(): ReactNode {
  const t = useT()
  const attempt = useSyncExternalStore(push.watchAttempt, push.attempt)
  return (
    <span className="link-status" role="status">
      {attempt > 0 && (
        <span className="link-down">
          <IconReconnect />
          <span>{t('shell.reconnecting', { attempt })}</span>
        </span>
      )}
    </span>
  )
}
