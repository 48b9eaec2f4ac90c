/** Alarms for this browser while no page of the console is open: Web Push, as long as the session lives. */
import { addPushDevice, getPushKey, removePushDevice } from '@vedette/contract/calls/push-device'

import { useLanguage } from '../../i18n/language.ts'
import { ownLanguageFor } from '../../i18n/packs.ts'
import { ask, send } from '../../wire/send.ts'
import { changeSetting, useSetting } from '../settings.ts'
import { askForDeskNotices } from './desk-notice.ts'

/** Only a page that came over HTTPS, or from this machine, may; a development build has no service worker. */
export function canPush(): boolean {
  return !import.meta.env.DEV && 'serviceWorker' in navigator && 'PushManager' in globalThis
}

/** Returns what went wrong: `refused` by the person, else the browser's or push service's own words; empty on success. */
export async function switchPushOn(): Promise<string> {
  if (!(await askForDeskNotices())) return 'refused'
  try {
    const detail = await register(true)
    changeSetting({ pushNotices: detail === '' })
    return detail
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}

export async function switchPushOff(): Promise<void> {
  changeSetting({ pushNotices: false })
  const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription()
  if (!subscription) return
  // Its service takes nothing more from then on, whatever the platform still sends.
  await subscription.unsubscribe()
  await send(removePushDevice, { Endpoint: subscription.endpoint })
}

/** What was switched on in this browser holds for the session that begins. */
export function renewPush(): void {
  if (!useSetting.getState().pushNotices || !canPush() || Notification.permission !== 'granted') return
  // Nobody wants to be greeted by each page.
  void register(false).catch((cause: unknown) => console.warn('alarm push could not be renewed:', cause))
}

async function register(isTest: boolean): Promise<string> {
  const { PublicKey } = await ask(getPushKey, {})
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  // A subscription of another platform at this address, or with an older key.
  if (before && !isSame(before.options.applicationServerKey, PublicKey)) await before.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: PublicKey,
  })
  const { endpoint, keys } = subscription.toJSON()
  const { Detail } = await ask(addPushDevice, {
    Endpoint: endpoint ?? '',
    P256dh: keys?.['p256dh'] ?? '',
    Auth: keys?.['auth'] ?? '',
    Language: ownLanguageFor(useLanguage.getState().language),
    Test: isTest,
  })
  return Detail
}

function isSame(key: ArrayBuffer | null, base64url: string): boolean {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer())))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === base64url
}
