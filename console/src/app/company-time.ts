/** Times as the console shows them: in the current company's zone (reading 9), the same in both languages. */
import { session, useSession } from './session.ts'

export interface CompanyTime {
  /** YYYY-MM-DD */
  day: (ms: number) => string
  /** HH:mm:ss */
  clock: (ms: number) => string
  /** HH:mm */
  minute: (ms: number) => string
  /** HH:mm:ss, the day before it where it is another than that of `nowMs`. */
  since: (ms: number, nowMs?: number) => string
  /** The same to the minute. */
  sinceMinute: (ms: number, nowMs?: number) => string
}

const known = new Map<string, CompanyTime>()

export function useCompanyTime(): CompanyTime {
  return companyTimeIn(useSession(({ user }) => user?.currentCompany.TimeZone ?? ''))
}

/** Outside of what is rendered. */
export function currentCompanyTime(): CompanyTime {
  return companyTimeIn(session.getState().user?.currentCompany.TimeZone ?? '')
}

/** `timeZone` is a name as Europe/Berlin; one that the browser does not know, or none, is read as its own. */
export function companyTimeIn(timeZone: string): CompanyTime {
  const time = known.get(timeZone) ?? timeIn(timeZone)
  known.set(timeZone, time)
  return time
}

function timeIn(timeZone: string): CompanyTime {
  // Made when the first time is shown: a browser takes long for it.
  let format: Intl.DateTimeFormat | undefined
  const read = (ms: number): Readonly<Record<'day' | 'clock' | 'minute', string>> => {
    format ??= formatIn(timeZone)
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
    const joined = (separator: string, ...types: Intl.DateTimeFormatPartTypes[]): string =>
      types.map((type) => parts.get(type)).join(separator)
    return {
      day: joined('-', 'year', 'month', 'day'),
      clock: joined(':', 'hour', 'minute', 'second'),
      minute: joined(':', 'hour', 'minute'),
    }
  }
  const since = (to: 'clock' | 'minute', ms: number, nowMs = Date.now()): string => {
    const { day, [to]: text } = read(ms)
    return day === read(nowMs).day ? text : `${day} ${text}`
  }
  return {
    day: (ms) => read(ms).day,
    clock: (ms) => read(ms).clock,
    minute: (ms) => read(ms).minute,
    since: (ms, nowMs) => since('clock', ms, nowMs),
    sinceMinute: (ms, nowMs) => since('minute', ms, nowMs),
  }
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const shape = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  } as const
  try {
    return new Intl.DateTimeFormat('en-GB', { ...shape, timeZone })
  } catch (cause) {
    // A zone younger than the browser, or none at all.
    if (!(cause instanceof RangeError)) throw cause
    return new Intl.DateTimeFormat('en-GB', shape)
  }
}
