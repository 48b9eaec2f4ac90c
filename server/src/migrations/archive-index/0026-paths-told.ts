import { CompiledQuery } from 'kysely'

import { blob, createTable, integer, optional, type Step, type Table, text } from '../table.ts'

const segment: Table = {
  name: 'segment',
  columns: {
    company_id: text,
    did: text,
    channel: integer,
    quality: text,
    start_ms: integer,
    id: text,
    end_ms: integer,
    bytes: integer,
    frames: integer,
    codecs: text,
    init_hash: text,
    hash: text,
    end_reason: text,
    camera_offset_ms: optional(integer),
    filled_at: optional(integer),
    recorded_at: integer,
    gops: blob,
    seq: integer,
    link: text,
    link_before: text,
  },
  primaryKey: ['company_id', 'did', 'channel', 'quality', 'start_ms', 'id'],
  indexes: [['recorded_at'], ['company_id', 'did', 'recorded_at']],
}

/** A file's path is what its other columns make it: docs/decisions/0227-the-index-holds-no-paths.md. */
export const pathsTold: Step = (schema, engine) => {
  if (engine === 'postgres') return [schema.alterTable('segment').dropColumn('path').compile()]
  // SQLite drops no column that an index has: the rows move to another table.
  const names = Object.keys(segment.columns).join(', ')
  return [
    schema.alterTable('segment').renameTo('moved').compile(),
    ...(segment.indexes ?? []).map((index) => schema.dropIndex(`segment_${index.join('_')}_index`).compile()),
    ...createTable(schema, engine, segment),
    CompiledQuery.raw(
      `insert into segment (${names}) select ${names} from moved order by ${segment.primaryKey.join(', ')}`,
    ),
    schema.dropTable('moved').compile(),
  ]
}
