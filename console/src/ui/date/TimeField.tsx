import './calendar.css'

import type { ReactNode } from 'react'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { TimeField as AriaTimeField } from 'react-aria-components/TimeField'

import { Speaking } from '../aria/Speaking.tsx'
import { clockOf, timeOf } from './day.ts'

interface Props {
  label: string
  /** HH:mm:ss of the company's zone; '' while none is given. */
  value: string
  onChange: (clock: string) => void
  hasSeconds?: boolean
  fault?: string | undefined
  isBare?: boolean
}

/** A time of day, typed by its parts. */
export function TimeField({ label, value, onChange, hasSeconds = true, fault, isBare }: Props): ReactNode {
  return (
    <Speaking>
      <AriaTimeField
        className="field"
        value={timeOf(value)}
        onChange={(time) => onChange(time ? clockOf(time) : '')}
        granularity={hasSeconds ? 'second' : 'minute'}
        hourCycle={24}
        shouldForceLeadingZeros
        isInvalid={fault !== undefined}
        validationBehavior="aria"
        {...(isBare ? { 'aria-label': label } : {})}
      >
        {!isBare && <Label>{label}</Label>}
        <DateInput className="input date-line">
          {(segment) => <DateSegment segment={segment} className="date-segment" />}
        </DateInput>
        <FieldError className="fault">{fault}</FieldError>
      </AriaTimeField>
    </Speaking>
  )
}
