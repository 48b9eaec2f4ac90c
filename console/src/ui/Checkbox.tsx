import './checkbox.css'

import type { ReactNode } from 'react'

interface Props {
  label: string
  state: 'checked' | 'mixed' | 'none'
  /** `isRange`: with Shift held. */
  onCheck: (isChecked: boolean, isRange: boolean) => void
  /** The label is for screen readers alone. */
  isBare?: boolean
  isDisabled?: boolean
}

/** A tick with three states; a mixed one becomes checked. */
export function Checkbox({ label, state, onCheck, isBare = false, isDisabled = false }: Props): ReactNode {
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = state === 'mixed'
        }}
        checked={state === 'checked'}
        disabled={isDisabled}
        onChange={(event) => onCheck(event.currentTarget.checked, isShifted(event.nativeEvent))}
      />
      <span className={isBare ? 'unseen' : undefined}>{label}</span>
    </label>
  )
}

function isShifted(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey
}
