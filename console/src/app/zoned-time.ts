/** From days and times of day as the company's clock shows them to ms since 1970. */
import { companyTimeIn } from './company-time.ts'

const MINUTE_MS = 60_000

/**
 * The moment at which clocks in `timeZone` show `day` (YYYY-MM-DD) and `clock` (HH:mm:ss). A time that the change to summer time
 * leaves out is read as if it did not, one that the change back has twice is its first.
 */
export function momentOf(timeZone: string, day: string, clock = '00:00:00'): number {
  const wanted = Date.parse(`${day}T${clock}Z`)
  const offsetAt = (ms: number): number => {
    const time = companyTimeIn(timeZone)
    return Date.parse(`${time.day(ms)}T${time.clock(ms)}Z`) - Math.floor(ms / 1000) * 1000
  }
  // No two changes of a zone lie within a day.
  const before = wanted - offsetAt(wanted - 24 * 60 * MINUTE_MS)
  const after = wanted - offsetAt(wanted + 24 * 60 * MINUTE_MS)
  return [before, after].find((ms) => ms + offsetAt(ms) === wanted) ?? before
}

/** From the beginning of the first day to that of the day after the last, also where a change of the clocks makes days shorter or longer. */
export function spanOfDays(
  timeZone: string,
  days: { from: string; to: string },
): { from: number; to: number } {
  return { from: momentOf(timeZone, days.from), to: momentOf(timeZone, dayAfter(days.to)) }
}

/** The day after, as the calendar has it. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10)
}
