import { type ReactNode, useId } from 'react'

import { useT } from '../../i18n/language.ts'
import { Fault, type Typed } from './fields.tsx'

interface CodeFieldProps extends Typed {
  label: string
  onSend: () => void
  /** Seconds until another code is sent. */
  secondsLeft: number
}

/** Six digits, with the button that sends them. */
export function CodeField({ label, value, onType, fault, onSend, secondsLeft }: CodeFieldProps): ReactNode {
  const t = useT()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="code-row">
        <input
          id={id}
          className="input"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={value}
          onChange={(event) => onType(event.currentTarget.value)}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-fault`}
          required
        />
        <button type="button" className="button" aria-disabled={secondsLeft > 0} onClick={onSend}>
          {secondsLeft > 0 ? t('login.sendAgain', { seconds: secondsLeft }) : t('login.sendCode')}
        </button>
      </div>
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}
