/** The way that the viewer goes through the alarms. */
import type { EventItem } from '@vedette/contract/calls/event'

/** The list, and at their places those that the viewer has shown and a filter does not leave any more: they were looked at. */
export function walkOf(alarms: readonly EventItem[], seen: readonly EventItem[]): readonly EventItem[] {
  const listed = new Set(alarms.map(({ CloudEid }) => CloudEid))
  const gone = seen.filter(({ CloudEid }) => !listed.has(CloudEid))
  if (gone.length === 0) return alarms
  return [...alarms, ...gone].toSorted(newestFirst)
}

/** As the platform lists them. */
function newestFirst(a: EventItem, b: EventItem): number {
  return b.Time - a.Time || (b.CloudEid > a.CloudEid ? 1 : -1)
}
