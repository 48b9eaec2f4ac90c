import { type ReactNode, useId } from 'react'

interface Props<V extends string> {
  label: string
  options: readonly { value: V; label: string; lang?: string; icon?: ReactNode }[]
  value: V
  onChoose: (value: V) => void
  /** The label is for screen readers alone. */
  isBare?: boolean
}

/** One of a few, all in sight: radio buttons in a row. */
export function Choice<V extends string>({ label, options, value, onChoose, isBare }: Props<V>): ReactNode {
  const name = useId()
  return (
    <fieldset className="choice">
      <legend className={isBare ? 'unseen' : undefined}>{label}</legend>
      <div className="choice-row">
        {options.map((option) => (
          <label key={option.value} lang={option.lang}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span title={option.icon ? option.label : undefined}>
              {option.icon}
              <span className={option.icon ? 'unseen' : undefined}>{option.label}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
