import './calendar.css'

import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Calendar } from 'react-aria-components/Calendar'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker as AriaDatePicker } from 'react-aria-components/DatePicker'
import { DateRangePicker as AriaRangePicker } from 'react-aria-components/DateRangePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { FieldError } from 'react-aria-components/FieldError'
import { Group } from 'react-aria-components/Group'
import { Label } from 'react-aria-components/Label'
import { RangeCalendar } from 'react-aria-components/RangeCalendar'

import { useT } from '../../i18n/language.ts'
import { Layer, useLayerHome } from '../aria/Layer.tsx'
import { Speaking } from '../aria/Speaking.tsx'
import { IconCalendar, IconClose } from '../control-icons.tsx'
import { type DayMark, MonthGrid } from './CalendarGrid.tsx'
import { dateOf, type Day, todayIn } from './day.ts'

interface Shared {
  label: string
  min?: Day
  max?: Day
  marks?: ReadonlyMap<Day, DayMark>
  fault?: string | undefined
  isRequired?: boolean
  /** The label is for screen readers alone. */
  isBare?: boolean
}

interface DatePickerProps extends Shared {
  /** '' while none is chosen. */
  value: Day
  onChange: (day: Day) => void
}

/** A day of the company's zone: typed, or chosen from a calendar. */
export function DatePicker(props: DatePickerProps): ReactNode {
  const { label, value, onChange, min = '', max = '', marks, fault, isBare } = props
  const [ref, home] = useLayerHome()
  return (
    <Speaking>
      <AriaDatePicker
        ref={ref}
        className="field"
        value={dateOf(value)}
        onChange={(date) => onChange(date?.toString() ?? '')}
        minValue={dateOf(min)}
        maxValue={dateOf(max)}
        isInvalid={fault !== undefined}
        isRequired={props.isRequired === true}
        validationBehavior="aria"
        shouldForceLeadingZeros
        {...(isBare ? { 'aria-label': label } : {})}
      >
        {!isBare && <Label>{label}</Label>}
        <Group className="input date-line">
          <Segments />
          <OpenCalendar />
        </Group>
        <FieldError className="fault">{fault}</FieldError>
        <Layer home={home} className="calendar-layer">
          <Dialog>
            <Calendar className="calendar" firstDayOfWeek="mon">
              <MonthGrid marks={marks} />
            </Calendar>
          </Dialog>
        </Layer>
      </AriaDatePicker>
    </Speaking>
  )
}

/** Both ends belong to it. */
export interface DayRange {
  from: Day
  to: Day
}

interface DateRangePickerProps extends Shared {
  value: DayRange | undefined
  onChange: (range: DayRange | undefined) => void
  /** The company's, to know what "today" is in the presets. */
  timeZone: string
}

/** From day to day, with today, the last 7 and the last 30 days at hand. */
export function DateRangePicker(props: DateRangePickerProps): ReactNode {
  const { label, value, onChange, min = '', max = '', marks, fault, isBare, timeZone } = props
  const t = useT()
  const [ref, home] = useLayerHome()
  const [from, to] = [dateOf(value?.from ?? ''), dateOf(value?.to ?? '')]
  const last = (days: number): void => {
    const end = todayIn(timeZone)
    onChange({ from: end.subtract({ days: days - 1 }).toString(), to: end.toString() })
  }
  const presets: [string, () => void][] = [
    [t('ui.today'), () => last(1)],
    [t('ui.lastDays', { days: 7 }), () => last(7)],
    [t('ui.lastDays', { days: 30 }), () => last(30)],
  ]
  return (
    <Speaking>
      <AriaRangePicker
        ref={ref}
        className="field"
        value={from && to ? { start: from, end: to } : null}
        onChange={(range) =>
          onChange(range ? { from: range.start.toString(), to: range.end.toString() } : undefined)
        }
        minValue={dateOf(min)}
        maxValue={dateOf(max)}
        isInvalid={fault !== undefined}
        isRequired={props.isRequired === true}
        validationBehavior="aria"
        shouldForceLeadingZeros
        {...(isBare ? { 'aria-label': label } : {})}
      >
        {!isBare && <Label>{label}</Label>}
        <Group className="input date-line">
          <Segments slot="start" />
          <span aria-hidden="true">–</span>
          <Segments slot="end" />
          {value && (
            <button
              type="button"
              className="icon-button"
              aria-label={t('ui.clearDates')}
              onClick={() => onChange(undefined)}
            >
              <IconClose />
            </button>
          )}
          <OpenCalendar />
        </Group>
        <FieldError className="fault">{fault}</FieldError>
        <Layer home={home} className="calendar-layer">
          <Dialog>
            {({ close }) => (
              <>
                <div className="calendar-presets">
                  {presets.map(([name, choose]) => (
                    <button
                      key={name}
                      type="button"
                      className="chip"
                      onClick={() => {
                        choose()
                        close()
                      }}
                    >
                      {name}
                    </button>
                  ))}
                </div>
                <RangeCalendar className="calendar" data-range="true" firstDayOfWeek="mon">
                  <MonthGrid marks={marks} />
                </RangeCalendar>
              </>
            )}
          </Dialog>
        </Layer>
      </AriaRangePicker>
    </Speaking>
  )
}

function OpenCalendar(): ReactNode {
  return (
    <Button className="icon-button">
      <IconCalendar />
    </Button>
  )
}

function Segments({ slot }: { slot?: 'start' | 'end' }): ReactNode {
  return (
    <DateInput {...(slot ? { slot } : {})} className="date-segments">
      {(segment) => <DateSegment segment={segment} className="date-segment" />}
    </DateInput>
  )
}
