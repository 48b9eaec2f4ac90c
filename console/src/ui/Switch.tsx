import type { ReactNode } from 'react'

interface Props {
  label: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}

export function Switch({ label, isOn, onSwitch }: Props): ReactNode {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
