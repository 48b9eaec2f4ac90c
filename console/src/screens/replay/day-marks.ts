/** What the calendar marks: days with footage, and days with events that nobody has handled. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { newEventDays } from '@vedette/contract/calls/event-timeline'
import { recordTimeline } from '@vedette/contract/calls/record'
import { useMemo } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useSession } from '../../app/session.ts'
import { momentOf } from '../../app/zoned-time.ts'
import type { DayMark } from '../../ui/date/CalendarGrid.tsx'
import { ask } from '../../wire/send.ts'
import { lanesOf } from '../../ui/coverage/lanes.ts'
import { camerasOf } from './queries.ts'
import { daysOf, unionOf } from '../../ui/coverage/spans.ts'

const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 60_000

/** `month`: YYYY-MM. */
export function useDayMarks(keys: readonly string[], month: string): ReadonlyMap<string, DayMark> {
  const time = useCompanyTime()
  const zone = useSession(({ user }) => user?.currentCompany.TimeZone ?? '')
  const from = momentOf(zone, `${month}-01`)
  const range = { From: Math.max(0, from - 8 * DAY_MS), To: from + 40 * DAY_MS, Step: 600_000 }
  const usual = {
    enabled: keys.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  }
  const { data: lanes } = useQuery({
    queryKey: [recordTimeline.path, 'days', keys, range],
    queryFn: ({ signal }) => lanesOf(keys, range, signal),
    ...usual,
  })
  const { data: unhandled } = useQuery({
    queryKey: [newEventDays.path, keys, zone, month],
    queryFn: async ({ signal }) => {
      const days = daysOfMonth(month)
      const Edges = [...days.map((day) => momentOf(zone, day)), momentOf(zone, `${nextMonth(month)}-01`)]
      const DIDs = [...new Set(camerasOf(keys).map(({ DID }) => DID))]
      const { IsNew } = await ask(newEventDays, { DIDs, Edges }, { signal })
      return days.filter((_, i) => IsNew[i] === true)
    },
    retry: false,
    ...usual,
  })
  return useMemo(() => {
    const recorded = daysOf(unionOf([...(lanes?.values() ?? [])]), time.day)
    const marks = new Map<string, DayMark>([...recorded].map((day) => [day, { hasFootage: true }]))
    for (const day of unhandled ?? []) marks.set(day, { ...marks.get(day), isNew: true })
    return marks
  }, [lanes, unhandled, time])
}

export function daysOfMonth(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`)
}

export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
}
