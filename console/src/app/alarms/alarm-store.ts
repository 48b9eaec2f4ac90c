/** The alarms that this page was told of: section 3 "Alarm notice", section 4, readings 46 and 58. */
import { create } from 'zustand'

/** Notification list cap (section 9). */
export const NOTIFICATION_LIST_CAP = 200
/** Badge (section 9): above it stands 99+. */
export const BADGE_MOST = 99
/** Told twice, an alarm is shown once. */
const MOST_KNOWN = 2000

/** Section 3, and what is needed to show it. */
export interface AlarmNotice {
  /** The event's type, in words when it is shown. */
  notTitle: number
  time: number
  did: string
  /** Whether its picture is there. */
  img: boolean
  eid: string
  channel: number
  name: string
}

interface AlarmState {
  /** Newest first. */
  notices: readonly AlarmNotice[]
  /** What the live wall shows. */
  latest: AlarmNotice | undefined
  /** Alarms that were not told of one by one. */
  waiting: number
}

export const useAlarms = create<AlarmState>(() => ({ notices: [], latest: undefined, waiting: 0 }))

const known = new Set<string>()
let cleared: Pick<AlarmState, 'notices' | 'waiting'> = { notices: [], waiting: 0 }

/** Returns whether it is new here. */
export function isFirstTold(eid: string): boolean {
  if (known.has(eid)) return false
  known.add(eid)
  const [oldest] = known
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
  return true
}

export function addNotice(notice: AlarmNotice): void {
  useAlarms.setState(({ notices }) => ({ notices: [notice, ...notices].slice(0, NOTIFICATION_LIST_CAP) }))
}

export function showLatest(latest: AlarmNotice | undefined): void {
  useAlarms.setState({ latest })
}

export function countWaiting(waiting: number): void {
  useAlarms.setState({ waiting })
}

/** Their pictures are there. */
export function pictured(eids: readonly string[]): void {
  const withPicture = (notice: AlarmNotice): AlarmNotice =>
    eids.includes(notice.eid) ? { ...notice, img: true } : notice
  useAlarms.setState(({ notices, latest }) => ({
    notices: notices.map(withPicture),
    latest: latest && withPicture(latest),
  }))
}

export function dropNotices(eids: readonly string[]): void {
  dropNoticesWhere(({ eid }) => eids.includes(eid))
}

export function dropNoticesWhere(isGone: (notice: AlarmNotice) => boolean): void {
  cleared = { ...cleared, notices: cleared.notices.filter((notice) => !isGone(notice)) }
  useAlarms.setState(({ notices, latest }) => ({
    notices: notices.filter((notice) => !isGone(notice)),
    latest: latest && isGone(latest) ? undefined : latest,
  }))
}

/** Repeats of one kind at one camera, each group at the place of its newest. */
export function groupsOf(notices: readonly AlarmNotice[]): (readonly [AlarmNotice, ...AlarmNotice[]])[] {
  const groups = Map.groupBy(notices, ({ did, channel, notTitle }) => `${did} ${channel} ${notTitle}`)
  return [...groups.values()].flatMap(([newest, ...earlier]) =>
    newest ? [[newest, ...earlier] as const] : [],
  )
}

/** Closing clears the list. */
export function clearNotices(): void {
  const { notices, waiting } = useAlarms.getState()
  cleared = { notices, waiting }
  useAlarms.setState({ notices: [], waiting: 0 })
}

/** What was cleared last, behind what has come meanwhile. */
export function restoreNotices(): void {
  const back = cleared
  cleared = { notices: [], waiting: 0 }
  useAlarms.setState(({ notices, waiting }) => ({
    notices: [...notices, ...back.notices].slice(0, NOTIFICATION_LIST_CAP),
    waiting: waiting + back.waiting,
  }))
}

export function badgeOf(count: number): string {
  return count > BADGE_MOST ? `${BADGE_MOST}+` : String(count)
}
