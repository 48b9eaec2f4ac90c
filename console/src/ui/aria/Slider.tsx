import './slider.css'

import type { ReactNode } from 'react'
import { Label } from 'react-aria-components/Label'
import { Slider as AriaSlider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider'

import { Speaking } from './Speaking.tsx'

interface Props {
  label: string
  value: number
  min: number
  max: number
  step?: number
  onChange: (value: number) => void
  /** When the hand lets go: what is worth a call. */
  onChangeEnd?: (value: number) => void
  /** What is shown for a value. */
  format?: (value: number) => string
  isBare?: boolean
  isDisabled?: boolean
}

/** A number between two ends, by hand or by arrow keys. */
export function Slider(props: Props): ReactNode {
  const { label, value, min, max, step = 1, onChange, onChangeEnd, format = String } = props
  const share = (100 * (value - min)) / (max - min || 1)
  return (
    <Speaking>
      <AriaSlider
        className="slider"
        value={value}
        minValue={min}
        maxValue={max}
        step={step}
        isDisabled={props.isDisabled === true}
        onChange={(it) => onChange(Number(it))}
        {...(onChangeEnd ? { onChangeEnd: (it: number | number[]) => onChangeEnd(Number(it)) } : {})}
        {...(props.isBare ? { 'aria-label': label } : {})}
      >
        {!props.isBare && <Label>{label}</Label>}
        <SliderTrack className="slider-track">
          <span className="slider-line" />
          <span className="slider-done" style={{ width: `${share}%` }} />
          <SliderThumb className="slider-thumb" />
        </SliderTrack>
        {!props.isBare && <SliderOutput className="slider-value">{format(value)}</SliderOutput>}
      </AriaSlider>
    </Speaking>
  )
}
