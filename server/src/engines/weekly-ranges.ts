/** Times of the week as the settings have them, in the company’s zone. */
import type { TimeRange } from '@vedette/contract/alarm-settings'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formats = new Map<string, Intl.DateTimeFormat>()

/** No ranges: always. */
export function isWithinRanges(ranges: readonly TimeRange[], nowMs: number, timeZone: string): boolean {
  if (ranges.length === 0) return true
  const { day, time } = wallClock(nowMs, timeZone)
  return ranges.some(
    ({ Day = day, startTime, endTime }) => Day === day && startTime <= time && time < endTime,
  )
}

/** The day of the week, 1 Monday to 7 Sunday, and the time of day, HH:mm:ss, in a zone. */
export function wallClock(nowMs: number, timeZone: string): { day: number; time: string } {
  const parts = formatOf(timeZone).formatToParts(nowMs)
  const part = (type: string): string => parts.find((it) => it.type === type)?.value ?? ''
  return {
    day: DAYS.indexOf(part('weekday')) + 1,
    time: `${part('hour')}:${part('minute')}:${part('second')}`,
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}
