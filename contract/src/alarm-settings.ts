/** How a device raises alarms: section 3 "Alarm settings" and "Time-range item", section 5 "Time ranges". */
import { z } from 'zod'

/** HH:mm:ss; the end of a day is 24:00:00. */
const Time = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d|24:00:00)$/)

export const TimeRange = z.object({
  /** 1 Monday to 7 Sunday, in the company's zone; every day where it is left out (reading 41). */
  Day: z.int().min(1).max(7).optional(),
  startTime: Time,
  endTime: Time,
})
export type TimeRange = z.infer<typeof TimeRange>

const RANGES_PER_DAY = 8

/** A corner in parts of the picture's width and height. */
const Point = z.object({ X: z.number().min(0).max(1), Y: z.number().min(0).max(1) })
export type ZonePoint = z.infer<typeof Point>

export const MOST_ZONES = 8
export const MOST_POINTS = 20

export const ALARM_SWITCHES = [
  'MotionDetection',
  'MotionTracking',
  'HumanDetection',
  'HumanTracking',
] as const
export type AlarmSwitch = (typeof ALARM_SWITCHES)[number]

/** What can be kept and not be acted on yet. */
export const ALARM_PARTS = [...ALARM_SWITCHES, 'Sensitivity', 'Ranges', 'Zones'] as const
export type AlarmPart = (typeof ALARM_PARTS)[number]

export const AlarmSettings = z.object({
  MotionDetection: z.boolean(),
  MotionTracking: z.boolean(),
  HumanDetection: z.boolean(),
  HumanTracking: z.boolean(),
  /** 1 only what is plain, 100 the slightest. */
  Sensitivity: z.int().min(1).max(100),
  /** When alarms are raised; none: always. */
  Ranges: z.array(TimeRange).max(7 * RANGES_PER_DAY),
  /** Where alarms are raised; none: everywhere. */
  Zones: z.array(z.array(Point).min(3).max(MOST_POINTS)).max(MOST_ZONES),
})
export type AlarmSettings = z.infer<typeof AlarmSettings>

export const NO_ALARMS: AlarmSettings = {
  MotionDetection: false,
  MotionTracking: false,
  HumanDetection: false,
  HumanTracking: false,
  Sensitivity: 50,
  Ranges: [],
  Zones: [],
}

export type RangeFault = { at: number; fault: 'timeRangeEmpty' | 'timeRangeConflict' }

/** The first range that ends before it begins, or begins before another of its day has ended. */
export function rangeFault(ranges: readonly TimeRange[]): RangeFault | undefined {
  const empty = ranges.findIndex(({ startTime, endTime }) => endTime <= startTime)
  if (empty !== -1) return { at: empty, fault: 'timeRangeEmpty' }
  const sorted = ranges
    .map((range, at) => ({ range, at }))
    .toSorted((a, b) => a.range.startTime.localeCompare(b.range.startTime))
  const conflict = sorted.find(({ range }, place) =>
    sorted.slice(0, place).some((it) => shareDay(it.range, range) && it.range.endTime > range.startTime),
  )
  return conflict && { at: conflict.at, fault: 'timeRangeConflict' }
}

const shareDay = (a: TimeRange, b: TimeRange): boolean =>
  a.Day === b.Day || a.Day === undefined || b.Day === undefined
