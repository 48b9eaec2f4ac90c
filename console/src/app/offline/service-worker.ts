/** Shows a page of ours where the console itself cannot be fetched; everything else goes the browser's own way. */
import { offline } from '../../i18n/offline.ts'
import { offlinePage } from './offline-page.ts'

/** What of the service worker's own events is used; the page's types have none of it. */
interface Extendable extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface Fetched extends Extendable {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
interface Scope {
  location: Location
  registration: ServiceWorkerRegistration
  skipWaiting: () => Promise<void>
  addEventListener: ((type: 'install' | 'activate', hear: (event: Extendable) => void) => void) &
    ((type: 'fetch', hear: (event: Fetched) => void) => void)
}
declare const self: Scope

/** It is registered with the person's language behind the question mark. */
const language = self.location.search === '?zh-cn' ? 'zh' : 'en'

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
// Else a page would wait until this worker has started.
self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload.enable()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetched(event))
})

async function fetched({ request, preloadResponse }: Fetched): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    // Nothing answers: that is what the page is for.
    const text = {
      title: offline.title[language],
      text: offline.text[language],
      again: offline.again[language],
    }
    return offlinePage(text, language === 'zh' ? 'zh-CN' : 'en')
  }
}
