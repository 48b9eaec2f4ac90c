import { type ReactNode, useEffect, useId, useRef } from 'react'

import { useT } from '../i18n/language.ts'

interface Props {
  onKeep: () => void
  onDiscard: () => void
}

/** Over a dialog whose input would be lost. Escape keeps it. */
export function AskToDiscard({ onKeep, onDiscard }: Props): ReactNode {
  const t = useT()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  // Its `close` event comes later: until then a press beside would ask nobody.
  const keep = (): void => {
    dialog.current?.close()
    onKeep()
  }
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      data-kind="plain"
      aria-labelledby={id}
      onClose={(event) => {
        event.stopPropagation()
        onKeep()
      }}
      onCancel={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.stopPropagation()}
    >
      <div className="dialog-frame">
        <h2 id={id}>{t('ui.discardTitle')}</h2>
        <div className="dialog-form">
          <p className="dialog-question">{t('ui.discardText')}</p>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={keep}>
              {t('ui.keepEditing')}
            </button>
            <button type="button" className="button button-danger" onClick={onDiscard}>
              {t('ui.discard')}
            </button>
          </div>
        </div>
      </div>
    </dialog>
  )
}
