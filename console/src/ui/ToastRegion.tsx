import { type ReactNode, useLayoutEffect, useRef } from 'react'

import { useT } from '../i18n/language.ts'
import { dismiss, holdToasts, releaseToasts, type Toast, TOAST_OFFSET_PX, useToasts } from './toasts.ts'

/** Both regions stand before the first text comes, else screen readers miss it. */
export function ToastRegion(): ReactNode {
  const toasts = useToasts((state) => state.toasts)
  const region = useRef<HTMLDivElement>(null)
  const newest = toasts.at(-1)?.id
  useLayoutEffect(() => region.current?.showPopover(), [])
  // What opened last lies on top: over a dialog or a full screen that came later the region is opened anew.
  useLayoutEffect(() => {
    if (newest === undefined || !document.querySelector('dialog:modal, :fullscreen')) return
    region.current?.hidePopover()
    region.current?.showPopover()
  }, [newest])
  return (
    <div
      ref={region}
      className="toasts"
      popover="manual"
      style={{ top: TOAST_OFFSET_PX }}
      onPointerEnter={holdToasts}
      onPointerLeave={releaseToasts}
      onFocus={holdToasts}
      onBlur={releaseToasts}
    >
      <div role="alert">{toasts.filter(isUrgent).map(line)}</div>
      <div role="status">{toasts.filter((it) => !isUrgent(it)).map(line)}</div>
    </div>
  )
}

function line(toast: Toast): ReactNode {
  return <ToastLine key={toast.id} toast={toast} />
}

function ToastLine({ toast: { id, kind, text, action } }: { toast: Toast }): ReactNode {
  const t = useT()
  return (
    <p className="toast" data-kind={kind}>
      <span>{text}</span>
      {action && (
        <button
          type="button"
          className="button button-plain"
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="icon-button" aria-label={t('app.close')} onClick={() => dismiss(id)}>
        ×
      </button>
    </p>
  )
}

function isUrgent({ kind }: Toast): boolean {
  return kind === 'error' || kind === 'warning'
}
