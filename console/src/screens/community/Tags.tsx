import type { ReactNode } from 'react'

import { Checkbox } from '../../ui/Checkbox.tsx'
import type { Option } from './queries.ts'

interface Props {
  label: string
  options: readonly Option[]
  value: readonly string[]
  onChange: (value: readonly string[]) => void
}

export function Tags({ label, options, value, onChange }: Props): ReactNode {
  return (
    <fieldset className="community-tags">
      <legend>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          state={value.includes(option.value) ? 'checked' : 'none'}
          onCheck={(isOn) =>
            onChange(isOn ? [...value, option.value] : value.filter((it) => it !== option.value))
          }
        />
      ))}
    </fieldset>
  )
}
