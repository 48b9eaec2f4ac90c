import { blob, integer, optional, type Table, text } from '../table.ts'

const stream = { company_id: text, did: text, channel: integer, quality: text }
const keyOfStream = ['company_id', 'did', 'channel', 'quality']

/** What is recorded where. All of it can be made again from the files, but for when they were told of. */
export const segments: Table[] = [
  {
    name: 'segment',
    columns: {
      ...stream,
      start_ms: integer,
      id: text,
      end_ms: integer,
      path: text,
      bytes: integer,
      frames: integer,
      codecs: text,
      init_hash: text,
      hash: text,
      end_reason: text,
      camera_offset_ms: optional(integer),
      recorded_at: integer,
      gops: blob,
      seq: integer,
      link: text,
    },
    primaryKey: [...keyOfStream, 'start_ms', 'id'],
    uniques: [['path']],
    indexes: [['recorded_at'], ['company_id', 'did', 'recorded_at']],
  },
  {
    name: 'segment_stream',
    columns: { ...stream, files: integer, bytes: integer, seq: integer, link: text },
    primaryKey: keyOfStream,
  },
  {
    name: 'segment_day',
    columns: { ...stream, day: integer, spans: blob },
    primaryKey: [...keyOfStream, 'day'],
  },
  {
    name: 'segment_init',
    columns: { hash: text, bytes: blob },
    primaryKey: ['hash'],
  },
]
