/** A notice of the browser itself, for who has the page open and does not look at it. */
import type { AlarmNotice } from './alarm-store.ts'

/** Held by every tab of the account that is in sight. */
const inSight = (account: string): string => `vedette-in-sight ${account}`

export function canShowDeskNotices(): boolean {
  return 'Notification' in globalThis
}

/** Asks the person; returns whether the browser shows them from now on. */
export async function askForDeskNotices(): Promise<boolean> {
  return canShowDeskNotices() && (await Notification.requestPermission()) === 'granted'
}

/** Says to the account's other tabs whenever this one is in sight; returns how to stop. */
export function tellWhenInSight(account: string): () => void {
  let leave: (() => void) | undefined
  const look = (): void => {
    leave?.()
    leave = undefined
    if (document.visibilityState === 'hidden' || !('locks' in navigator)) return
    // It may be hidden again before the lock is granted.
    const { promise: left, resolve } = Promise.withResolvers<void>()
    leave = resolve
    void navigator.locks.request(inSight(account), { mode: 'shared' }, () => left)
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave?.()
  }
}

/** Where a tab of the account is in sight, that one shows it; of hidden ones each shows the same one. */
export async function showDeskNotice(
  account: string,
  notice: AlarmNotice,
  { title, detail }: { title: string; detail: string },
): Promise<void> {
  if (document.visibilityState !== 'hidden' || !canShowDeskNotices()) return
  if (Notification.permission !== 'granted') return
  const held = 'locks' in navigator ? ((await navigator.locks.query()).held ?? []) : []
  if (held.some(({ name }) => name === inSight(account))) return
  const shown = new Notification(title, { body: detail, tag: notice.eid })
  shown.addEventListener('click', () => {
    focus()
    location.hash = '#/alarmManger'
    shown.close()
  })
}
