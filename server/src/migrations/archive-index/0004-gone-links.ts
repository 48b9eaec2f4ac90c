import { CompiledQuery } from 'kysely'

import { createTable, integer, type Step, type Table, text } from '../table.ts'

/** Places of a stream's chain whose files the platform itself deleted, as ranges. A place that has neither a file nor this is a missing link. */
const gone: Table = {
  name: 'segment_gone',
  columns: {
    company_id: text,
    did: text,
    channel: integer,
    quality: text,
    from_seq: integer,
    to_seq: integer,
  },
  primaryKey: ['company_id', 'did', 'channel', 'quality', 'from_seq'],
}

const STREAM = 'company_id, did, channel, quality'

/** Older platforms kept no such account: what was not there when it began is taken for deleted by them. */
export const goneLinks: Step = (schema, engine) => [
  ...createTable(schema, engine, gone),
  CompiledQuery.raw(
    `insert into segment_gone
     select ${STREAM}, before_seq + 1, seq - 1
       from (select ${STREAM}, seq, lag(seq, 1, 0) over (partition by ${STREAM} order by seq) as before_seq
               from (select ${STREAM}, seq from segment union all select ${STREAM}, seq + 1 from segment_stream) as places) as steps
      where seq > before_seq + 1`,
  ),
]
