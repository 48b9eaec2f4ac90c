import './dialog.css'

import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

import { useT } from '../i18n/language.ts'
import { AskToDiscard } from './AskToDiscard.tsx'
import { guardLeaving } from './leaving.ts'
import { pathInAddress } from './path-in-address.ts'

/** The browser stops only at the chosen one of a group of radio buttons. */
const TAB_STOPS =
  'a[href], [tabindex="0"], :is(button, input, select, textarea):enabled:not([type=radio]:not(:checked), [tabindex="-1"])'

interface Props {
  title: string
  /** `wide` has room for a table or a picture; a `drawer` comes in from the right and keeps the page in sight. */
  kind?: 'plain' | 'wide' | 'drawer'
  /** What `onInput` does not tell, such as a picture or a failed try to save: leaving asks first too. */
  isUnsaved?: boolean
  /** After Escape, a press beside the dialog, `close`, or the submit of a form whose method is dialog. */
  onClose: () => void
  /** `close` ends it and gives the focus back; taking the dialog away without it would not. */
  children: (close: () => void) => ReactNode
}

const Saved = createContext(() => {})

/** Called where what was typed into the dialog is saved without its form being sent: leaving asks no more. */
export function useSaved(): () => void {
  return use(Saved)
}

/** The browser's own modal dialog: what is behind it is inert, and closing gives the focus back. */
export function Dialog({ title, kind = 'plain', isUnsaved = false, onClose, children }: Props): ReactNode {
  const t = useT()
  const titleId = useId()
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const close = (): void => dialog?.close()
  // Input that would be lost is asked about, whichever way leads out; `close` itself is meant so.
  const isTouched = useRef(false)
  const [leaving, setLeaving] = useState<{ to?: string }>()
  const leave = (): void => {
    if (isTouched.current || isUnsaved) setLeaving({})
    else close()
  }
  useEffect(() => {
    dialog?.showModal()
    // The browser's own Back leads away while the dialog is open: it does not stay over another page.
    const path = pathInAddress()
    const address = location.hash
    const follow = (event: Event): void => {
      if (pathInAddress() === path) return
      if (!isTouched.current) return dialog?.close()
      // Nobody else hears of it: until it is answered the page is where it was.
      event.stopImmediatePropagation()
      const to = location.hash
      history.pushState(null, '', address)
      setLeaving({ to })
    }
    return guardLeaving(follow)
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
        if (event.target !== event.currentTarget || (!isTouched.current && !isUnsaved)) return
        event.preventDefault()
        setLeaving({})
      }}
      onInput={({ target, currentTarget }) => {
        if (isInput(target, currentTarget)) isTouched.current = true
      }}
      onSubmit={() => {
        isTouched.current = false
      }}
      onMouseDown={({ target, currentTarget }) => {
        // The frame fills the dialog, so what hits the dialog itself is its backdrop.
        if (target === currentTarget) leave()
      }}
      onKeyDown={keepInside}
    >
      <div className="dialog-frame">
        <h2 id={titleId}>{title}</h2>
        <Saved value={() => (isTouched.current = false)}>{children(close)}</Saved>
        <button
          type="button"
          className="icon-button dialog-close"
          aria-label={t('app.close')}
          onClick={leave}
        >
          ×
        </button>
      </div>
      {leaving && (
        <AskToDiscard
          onKeep={() => setLeaving(undefined)}
          onDiscard={() => {
            isTouched.current = false
            close()
            if (leaving.to !== undefined) location.hash = leaving.to
          }}
        />
      )}
    </dialog>
  )
}

/** Whether the target belongs to a form of this very dialog; a search text is nothing to lose. */
function isInput(target: EventTarget, dialog: HTMLDialogElement): boolean {
  return (
    target instanceof Element &&
    target.closest('dialog') === dialog &&
    target.closest('form') !== null &&
    !target.matches('[type=search]')
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
