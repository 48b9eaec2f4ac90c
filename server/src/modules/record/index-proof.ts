/** Proves what the index says beside its files: days of timelines, sums and ends of streams, missing links, ages, and overlaps. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Storage } from '../../engines/storage/storage.ts'
import { outside, type Places } from './gone-store.ts'
import { readStream, type StreamColumns, streamsOf, type WholeStream } from './proof-store.ts'
import { streamOf } from './seal-store.ts'
import { DAY_MS, dayOf } from './days.ts'
import { type Span, unionOf, unpackSpans } from './spans.ts'

type Row = WholeStream['rows'][number]

/** What is wrong, a sentence each. Each stream is read as it is at one moment, so a platform may go on beside it. */
export async function faultsOfIndex(index: Storage, folder: string, nowMs: number): Promise<string[]> {
  const faults: string[] = []
  const ages = new Ages(folder, nowMs)
  for (const stream of await streamsOf(index)) {
    const whole = await readStream(index, stream)
    faults.push(...faultsOfStream(stream, whole))
    await ages.take(whole)
  }
  return [
    ...faults,
    ...ages.wrong().map(({ path }) => `${path}: the time by which it ages is not that of its recording`),
  ]
}

/**
 * A file ages by a clock that follows no jump, so that may be another time than its own: but hardly before the file before it, and
 * never out of all time that the archive knows.
 */
export class Ages {
  readonly #folder: string
  readonly #nowMs: number
  readonly #doubts: { row: Row; isEarlier: boolean }[] = []
  #earliestMs: number

  constructor(folder: string, nowMs: number) {
    this.#folder = folder
    this.#nowMs = this.#earliestMs = nowMs
  }

  async take({ rows }: WholeStream): Promise<void> {
    let before: Row | undefined
    for (const row of rows) {
      if (await isOfItsTime(row, this.#folder)) this.#earliestMs = Math.min(this.#earliestMs, row.recordedAt)
      else {
        const isEarlier = before !== undefined && row.recordedAt < before.recordedAt - DAY_MS
        this.#doubts.push({ row, isEarlier })
      }
      before = row
    }
  }

  /** Once all have been taken. */
  wrong(): { path: string; endMs: number }[] {
    return this.#doubts
      .filter(
        ({ row: { recordedAt }, isEarlier }) =>
          isEarlier || recordedAt < this.#earliestMs - DAY_MS || recordedAt > this.#nowMs + DAY_MS,
      )
      .map(({ row: { path, endMs } }) => ({ path, endMs }))
  }
}

export function faultsOfStream(stream: StreamColumns, whole: WholeStream): string[] {
  const key = streamOf(stream)
  return [
    ...missingLinks(whole).map(
      ([from, to]) =>
        `${key}: ${from === to ? `file ${from} of its chain is` : `files ${from} to ${to} of its chain are`} gone, and nothing says why`,
    ),
    ...(isSummed(whole) ? [] : [`${key}: what it holds in all is not what the index says of it`]),
    ...otherDays(whole).map(
      (day) => `${key}: the timeline of ${new Date(day).toISOString().slice(0, 10)} is not that of its files`,
    ),
    ...overlapsOf(whole),
  ]
}

/** Places of the chain whose file is not there, and that no action of the platform's accounts for. */
export function missingLinks({ rows, head, gone }: WholeStream): Places[] {
  const missing: Places[] = []
  let seq = 0
  for (const row of rows) {
    if (row.seq > seq + 1) missing.push([seq + 1, row.seq - 1])
    seq = row.seq
  }
  if (head && head.seq > seq) missing.push([seq + 1, head.seq])
  return missing.flatMap((places) => outside(places, gone))
}

function isSummed({ rows, head }: WholeStream): boolean {
  if (!head) return rows.length === 0
  const last = rows.at(-1)
  return (
    head.files === rows.length &&
    head.bytes === rows.reduce((sum, { bytes }) => sum + bytes, 0) &&
    (!last || head.seq > last.seq || (head.seq === last.seq && head.link === last.link))
  )
}

/** Those that are not what their files make of them. */
export function otherDays({ rows, days }: WholeStream): number[] {
  const drawn = new Map(
    [...Map.groupBy(rows, ({ startMs }) => dayOf(startMs))].map(([day, of]) => [day, unionOf(of)]),
  )
  const others = new Set<number>()
  for (const { day, spans } of days) {
    const should = drawn.get(day)
    if (!should || !isSame(should, spansOf(spans, day))) others.add(day)
    drawn.delete(day)
  }
  return [...others, ...drawn.keys()].toSorted((a, b) => a - b)
}

/** Undefined where they cannot be read. */
function spansOf(packed: Uint8Array, day: number): Span[] | undefined {
  try {
    return unpackSpans(packed, day)
  } catch {
    return undefined
  }
}

function isSame(should: readonly Span[], is: readonly Span[] | undefined): boolean {
  return JSON.stringify(should) === JSON.stringify(is)
}

function overlapsOf({ rows }: WholeStream): string[] {
  const faults: string[] = []
  let latest: Row | undefined
  for (const row of rows.toSorted((a, b) => a.startMs - b.startMs)) {
    if (latest && row.startMs < latest.endMs)
      faults.push(`${row.path}: it begins ${latest.endMs - row.startMs} ms before ${latest.path} ends`)
    if (!latest || row.endMs > latest.endMs) latest = row
  }
  return faults
}

/** Judges by what it shows, or by when its file was written. */
async function isOfItsTime({ path, endMs, recordedAt }: Row, folder: string): Promise<boolean> {
  const isNear = (ms: number): boolean => Math.abs(recordedAt - ms) <= DAY_MS
  if (isNear(endMs)) return true
  try {
    return isNear((await stat(join(folder, path))).mtimeMs)
  } catch {
    // A file that is not there is a fault of its own.
    return true
  }
}
