/** A day of footage out of minutes of it: the index names each file again and again, a period earlier each time, as links to the same bytes. */
import { linkSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { segmentPath } from '@vedette/media/record/segment-row'

const DAY_MS = 86_400_000
/** Between two repetitions, so that none lies over another. */
const PAUSE_MS = 1000

export interface RepeatedDay {
  /** What is recorded of every stream, ms since 1970, and again `periodMs` earlier, `times` times. */
  from: number
  to: number
  periodMs: number
  times: number
  files: number
}

/** Repeats what all streams have in the archive of a data folder; its platform may run. */
export function repeatDay(dataFolder: string): RepeatedDay {
  const index = new DatabaseSync(join(dataFolder, 'index.db'), { timeout: 10_000 })
  try {
    const rows = index.prepare('select * from segment').all()
    const number = (row: (typeof rows)[number], column: string): number => Number(row[column])
    const text = (row: (typeof rows)[number], column: string): string => String(row[column])
    const streams = Map.groupBy(rows, (row) => `${text(row, 'did')} ${text(row, 'quality')}`)
    const spans = [...streams.values()].map((files) => ({
      from: Math.min(...files.map((row) => number(row, 'start_ms'))),
      to: Math.max(...files.map((row) => number(row, 'end_ms'))),
    }))
    const earliest = Math.min(...spans.map(({ from }) => from))
    const periodMs = Math.max(...spans.map(({ to }) => to)) - earliest + PAUSE_MS
    const times = Math.floor(DAY_MS / periodMs)
    const columns = Object.keys(rows[0] ?? {})
    const insert = index.prepare(
      `insert into segment (${columns.join(', ')}) values (${columns.map((it) => `:${it}`).join(', ')})`,
    )
    index.exec('begin immediate')
    for (let time = 1; time <= times; time++)
      for (const row of rows) {
        const shiftMs = time * periodMs
        const stream = {
          company: text(row, 'company_id'),
          did: text(row, 'did'),
          channel: number(row, 'channel'),
          quality: text(row, 'quality') === 'sub' ? ('sub' as const) : ('main' as const),
        }
        const [id, startMs] = [text(row, 'id'), number(row, 'start_ms')]
        const idThen = `${id}-${time}`
        const path = join(dataFolder, 'archive', segmentPath(stream, idThen, startMs - shiftMs))
        mkdirSync(dirname(path), { recursive: true })
        linkSync(join(dataFolder, 'archive', segmentPath(stream, id, startMs)), path)
        insert.run({
          ...row,
          id: idThen,
          start_ms: startMs - shiftMs,
          end_ms: number(row, 'end_ms') - shiftMs,
        })
      }
    index.exec('commit')
    return {
      from: Math.max(...spans.map(({ from }) => from)),
      to: Math.min(...spans.map(({ to }) => to)),
      periodMs,
      times,
      files: rows.length * (times + 1),
    }
  } finally {
    index.close()
  }
}
