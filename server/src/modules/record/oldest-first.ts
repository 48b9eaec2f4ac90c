import type { SegmentStore, StoredSegment } from './segment-store.ts'

interface Line {
  companyId: string
  did: string
  next: StoredSegment[]
  isRead: boolean
  last: Pick<StoredSegment, 'recorded_at' | 'path'>
}

/** The files of some devices by when they were recorded, in chunks of one device each. */
export async function* oldestFirst(
  store: SegmentStore,
  devices: readonly { companyId: string; did: string }[],
  {
    recordedFrom = 0,
    recordedBefore,
    chunk,
  }: { recordedFrom?: number; recordedBefore: number; chunk: number },
): AsyncGenerator<StoredSegment[]> {
  const lines: Line[] = devices.map((device) => ({
    ...device,
    next: [],
    isRead: false,
    last: { recorded_at: recordedFrom, path: '' },
  }))
  const before = Number.isFinite(recordedBefore) ? recordedBefore : Number.MAX_SAFE_INTEGER
  const fill = async (line: Line): Promise<void> => {
    if (line.next.length > 0 || line.isRead) return
    const { companyId, did, last } = line
    line.next = await store.oldest(companyId, did, { recordedBefore: before, after: last, limit: chunk })
    line.isRead = line.next.length < chunk
    line.last = line.next.at(-1) ?? last
  }
  for (const line of lines) await fill(line)
  for (;;) {
    const [line, second] = lines.filter(({ next }) => next.length > 0).toSorted((a, b) => ageOf(a) - ageOf(b))
    if (!line) return
    // No further than to where another device has what is older.
    const until = second ? ageOf(second) : Infinity
    const taken = line.next.filter(({ recorded_at: at }) => at <= until)
    line.next = line.next.slice(taken.length)
    yield taken
    await fill(line)
  }
}

const ageOf = ({ next }: Line): number => next[0]?.recorded_at ?? Infinity
