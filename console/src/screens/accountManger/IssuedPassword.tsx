import { type AccountItem, resetDefaultPassword } from '@vedette/contract/calls/account'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { say } from '../../ui/toasts.ts'
import { send } from '../../wire/send.ts'

interface Props {
  name: string
  password: string
  onClose: () => void
}

/** A password that the server made, the one time that it is shown. */
export function IssuedPassword({ name, password, onClose }: Props): ReactNode {
  const t = useT()
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(password)
    } catch (cause) {
      // The browser, or the person, lets the page have no clipboard.
      if (!(cause instanceof DOMException)) throw cause
      return say('warning', t('accounts.notCopied'))
    }
    say('success', t('accounts.copied'))
  }
  return (
    <Dialog title={t('accounts.issuedTitle', { name })} onClose={onClose}>
      {(close) => (
        <div className="dialog-form">
          <p className="issued">
            <code>{password}</code>
            {/* Without TLS a browser has no clipboard. */}
            {'clipboard' in navigator && (
              <button type="button" className="button" onClick={() => void copy()}>
                {t('accounts.copy')}
              </button>
            )}
          </p>
          <p>{t('accounts.issuedText')}</p>
          <div className="dialog-actions">
            <button type="button" className="button button-primary" onClick={close}>
              {t('accounts.done')}
            </button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

interface ResetProps {
  account: AccountItem
  onClose: () => void
  onIssued: (password: string) => void
}

export function ResetPassword({ account, onClose, onIssued }: ResetProps): ReactNode {
  const t = useT()
  return (
    <Confirm
      title={t('accounts.resetPassword')}
      confirmLabel={t('accounts.resetPassword')}
      isDestructive
      onConfirm={async () => {
        const { Password } = await send(resetDefaultPassword, { AccountID: account.AccountID })
        onIssued(Password)
      }}
      onClose={onClose}
    >
      {t('accounts.resetAsk', { name: account.Account })}
    </Confirm>
  )
}
