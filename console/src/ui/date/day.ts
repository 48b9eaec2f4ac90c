import { CalendarDate, parseDate, Time, today } from '@internationalized/date'

/** YYYY-MM-DD, as the wire has it (reading 9). */
export type Day = string

export function dateOf(day: Day): CalendarDate | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? parseDate(day) : null
}

/** Today in the company's zone; in the browser's where that is unknown. */
export function todayIn(timeZone: string): CalendarDate {
  try {
    return today(timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    const now = new Date()
    return new CalendarDate(now.getFullYear(), now.getMonth() + 1, now.getDate())
  }
}

/** HH:mm or HH:mm:ss. */
export function timeOf(clock: string): Time | null {
  const [, hour, minute, second = '0'] = /^(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(clock) ?? []
  return hour && minute ? new Time(Number(hour), Number(minute), Number(second)) : null
}

/** HH:mm:ss */
export function clockOf({ hour, minute, second }: Pick<Time, 'hour' | 'minute' | 'second'>): string {
  return [hour, minute, second].map((it) => String(it).padStart(2, '0')).join(':')
}
