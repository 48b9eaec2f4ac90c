/** Starts a tour when its time has come, on a wall that is in sight, and ends it when its time is over. */
import type { PatrolTour } from '@vedette/contract/calls/patrol'
import { useEffect, useRef } from 'react'

import { useCompanyTime } from '../../../app/company-time.ts'
import { useT } from '../../../i18n/language.ts'
import { say } from '../../../ui/toasts.ts'
import { serverNow } from '../../../wire/server-clock.ts'
import { type Beginning, type DueTour, dueOf, WallSchedule } from './schedule.ts'
import { usePatrolTours } from './Tours.tsx'

const LOOK_MS = 10_000

/** By the walls' keys. */
const schedules = new Map<string, WallSchedule>()

interface Needs {
  /** Tells the wall from others and from those of other accounts. */
  wallKey: string
  isRunning: boolean
  begin: (tour: PatrolTour) => Beginning
  stop: () => void
}

export function useScheduledTour(needs: Needs): void {
  const t = useT()
  const { day, clock } = useCompanyTime()
  const { data: tours } = usePatrolTours()
  const { wallKey, isRunning } = needs
  const dueNow = (): DueTour[] => {
    const now = serverNow()
    return dueOf(tours ?? [], day(now), clock(now))
  }
  const newest = useRef({ ...needs, dueNow })
  useEffect(() => {
    newest.current = { ...needs, dueNow }
  })
  useEffect(() => {
    if (!isRunning) scheduleOf(wallKey).ended(newest.current.dueNow())
  }, [isRunning, wallKey])
  useEffect(() => () => scheduleOf(wallKey).left(), [wallKey])
  useEffect(() => {
    if (!tours?.some(({ Schedule }) => Schedule.Days.length > 0)) return
    const look = (): void => {
      const news = scheduleOf(wallKey).look(newest.current.dueNow(), newest.current)
      if (news?.is === 'begun') say('info', t('patrol.tourBegun', { name: news.name }))
      else if (news) say('warning', t('patrol.tourTooFew', { name: news.name }))
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [tours, wallKey, t])
}

function scheduleOf(wallKey: string): WallSchedule {
  const schedule = schedules.get(wallKey) ?? new WallSchedule()
  schedules.set(wallKey, schedule)
  return schedule
}
