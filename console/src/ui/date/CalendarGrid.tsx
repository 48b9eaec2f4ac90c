import './calendar.css'

import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { Heading } from 'react-aria-components/Heading'

import { IconLeft, IconRight } from '../control-icons.tsx'
import type { Day } from './day.ts'

/** What a calendar tells of a day: footage is a line under it, `isNew` a dot beside it. */
export interface DayMark {
  hasFootage?: boolean
  isNew?: boolean
}

/** The month's name and its days; within a calendar of one day or of a range. */
export function MonthGrid({ marks }: { marks?: ReadonlyMap<Day, DayMark> | undefined }): ReactNode {
  return (
    <>
      <div className="calendar-head">
        <Heading className="calendar-month" />
        <Button slot="previous" className="icon-button">
          <IconLeft />
        </Button>
        <Button slot="next" className="icon-button">
          <IconRight />
        </Button>
      </div>
      <CalendarGrid className="calendar-grid" weekdayStyle="short">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="calendar-weekday">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => {
            const mark = marks?.get(date.toString())
            return (
              <CalendarCell
                date={date}
                className="calendar-day"
                data-footage={mark?.hasFootage === true}
                data-new={mark?.isNew === true}
              />
            )
          }}
        </CalendarGridBody>
      </CalendarGrid>
    </>
  )
}
