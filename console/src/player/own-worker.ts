let worker: Worker | undefined

/** The page's one media worker; it takes a while to begin, whatever else the page does meanwhile. */
export function mediaWorker(): Worker {
  worker ??= new Worker(new URL('media-worker.ts', import.meta.url), { type: 'module' })
  return worker
}
