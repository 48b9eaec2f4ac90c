const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const two = '2-digit'
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    })
    formats.set(timeZone, format)
  }
  return format
}

/** How far the zone's clocks are ahead of UTC at a moment, in ms. */
function offsetAt(ms: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const at = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  const shown = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'))
  return shown - (ms - (ms % 1000))
}

/** Day and time of a zone, and how far it is from UTC: what is kept is seen by people elsewhere. */
export function clockIn(timeZone: string): (atMs: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return (atMs) => {
    const offset = zone.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
    return `${format.format(atMs)} ${offset.replace('GMT', 'UTC')}`
  }
}

/** Where a day (YYYY-MM-DD) of the zone begins and ends, ms since 1970; undefined for what is no day. */
export function localDay(date: string, timeZone: string): { fromMs: number; toMs: number } | undefined {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(midnight)) return undefined
  const begin = (utc: number): number => {
    const first = utc - offsetAt(utc, timeZone)
    // The clocks may have been changed between the two.
    return utc - offsetAt(first, timeZone)
  }
  return { fromMs: begin(midnight), toMs: begin(midnight + DAY_MS) }
}
