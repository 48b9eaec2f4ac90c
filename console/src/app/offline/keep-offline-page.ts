/** Has the browser keep the page that it shows without a connection, in the person's language. */
import { useLanguage } from '../../i18n/language.ts'
import { packOf } from '../../i18n/packs.ts'
import { calm } from '../../wire/calm.ts'
import { workerTextsOf } from './worker-texts.ts'

export function keepOfflinePage(): () => void {
  // Only a page that came over HTTPS, or from this machine, may; a development build would show old pages.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return () => {}
  const keep = (): void =>
    void register().catch(() => {
      // Without it the browser shows its own page: nothing that anybody has to hear of.
    })
  keep()
  return useLanguage.subscribe(keep)
}

async function register(): Promise<void> {
  await calm()
  const { default: worker } = await import('./service-worker.ts?worker&url')
  const { language } = useLanguage.getState()
  const query = new URLSearchParams({ language })
  const pack = packOf(language)
  // It has the texts of the built-in languages, and cannot fetch those of another when it needs them.
  if (pack) query.set('texts', JSON.stringify(workerTextsOf(pack.texts)))
  await navigator.serviceWorker.register(`${worker}?${query}`, { scope: '/', type: 'module' })
}
