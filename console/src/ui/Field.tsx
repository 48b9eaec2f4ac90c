import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface FieldAttributes {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string
  'aria-required': boolean
}

interface Labelled {
  label: string
  /** What is wrong with the value. */
  fault?: string | undefined
  /** Said before anything is wrong. */
  hint?: string | undefined
  isRequired?: boolean
}

interface FieldProps extends Labelled {
  /** The control, which takes these attributes. */
  children: (attributes: FieldAttributes) => ReactNode
}

/** A labelled form row: the label, the control, a hint and the fault. */
export function Field({ label, fault, hint, isRequired = false, children }: FieldProps): ReactNode {
  const id = useId()
  return (
    <div className="field" data-required={isRequired}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': fault !== undefined,
        'aria-describedby': `${id}-hint ${id}-fault`,
        'aria-required': isRequired,
      })}
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
      <p id={`${id}-fault`} className="fault" role="alert">
        {fault}
      </p>
    </div>
  )
}

interface TextFieldProps
  extends Labelled, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'value' | 'onChange'> {
  value: string
  onType: (value: string) => void
}

/** Further attributes are the input's own. */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, fault, hint, isRequired, value, onType, ...attributes } = props
  return (
    <Field label={label} fault={fault} hint={hint} isRequired={isRequired === true}>
      {(shared) => (
        <input
          type="text"
          className="input"
          autoComplete="off"
          value={value}
          onChange={(event) => onType(event.currentTarget.value)}
          {...attributes}
          {...shared}
        />
      )}
    </Field>
  )
}

interface SelectFieldProps<V extends string> extends Labelled {
  value: V
  options: readonly { value: V; label: string }[]
  onChoose: (value: V) => void
  isDisabled?: boolean
}

/** The browser's own list. */
export function SelectField<V extends string>(props: SelectFieldProps<V>): ReactNode {
  const { label, fault, hint, isRequired, value, options, onChoose, isDisabled = false } = props
  return (
    <Field label={label} fault={fault} hint={hint} isRequired={isRequired === true}>
      {(shared) => (
        <select
          className="input"
          value={value}
          disabled={isDisabled}
          onChange={({ currentTarget }) => {
            const chosen = options[currentTarget.selectedIndex]
            if (chosen) onChoose(chosen.value)
          }}
          {...shared}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
