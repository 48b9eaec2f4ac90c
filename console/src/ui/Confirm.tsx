import { type ReactNode, useState } from 'react'

import { useT } from '../i18n/language.ts'
import { CallFailure } from '../wire/failure.ts'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  /** The question, with the count and the names of what it is about: see `listed`. */
  children: ReactNode
  /** What happens, as a verb: Delete, Reset. */
  confirmLabel: string
  isDestructive?: boolean
  /** A call that fails has been shown; the question then stays open. */
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
  const [isBusy, setBusy] = useState(false)
  const confirm = async (close: () => void): Promise<void> => {
    setBusy(true)
    try {
      await onConfirm()
      close()
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <div className="dialog-form" aria-busy={isBusy}>
          <div className="dialog-question">{children}</div>
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
