/**
 * Shows a page of ours where the console itself cannot be fetched, and the alarms that come while no page is open;
 * everything else goes the browser's own way.
 */
import type { PushMessage } from '@vedette/contract/calls/push-device'

import { alarms } from '../../i18n/alarms.ts'
import { ofEntry } from '../../i18n/entry.ts'
import { offline } from '../../i18n/offline.ts'
import { brand } from '../../wire/settings.ts'
import { offlinePage } from './offline-page.ts'
import type { WorkerTexts } from './worker-texts.ts'

/** What of the service worker's own events is used; the page's types have none of it. */
interface Extendable extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface Fetched extends Extendable {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
interface Pushed extends Extendable {
  data: { json: () => PushMessage } | null
}
interface Pressed extends Extendable {
  notification: Notification
}
/** An open page of the console. */
interface Page {
  visibilityState: DocumentVisibilityState
  focus: () => Promise<Page>
  navigate: (url: string) => Promise<Page | null>
}
interface Scope {
  clients: {
    matchAll: (query: { type: 'window'; includeUncontrolled: true }) => Promise<Page[]>
    openWindow: (url: string) => Promise<Page | null>
  }
  location: Location
  registration: ServiceWorkerRegistration
  skipWaiting: () => Promise<void>
  addEventListener: ((type: 'install' | 'activate', hear: (event: Extendable) => void) => void) &
    ((type: 'fetch', hear: (event: Fetched) => void) => void) &
    ((type: 'push', hear: (event: Pushed) => void) => void) &
    ((type: 'notificationclick', hear: (event: Pressed) => void) => void)
}
declare const self: Scope

/** It is registered with the person's language, and with the texts of one that is not built in. */
const query = new URLSearchParams(self.location.search)
const language = query.get('language') ?? 'en'
const further: WorkerTexts | undefined = JSON.parse(query.get('texts') ?? 'null') ?? undefined

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
// Else a page would wait until this worker has started.
self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload.enable()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetched(event))
})

self.addEventListener('push', (event) => {
  const message = event.data?.json()
  if (message) event.waitUntil(show(message))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openAlarms())
})

const pages = (): Promise<Page[]> => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** A page that is in sight shows it by itself. */
async function show({ Language, CloudEid, Type, DevName, Clock, Others }: PushMessage): Promise<void> {
  const text = (word: keyof WorkerTexts['alarms']): string =>
    further?.alarms[word] ?? ofEntry(Language, alarms[word])
  const isFirst = CloudEid === ''
  if (!isFirst && (await pages()).some(({ visibilityState }) => visibilityState === 'visible')) return
  const others = Others > 0 ? ` · ${text('pushOthers').replace('{count}', String(Others))}` : ''
  const title = isFirst ? brand : `${text(Type)} · ${DevName}`
  const body = isFirst ? text('pushOn') : `${Clock}${others}`
  await self.registration.showNotification(title, { body, tag: CloudEid || 'first', icon: '/favicon.svg' })
}

async function openAlarms(): Promise<void> {
  const [page] = await pages()
  if (!page) return void (await self.clients.openWindow('/#/alarmManger'))
  await page.focus()
  await page.navigate('/#/alarmManger')
}

async function fetched({ request, preloadResponse }: Fetched): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    // Nothing answers: that is what the page is for.
    const { title, text, again } = offline
    const own = {
      title: ofEntry(language, title),
      text: ofEntry(language, text),
      again: ofEntry(language, again),
    }
    return offlinePage(further?.offline ?? own, language)
  }
}
