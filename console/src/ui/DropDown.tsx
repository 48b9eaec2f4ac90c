import { type ReactNode, useId, useRef, useState } from 'react'

import { putBelow } from './put-below.ts'

interface Props {
  /** Labels both the button and what drops down from it. */
  label: string
  className: string
  /** Stands for the label, which is told and shown as a hint. */
  icon?: ReactNode
  /** `close` ends it and gives the focus back to the button. */
  children: (close: () => void) => ReactNode
}

/** A button with what drops down from it, until there is a press elsewhere or Escape. */
export function DropDown({ label, className, icon, children }: Props): ReactNode {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [drop, setDrop] = useState<HTMLDivElement | null>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={icon === undefined ? 'button' : 'icon-button'}
        popoverTarget={id}
        {...(icon !== undefined && { 'aria-label': label, title: label })}
      >
        {icon ?? label}
      </button>
      <div
        ref={setDrop}
        id={id}
        popover="auto"
        className={`popover ${className}`}
        role="group"
        aria-label={label}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open' && button.current && drop) putBelow(button.current, drop)
        }}
      >
        {children(() => drop?.hidePopover())}
      </div>
    </>
  )
}
