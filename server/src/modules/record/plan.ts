/** Which bytes of which files make up a time of a stream. */
import type { GopRow } from '@vedette/media/record/segment-row'

import type { WrittenFile } from './intake.ts'
import { unpackGops } from './packed-gops.ts'
import type { SegmentStore, StreamKey } from './segment-store.ts'

/** GOPs of one file. */
export interface PlannedFile {
  path: string
  /** Media time 0 of the file. */
  startMs: number
  /** When it came from the device's own storage; absent for what was recorded when it happened. */
  filledAtMs?: number
  gops: GopRow[]
}

/** What plays as one: files of one format, in order. */
export interface Run {
  init: Buffer
  initHash: string
  codecs: string
  files: PlannedFile[]
  startMs: number
  endMs: number
}

export interface Sources {
  store: SegmentStore
  openOf: (companyId: string, stream: StreamKey) => readonly WrittenFile[]
}

/**
 * The runs that hold what was recorded in [fromMs, toMs), each from the key frame before; none where there is nothing. A file that still
 * grows ends its run, even where footage after it is there already, as while a gap is filled: nothing grows in the middle of one.
 */
export async function planRuns(
  companyId: string,
  stream: StreamKey,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  { store, openOf }: Sources,
): Promise<Run[]> {
  // Looked at first: what gets into the index meanwhile is found there.
  const open = openOf(companyId, stream)
  const rows = await store.between(companyId, stream, fromMs, toMs)
  const files = rows.map((row) => ({
    path: row.path,
    startMs: row.start_ms,
    ...(row.filled_at !== null && { filledAtMs: row.filled_at }),
    codecs: row.codecs,
    initHash: row.init_hash,
    gops: unpackGops(row.gops, row.start_ms),
    isGrowing: false,
  }))
  for (const { file, init, gops, isGrowing } of open) {
    if (files.some(({ path }) => path === file.path)) continue
    const { path, startMs, codecs, filledAtMs } = file
    const origin = filledAtMs === undefined ? {} : { filledAtMs }
    files.push({ path, startMs, ...origin, codecs, initHash: init.hash, gops: [...gops], isGrowing })
  }
  files.sort((a, b) => a.startMs - b.startMs)

  const runs: Omit<Run, 'init'>[] = []
  let endsRun = false
  for (const { gops: all, codecs, initHash, path, startMs, filledAtMs, isGrowing } of files) {
    const gops = all.filter((gop) => gop.startMs < toMs && gop.startMs + gop.durationMs > fromMs)
    const [first, last] = [gops[0], gops.at(-1)]
    if (!first || !last) continue
    const endMs = last.startMs + last.durationMs
    const run = runs.at(-1)
    const file = { path, startMs, ...(filledAtMs !== undefined && { filledAtMs }), gops }
    if (run?.initHash === initHash && !endsRun) {
      run.files.push(file)
      run.endMs = Math.max(run.endMs, endMs)
    } else runs.push({ initHash, codecs, files: [file], startMs: first.startMs, endMs })
    endsRun = isGrowing
  }
  const planned: Run[] = []
  for (const run of runs) {
    const init =
      open.find((one) => one.init.hash === run.initHash)?.init.bytes ?? (await store.init(run.initHash))
    // A file whose start could not be read has no format, so nothing can play it.
    if (init && init.length > 0) planned.push({ ...run, init })
  }
  return planned
}
