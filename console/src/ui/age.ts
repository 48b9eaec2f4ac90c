import { useEffect, useState } from 'react'

import type { Translate } from '../i18n/language.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long something has been so: the largest unit alone. A clock that is ahead makes no negative age. */
export function ageText(t: Translate, ms: number): string {
  if (ms < MINUTE) return t('devices.ageNow')
  if (ms < HOUR) return t('devices.ageMinutes', { count: Math.floor(ms / MINUTE) })
  if (ms < DAY) return t('devices.ageHours', { count: Math.floor(ms / HOUR) })
  return t('devices.ageDays', { count: Math.floor(ms / DAY) })
}

/** The time, to the half minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 2)
    return () => clearInterval(timer)
  }, [])
  return now
}
