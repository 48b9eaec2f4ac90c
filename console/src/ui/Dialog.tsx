import './dialog.css'

import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'

import { useT } from '../i18n/language.ts'

/** Of a group of radio buttons only the chosen one is a stop. */
const TAB_STOPS = 'a[href], :is(button, input, select, textarea):enabled:not([type=radio]:not(:checked))'

interface Props {
  title: string
  /** After Escape, a press beside the dialog, `close`, or the submit of a form whose method is dialog. */
  onClose: () => void
  /** `close` is for a button's press. */
  children: (close: (event: MouseEvent) => void) => ReactNode
}

/** The browser's own modal dialog: what is behind it is inert, and closing gives the focus back. */
export function Dialog({ title, onClose, children }: Props): ReactNode {
  const t = useT()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onClose={onClose}
      onMouseDown={closeBeside}
      onKeyDown={keepInside}
    >
      <div className="dialog-frame">
        <h2 id={titleId}>{title}</h2>
        {children(closeDialog)}
        <button
          type="button"
          className="icon-button dialog-close"
          aria-label={t('app.close')}
          onClick={closeDialog}
        >
          ×
        </button>
      </div>
    </dialog>
  )
}

function closeDialog({ currentTarget }: MouseEvent): void {
  currentTarget.closest('dialog')?.close()
}

/** The frame fills the dialog, so what hits the dialog itself is its backdrop. */
function closeBeside(event: MouseEvent): void {
  if (event.target === event.currentTarget) closeDialog(event)
}

/** Keys of the page behind do not act, and Tab goes round where a browser would leave the page for its own controls. */
function keepInside(event: KeyboardEvent<HTMLDialogElement>): void {
  event.stopPropagation()
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(TAB_STOPS)]
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
