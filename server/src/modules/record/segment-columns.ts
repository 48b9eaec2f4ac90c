/** A file's row of the index, as far as the file itself tells it. */
import {
  type PlaceOfFile,
  placeOfPath,
  segmentPath,
  type SegmentRow,
} from '@vedette/media/record/segment-row'

import type { ExpressionBuilder, Selectable } from 'kysely'
import { z } from 'zod'

import type { Tables } from '../../engines/storage/schema.ts'
import { DAY_MS } from './days.ts'
import { packGops } from './packed-gops.ts'

type Columns = Selectable<Tables['segment']>

export interface StoredSegment extends Columns {
  /** Within the archive's folder. */
  path: string
}

/** The row with its path, which no column holds: an index of paths took as much as the key. */
export function withPath<
  R extends Pick<Columns, 'company_id' | 'did' | 'channel' | 'quality' | 'id' | 'start_ms'>,
>(row: R): R & { path: string } {
  const { company_id: company, did, channel, quality, id, start_ms: startMs } = row
  return { ...row, path: segmentPath({ company, did, channel, quality }, id, startMs) }
}

const KeptRow = z.object({
  company_id: z.string(),
  did: z.string(),
  channel: z.coerce.number(),
  quality: z.enum(['main', 'sub']),
  id: z.string(),
  start_ms: z.coerce.number(),
})

/** The path of a row as a copy of the index has it, where numbers may be texts. */
export function pathIn(row: unknown): string {
  return withPath(KeptRow.parse(row)).path
}

/** True for the row of the file at this path. */
export function isAt(row: ExpressionBuilder<Tables, 'segment'>, path: string) {
  const place = placeOfPath(path)
  return place ? isOfDay(row, place, [place.id]) : row.lit(false)
}

/** True for the rows of these files of a day of a stream; found by the table's key, whatever their times are. */
export function isOfDay(
  row: ExpressionBuilder<Tables, 'segment'>,
  { company, did, channel, quality, dayMs }: Omit<PlaceOfFile, 'id'>,
  ids: readonly string[],
) {
  return row.and([
    row('company_id', '=', company),
    row('did', '=', did),
    row('channel', '=', channel),
    row('quality', '=', quality),
    row('start_ms', '>=', dayMs),
    row('start_ms', '<', dayMs + DAY_MS),
    row('id', 'in', ids),
  ])
}

export function columnsOf(row: SegmentRow, initHash: string) {
  return {
    company_id: row.company,
    did: row.did,
    channel: row.channel,
    quality: row.quality,
    id: row.id,
    start_ms: row.startMs,
    end_ms: row.endMs,
    bytes: row.bytes,
    frames: row.gops.reduce((sum, { frames }) => sum + frames, 0),
    codecs: row.codecs,
    init_hash: initHash,
    hash: row.hash,
    end_reason: row.endReason,
    camera_offset_ms: row.cameraClockOffsetMs ?? null,
    filled_at: row.filledAtMs ?? null,
    gops: packGops(row.gops, row.startMs),
  }
}
