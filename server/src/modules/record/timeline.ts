/** What there is of some streams, as coarse as a screen can show it. */
import type { WrittenFile } from './intake.ts'
import { DAY_MS, dayOf, type SegmentStore, type StreamKey } from './segment-store.ts'
import { JOINED_MS, type Span, unionOf, within } from './spans.ts'

export interface Lane extends StreamKey {
  spans: Span[]
}

interface Sources {
  store: SegmentStore
  openOf: (companyId: string, stream: StreamKey) => WrittenFile | undefined
}

export async function timelineOf(
  companyId: string,
  streams: readonly StreamKey[],
  { fromMs, toMs, stepMs }: { fromMs: number; toMs: number; stepMs: number },
  { store, openOf }: Sources,
): Promise<Lane[]> {
  // What began the day before may reach over midnight.
  const days = await store.days(companyId, streams, dayOf(fromMs) - DAY_MS, dayOf(toMs))
  const byStream = new Map<string, Span[]>()
  for (const { spans, ...stream } of days) {
    const lane = byStream.get(keyOf(stream))
    if (lane) lane.push(...spans)
    else byStream.set(keyOf(stream), [...spans])
  }
  return streams.map((stream) => {
    const open = openOf(companyId, stream)
    const spans = [
      ...(byStream.get(keyOf(stream)) ?? []),
      ...(open ? [{ startMs: open.file.startMs, endMs: open.endMs }] : []),
    ]
    return { ...stream, spans: within(unionOf(spans, Math.max(stepMs, JOINED_MS)), fromMs, toMs) }
  })
}

const keyOf = ({ did, channel, quality }: StreamKey): string => `${did}/${channel}/${quality}`
