import './dialog.css'

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { useT } from '../i18n/language.ts'
import { pathInAddress } from './path-in-address.ts'

/** Of a group of radio buttons only the chosen one is a stop. */
const TAB_STOPS =
  'a[href], [tabindex="0"], :is(button, input, select, textarea):enabled:not([type=radio]:not(:checked), [tabindex="-1"])'

interface Props {
  title: string
  /** `wide` has room for a table or a picture; a `drawer` comes in from the right and keeps the page in sight. */
  kind?: 'plain' | 'wide' | 'drawer'
  /** Something was typed that is not saved: leaving asks first. `close` does not ask. */
  isUnsaved?: boolean
  /** After Escape, a press beside the dialog, `close`, or the submit of a form whose method is dialog. */
  onClose: () => void
  /** `close` ends it and gives the focus back; taking the dialog away without it would not. `leave` asks first where something is unsaved. */
  children: (close: () => void, leave: () => void) => ReactNode
}

/** The browser's own modal dialog: what is behind it is inert, and closing gives the focus back. */
export function Dialog({ title, kind = 'plain', isUnsaved = false, onClose, children }: Props): ReactNode {
  const t = useT()
  const titleId = useId()
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const [isAsking, setAsking] = useState(false)
  const close = (): void => dialog?.close()
  const leave = (): void => {
    if (isUnsaved) setAsking(true)
    else close()
  }
  useUnloadQuestion(isUnsaved)
  useEffect(() => {
    dialog?.showModal()
    // The browser's own Back leads away while the dialog is open: it does not stay over another page.
    const path = pathInAddress()
    const follow = (): void => {
      if (pathInAddress() !== path) dialog?.close()
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [dialog])
  return (
    <dialog
      ref={setDialog}
      className="dialog"
      data-kind={kind}
      aria-labelledby={titleId}
      // React lets the end of a dialog within this one bubble.
      onClose={({ target, currentTarget }) => {
        if (target === currentTarget) onClose()
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget || !isUnsaved) return
        event.preventDefault()
        setAsking(true)
      }}
      onMouseDown={({ target, currentTarget }) => {
        // The frame fills the dialog, so what hits the dialog itself is its backdrop.
        if (target === currentTarget) leave()
      }}
      onKeyDown={keepInside}
    >
      <div className="dialog-frame">
        <h2 id={titleId}>{title}</h2>
        {children(close, leave)}
        <button
          type="button"
          className="icon-button dialog-close"
          aria-label={t('app.close')}
          onClick={leave}
        >
          ×
        </button>
        {isAsking && <UnsavedQuestion onStay={() => setAsking(false)} onDiscard={close} />}
      </div>
    </dialog>
  )
}

/** The browser's own question before the page is closed or loaded anew. */
function useUnloadQuestion(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}

function UnsavedQuestion({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }): ReactNode {
  const t = useT()
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <div className="dialog-unsaved" role="alertdialog" aria-label={t('ui.unsaved')}>
      <p>{t('ui.unsaved')}</p>
      <div className="dialog-actions">
        <button type="button" className="button button-danger" onClick={onDiscard}>
          {t('ui.discard')}
        </button>
        <button ref={stay} type="button" className="button button-primary" onClick={onStay}>
          {t('ui.keepEditing')}
        </button>
      </div>
    </div>
  )
}

/** Keys of the page behind do not act, and Tab goes round where a browser would leave the page for its own controls. */
function keepInside(event: KeyboardEvent<HTMLDialogElement>): void {
  event.stopPropagation()
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(TAB_STOPS)].filter((it) =>
    it.checkVisibility(),
  )
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
