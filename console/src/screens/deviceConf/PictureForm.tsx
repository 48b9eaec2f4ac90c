import type { DeviceConfig } from '@vedette/contract/calls/device-config'
import { type ReactNode, useEffect, useId, useRef } from 'react'

import { useT } from '../../i18n/language.ts'
import { SelectField } from '../../ui/Field.tsx'
import { useDraft } from './use-draft.ts'
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

function valuesOf(picture: Picture): Partial<Record<NumberName, number>> {
  return Object.fromEntries(NUMBERS.flatMap(([name]) => (picture[name] ? [[name, picture[name].Value]] : [])))
}

/** What is changed is written at once and seen in the picture beside. */
export function PictureForm({ did, channel, picture }: Props): ReactNode {
  const t = useT()
  const { save } = useSaving(did, channel)
  const { draft, typed, type, settle } = useDraft(valuesOf(picture))
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => Promise<void> }>(undefined)
  // Who goes elsewhere right after the last move meant that move as well.
  useEffect(() => () => void waiting.current?.write(), [])
  const change = (name: NumberName, value: number): void => {
    const next = { ...typed, [name]: value }
    type(next)
    clearTimeout(waiting.current?.timer)
    const write = async (): Promise<void> => {
      clearTimeout(waiting.current?.timer)
      waiting.current = undefined
      await save({ Picture: next })
      // Where the device did not take it, the slider goes back.
      settle(next)
    }
    waiting.current = { timer: setTimeout(() => void write(), SETTLED_MS), write }
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
              value={draft[name] ?? number.Value}
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
