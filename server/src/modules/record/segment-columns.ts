/** A file's row of the index, as far as the file itself tells it. */
import type { SegmentRow } from '@vedette/media/record/segment-row'

import type { Selectable } from 'kysely'

import type { Tables } from '../../engines/storage/schema.ts'
import { packGops } from './packed-gops.ts'

export type StoredSegment = Selectable<Tables['segment']>

export function columnsOf(row: SegmentRow, initHash: string) {
  return {
    company_id: row.company,
    did: row.did,
    channel: row.channel,
    quality: row.quality,
    id: row.id,
    start_ms: row.startMs,
    end_ms: row.endMs,
    path: row.path,
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
