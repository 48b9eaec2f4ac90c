import { type ReactNode, useState } from 'react'

import { useT } from '../i18n/language.ts'
import { useCompanyTime } from './company-time.ts'
import { useExpiryWarning } from './session-expiry.ts'
import { stayLoggedIn } from './own-session.ts'
import { useSession } from './session.ts'

/** The region stands before its text comes, else screen readers miss it. */
export function ExpiryWarning(): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const warnedOf = useExpiryWarning((state) => state.endsAt)
  // Renewed in the meantime, the session has another end.
  const endsAt = useSession(({ user }) => (user?.userInfo.ExpiresAt === warnedOf ? warnedOf : undefined))
  const [isBusy, setBusy] = useState(false)
  const stay = async (): Promise<void> => {
    setBusy(true)
    try {
      await stayLoggedIn()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div role="alert">
      {endsAt !== undefined && (
        <p className="expiry">
          <span>{t('shell.expiryWarning', { time: time.clock(endsAt) })}</span>
          <button
            type="button"
            className="button button-primary"
            disabled={isBusy}
            onClick={() => void stay()}
          >
            {t('shell.stayLoggedIn')}
          </button>
        </p>
      )}
    </div>
  )
}
