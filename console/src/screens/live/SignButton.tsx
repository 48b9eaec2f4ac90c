import type { ReactNode } from 'react'

interface Props {
  sign: string
  label: string
  onPress: () => unknown
}

/** A button that shows one character. */
export function SignButton({ sign, label, onPress }: Props): ReactNode {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={() => void onPress()}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  )
}
