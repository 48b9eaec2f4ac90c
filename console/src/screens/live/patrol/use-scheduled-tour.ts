/** Starts a tour when its time has come, on a wall that is in sight, and ends it when its time is over. */
import type { PatrolTour } from '@vedette/contract/calls/patrol'
import { useEffect, useRef } from 'react'

import { useCompanyTime } from '../../../app/company-time.ts'
import { useT } from '../../../i18n/language.ts'
import { say } from '../../../ui/toasts.ts'
import { runOf } from './schedule.ts'
import { usePatrolTours } from './Tours.tsx'

const LOOK_MS = 10_000

interface Needs {
  isRunning: boolean
  /** Returns whether it could be begun. */
  begin: (tour: PatrolTour) => boolean
  stop: () => void
}

export function useScheduledTour(needs: Needs): void {
  const t = useT()
  const { day, clock } = useCompanyTime()
  const { data: tours } = usePatrolTours()
  const newest = useRef(needs)
  useEffect(() => {
    newest.current = needs
  })
  /** What was begun here, and until when; one that somebody stopped does not begin again in the same run. */
  const begun = useRef<{ run: string; tour: string; isOver: boolean }>(undefined)
  const { isRunning: isRunningNow } = needs
  useEffect(() => {
    if (!isRunningNow && begun.current) begun.current.isOver = true
  }, [isRunningNow])
  useEffect(() => {
    if (!tours?.some(({ Schedule }) => Schedule.Days.length > 0)) return
    const look = (): void => {
      const now = Date.now()
      const due = tours.find(({ Schedule }) => runOf(Schedule, day(now), clock(now)) !== undefined)
      const { isRunning, begin, stop } = newest.current
      if (!due) {
        // What somebody began by hand since is not the schedule's to end.
        if (begun.current?.isOver === false && isRunning) stop()
        begun.current = undefined
        return
      }
      const run = runOf(due.Schedule, day(now), clock(now)) ?? ''
      if (isRunning || (begun.current?.run === run && begun.current.tour === due.TourID)) return
      if (!begin(due)) return
      begun.current = { run, tour: due.TourID, isOver: false }
      say('info', t('patrol.tourBegun', { name: due.Name }))
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [tours, day, clock, t])
}
