import './dialog.css'

import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

import { useT } from '../i18n/language.ts'
import { AskToDiscard } from './AskToDiscard.tsx'
import { guardLeaving } from './leaving.ts'
import { pathInAddress } from './path-in-address.ts'

/** The browser stops only at the chosen one of a group of radio buttons. */
const TAB_STOPS =
  'a[href], summary, [tabindex="0"], :is(button, input, select, textarea):enabled:not([type=radio]:not(:checked), [tabindex="-1"])'

interface Props {
  title: string
  /** `wide` has room for a table or a picture; a `drawer` comes in from the right and keeps the page in sight. */
  kind?: 'plain' | 'wide' | 'drawer'
  /** What `onInput` does not tell, such as a picture: leaving asks first too. */
  isUnsaved?: boolean
  /** After Escape, a press beside the dialog, `close`, or the submit of a form whose method is dialog. */
  onClose: () => void
  /** `close` ends it and gives the focus back; taking the dialog away without it would not. */
  children: (close: () => void) => ReactNode
}

const Kept = createContext({ held: new Set<object>(), touched: () => {}, saved: () => {} })

/** Called where what was typed into the dialog is saved without its form being sent: leaving asks no more. */
export function useSaved(): () => void {
  return use(Kept).saved
}

/** Called by controls whose choice is no input event, such as a tree's ticks: leaving asks first. */
export function useTouched(): () => void {
  return use(Kept).touched
}

/** What would be lost with the dialog though nobody typed it, such as a chosen file: leaving asks first. */
export function useHeld(isHeld: boolean): void {
  const { held } = use(Kept)
  useEffect(() => {
    if (!isHeld) return undefined
    const own = {}
    held.add(own)
    return () => void held.delete(own)
  }, [held, isHeld])
}

/**
 * The browser's own modal dialog: what is behind it is inert, and closing gives the focus back. It stands in no form that opened it:
 * browsers don't tell React of the submit of a form within a form, and load the page anew.
 */
export function Dialog({ title, kind = 'plain', isUnsaved = false, onClose, children }: Props): ReactNode {
  const t = useT()
  const titleId = useId()
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const close = (): void => dialog?.close()
  // Input that would be lost is asked about, whichever way leads out; `close` itself is meant so.
  const isTouched = useRef(false)
  const wasSent = useRef(false)
  const [leaving, setLeaving] = useState<{ to?: string }>()
  const [kept] = useState(() => ({
    held: new Set<object>(),
    touched: () => void (isTouched.current = true),
    saved: () => {
      isTouched.current = false
      wasSent.current = false
    },
  }))
  const isLost = (): boolean =>
    isTouched.current ||
    isUnsaved ||
    kept.held.size > 0 ||
    (wasSent.current && dialog !== null && hasFault(dialog))
  const leave = (): void => {
    if (isLost()) setLeaving({})
    else close()
  }
  const isLostNow = useEffectEvent(isLost)
  useEffect(() => {
    dialog?.showModal()
    // In Chromium a frame that has to be scrolled takes the focus before its first field.
    if (document.activeElement?.className === 'dialog-frame')
      dialog?.querySelector<HTMLElement>(TAB_STOPS)?.focus()
    // The browser's own Back leads away while the dialog is open: it does not stay over another page.
    const path = pathInAddress()
    const address = location.hash
    const follow = (event: Event): void => {
      if (pathInAddress() === path) return
      if (!isLostNow()) return dialog?.close()
      // Nobody else hears of it: until it is answered the page is where it was.
      event.stopImmediatePropagation()
      const to = location.hash
      history.pushState(null, '', address)
      setLeaving({ to })
    }
    return guardLeaving(follow)
  }, [dialog])
  useEffect(() => {
    // A page that is loaded anew or closed: the browser asks in its own words.
    const ask = (event: BeforeUnloadEvent): void => {
      if (isLostNow()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return createPortal(
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
        if (event.target !== event.currentTarget || !isLost()) return
        event.preventDefault()
        setLeaving({})
      }}
      onInput={({ target, currentTarget }) => {
        if (isInput(target, currentTarget)) isTouched.current = true
      }}
      onSubmit={(event) => {
        // React lets it bubble to a form around the dialog.
        event.stopPropagation()
        wasSent.current ||= isTouched.current
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
        <Kept value={kept}>{children(close)}</Kept>
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
            kept.saved()
            close()
            if (leaving.to !== undefined) location.hash = leaving.to
          }}
        />
      )}
    </dialog>,
    document.body,
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

/** What was sent with a fault beside it was not saved. */
function hasFault(dialog: HTMLDialogElement): boolean {
  return dialog.querySelector('form .fault:not(:empty)') !== null
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
