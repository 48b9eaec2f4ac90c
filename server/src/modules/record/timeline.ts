/** What there is of some streams, as coarse as a screen can show it. */
import type { WrittenFile } from './intake.ts'
import { DAY_MS, dayOf } from './days.ts'
import type { SegmentStore, StreamKey } from './segment-store.ts'
import { addSpan, eachSpan, JOINED_MS, type Span, unionOf, within } from './spans.ts'

export interface Lane extends StreamKey {
  spans: Span[]
}

interface Sources {
  store: SegmentStore
  openOf: (companyId: string, stream: StreamKey) => readonly WrittenFile[]
}

export async function timelineOf(
  companyId: string,
  streams: readonly StreamKey[],
  { fromMs, toMs, stepMs }: { fromMs: number; toMs: number; stepMs: number },
  { store, openOf }: Sources,
): Promise<Lane[]> {
  // Looked at first: what gets into the index meanwhile is found there.
  const opens = streams.map((stream) => openOf(companyId, stream))
  // What began the day before may reach over midnight.
  const days = await store.days(companyId, streams, dayOf(fromMs) - DAY_MS, dayOf(toMs))
  const joinedMs = Math.max(stepMs, JOINED_MS)
  const byStream = new Map<string, Span[]>()
  for (const { day, packed, ...stream } of days) {
    const lane = byStream.get(keyOf(stream)) ?? []
    byStream.set(keyOf(stream), lane)
    // Days come in order, and what a day holds began on it: a month of a busy camera is joined as it is read.
    eachSpan(packed, day, (startMs, endMs) => addSpan(lane, startMs, endMs, joinedMs))
  }
  return streams.map((stream, i) => {
    const lane = byStream.get(keyOf(stream)) ?? []
    const open = (opens[i] ?? []).map(({ file, endMs }) => ({ startMs: file.startMs, endMs }))
    const spans = open.length > 0 ? unionOf([...lane, ...open], joinedMs) : lane
    return { ...stream, spans: within(spans, fromMs, toMs) }
  })
}

const keyOf = ({ did, channel, quality }: StreamKey): string => `${did}/${channel}/${quality}`
