import type { DeviceConfig } from '@vedette/contract/calls/device-config'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { SelectField } from '../../ui/Field.tsx'
import { useSaving } from './use-saving.ts'

type Picture = NonNullable<DeviceConfig['Picture']>

const NUMBERS = [
  ['Brightness', 'deviceConf.brightness'],
  ['Contrast', 'deviceConf.contrast'],
  ['Saturation', 'deviceConf.saturation'],
  ['Sharpness', 'deviceConf.sharpness'],
] as const
type NumberName = (typeof NUMBERS)[number][0]

/** While a slider moves the device is not written to; so long after it stood still it is. */
const SETTLED_MS = 400

interface Props {
  did: string
  channel: number
  picture: Picture
}

/** What is changed is written at once and seen in the picture beside. */
export function PictureForm({ did, channel, picture }: Props): ReactNode {
  const t = useT()
  const { save } = useSaving(did, channel)
  const [values, setValues] = useState<Partial<Record<NumberName, number>>>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (name: NumberName, value: number): void => {
    const next = { ...values, [name]: value }
    setValues(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save({ Picture: next }), SETTLED_MS)
  }
  return (
    <fieldset className="conf-card">
      <legend>{t('deviceConf.picture')}</legend>
      {NUMBERS.map(([name, label]) => {
        const number = picture[name]
        return (
          number && (
            <Slider
              key={name}
              label={t(label)}
              value={values[name] ?? number.Value}
              min={number.Range?.Min ?? 0}
              max={number.Range?.Max ?? 100}
              onChange={(value) => change(name, value)}
            />
          )
        )
      })}
      {picture.IrCut && (
        <SelectField
          label={t('deviceConf.irCut')}
          value={picture.IrCut}
          options={(['AUTO', 'ON', 'OFF'] as const).map((value) => ({
            value,
            label: t(`deviceConf.irCut${value}`),
          }))}
          onChoose={(IrCut) => void save({ Picture: { IrCut } })}
        />
      )}
    </fieldset>
  )
}

interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

export function Slider({ label, value, min, max, onChange }: SliderProps): ReactNode {
  const id = useId()
  return (
    <div className="conf-slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={max - min <= 10 ? (max - min) / 100 : 1}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
      <output htmlFor={id}>{Math.round(value * 100) / 100}</output>
    </div>
  )
}
