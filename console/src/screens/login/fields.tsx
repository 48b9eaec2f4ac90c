import '../../ui/checkbox.css'

import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { IconEye, IconEyeClosed } from '../../ui/icons.tsx'

export interface Typed {
  value: string
  onType: (value: string) => void
  fault: string | undefined
}

interface TextFieldProps extends Typed {
  label: string
  name: string
  autoComplete: string
  list?: string
  onBlur?: () => void
}

export function TextField({ label, value, onType, fault, ...attributes }: TextFieldProps): ReactNode {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        {...attributes}
      />
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}

interface PasswordFieldProps extends Typed {
  label?: string
  name?: string
  autoComplete?: 'current-password' | 'new-password'
}

export function PasswordField(props: PasswordFieldProps): ReactNode {
  const { value, onType, fault, name = 'password', autoComplete = 'current-password' } = props
  const t = useT()
  const id = useId()
  const [isShown, setShown] = useState(false)
  const [isCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div className="field">
      <label htmlFor={id}>{props.label ?? t('login.password')}</label>
      <div className="input-with-button">
        <input
          id={id}
          className="input"
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          value={value}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-fault ${id}-hint`}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
        />
        <button
          type="button"
          className="icon-button"
          aria-label={t('login.showPassword')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <IconEyeClosed /> : <IconEye />}
        </button>
      </div>
      <p id={`${id}-hint`} className="hint" role="status">
        {isCapsLock && t('login.capsLock')}
      </p>
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}

interface AgreementProps {
  isAgreed: boolean
  onAgree: (isAgreed: boolean) => void
  fault: string | undefined
}

export function AgreementField({ isAgreed, onAgree, fault }: AgreementProps): ReactNode {
  const t = useT()
  const id = useId()
  return (
    <div className="field agreement-field">
      <div className="check">
        <input
          id={id}
          type="checkbox"
          name="agreement"
          checked={isAgreed}
          onChange={(event) => onAgree(event.currentTarget.checked)}
          aria-invalid={fault !== undefined && !isAgreed}
          aria-describedby={`${id}-fault`}
          required
        />
        <label htmlFor={id}>
          {t('login.agreeBefore')}
          <a href="#/UserAgreement" target="_blank" rel="noopener">
            {t('agreement.user')}
          </a>
          {t('login.agreeAnd')}
          <a href="#/PrivacyAgreement" target="_blank" rel="noopener">
            {t('agreement.privacy')}
          </a>
        </label>
      </div>
      <Fault id={`${id}-fault`} text={isAgreed ? undefined : fault} />
    </div>
  )
}

export function Fault({ id, text }: { id: string; text: string | undefined }): ReactNode {
  return (
    <p id={id} className="fault" role="alert">
      {text}
    </p>
  )
}
