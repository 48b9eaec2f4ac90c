/** When a stream that was to be recorded was not: its camera was away, or the platform or its disk failed. */
import type { SegmentEnd } from '@vedette/media/record/segment-row'

import type { WrittenFile } from './intake.ts'
import type { SegmentStore, StreamKey } from './segment-store.ts'

export interface Outage {
  fromMs: number
  toMs: number
  /** What the device's clock was ahead of the recording's before, as far as it told. */
  aheadMs: number | undefined
}

/** A pause after a file that ended so was nobody's wish; one after `stop` may have been. */
const UNWANTED: readonly SegmentEnd[] = ['gap', 'killed', 'disk']
/** A camera that is asked for less sends a GOP too late. */
const SHORTEST_MS = 3000

export async function outagesOf(
  companyId: string,
  stream: StreamKey,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  {
    store,
    openOf,
  }: { store: SegmentStore; openOf: (company: string, stream: StreamKey) => readonly WrittenFile[] },
): Promise<Outage[]> {
  const opened = openOf(companyId, stream).map(({ file }) => file.startMs)
  const rows = await store.between(companyId, stream, fromMs, toMs)
  return rows.flatMap((row, i) => {
    const { end_ms: endMs, end_reason: reason } = row
    // Without a file that follows the outage is not over.
    const next = rows[i + 1]?.start_ms ?? opened.find((startMs) => startMs >= endMs)
    const isOutage =
      UNWANTED.some((one) => one === reason) && next !== undefined && next - endMs >= SHORTEST_MS
    return isOutage ? [{ fromMs: endMs, toMs: next, aheadMs: row.camera_offset_ms ?? undefined }] : []
  })
}
