/** How queued media is cut into appends. */
import { joined } from '@vedette/contract/footage/joined'
import type { MediaItem } from './worker-messages.ts'

/** Whether what begins here does not follow on what was appended before. */
export function opensRange(item: MediaItem): boolean {
  return item.kind === 'configuration' || item.isBreak
}

/** How many items from the head belong to one range and go into one append. */
export function rangeLength(queue: readonly MediaItem[]): number {
  const head = queue[0]
  const own = head?.kind === 'configuration' ? 2 : 1
  const next = queue.findIndex((it, i) => i >= own && opensRange(it))
  return next < 0 ? queue.length : next
}

/** Whether the cached GOP at the head is whole; a live frame or another range behind it says so. */
export function isBurstOver(queue: readonly MediaItem[]): boolean {
  const length = rangeLength(queue)
  return length < queue.length || queue.some((it) => it.kind !== 'configuration' && !it.isCached)
}

export function concatenated(items: readonly MediaItem[]): Uint8Array<ArrayBuffer> {
  return joined(items.map(({ segment }) => segment))
}
