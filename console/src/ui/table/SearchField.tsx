import type { ReactNode } from 'react'

interface Props {
  /** What is searched in. */
  label: string
  value: string
  onType: (text: string) => void
  onLeave?: () => void
}

export function SearchField({ label, value, onType, onLeave }: Props): ReactNode {
  return (
    <input
      className="input"
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onType(event.currentTarget.value)}
      onBlur={onLeave}
    />
  )
}
