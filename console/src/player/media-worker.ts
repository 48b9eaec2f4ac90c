/** The page's one media worker: it owns the live socket, so that a busy page delays no picture's arrival. */
import { LiveConnection } from './live-connection.ts'
import type { PageMessage, WorkerMessage } from './worker-messages.ts'

const connection = new LiveConnection((message: WorkerMessage, transfer: Transferable[] = []) => {
  self.postMessage(message, { transfer })
})

self.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => connection.take(data))
self.addEventListener('online', () => connection.networkReturned())
