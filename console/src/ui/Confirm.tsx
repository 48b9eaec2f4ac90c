import { type ReactNode, useState } from 'react'

import { CODES } from '@vedette/contract/codes'

import { useLanguage, useT } from '../i18n/language.ts'
import { failureText } from '../i18n/translate.ts'
import { CallFailure } from '../wire/failure.ts'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  /** The question, with the count and the names of what it is about: see `listed`. */
  children: ReactNode
  /** What happens, as a verb: Delete, Reset. */
  confirmLabel: string
  isDestructive?: boolean
  /** When a call fails the question stays open, and says why where no toast did. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

export function Confirm({
  title,
  children,
  confirmLabel,
  isDestructive = false,
  onConfirm,
  onClose,
}: Props): ReactNode {
  const t = useT()
  const language = useLanguage((state) => state.language)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure>()
  const confirm = async (close: () => void): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      close()
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      setBusy(false)
      if (cause.reason && CODES[cause.reason].action === 'form') setFailure(cause)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <div className="dialog-form" aria-busy={isBusy}>
          <div className="dialog-question">{children}</div>
          <p className="fault" role="alert">
            {failure && failureText(language, failure)}
          </p>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={close}>
              {t('ui.cancel')}
            </button>
            <button
              type="button"
              className={`button ${isDestructive ? 'button-danger' : 'button-primary'}`}
              disabled={isBusy}
              onClick={() => void confirm(close)}
            >
              {confirmLabel}
            </button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
