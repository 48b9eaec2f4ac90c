/**
 * A gate that does nothing but record, in a process of its own that a drill can kill: shards, and an index that is a file with a line
 * for each row, synced before a row is acknowledged. `fork`ed with the drill's settings as its argument.
 */
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

import type { DesiredStream } from '@vedette/media/feed/messages'
import type { RecordedGops, RecordingStatus, RecordOrder } from '@vedette/media/feed/recording-messages'
import { systemClock } from '@vedette/media/ingest/clock'
import type { SegmentRow } from '@vedette/media/record/segment-row'
import { startShards } from '@vedette/media/shard/link'

export interface GateSettings {
  archive: string
  index: string
  cameras: Omit<DesiredStream, 'stream'>[]
}

export type GateReport =
  | { type: 'shards'; pids: number[] }
  | { type: 'gops'; report: RecordedGops }
  | { type: 'file'; row: SegmentRow }
  | { type: 'status'; status: RecordingStatus }

const COMPANY = 'drill'

/** The rows that were acknowledged; a line that a kill tore is none. */
export function indexed(index: string): SegmentRow[] {
  if (!existsSync(index)) return []
  const rows = new Map<string, SegmentRow>()
  for (const line of readFileSync(index, 'utf8').split('\n')) {
    if (!line.endsWith('}')) continue
    const row: SegmentRow = JSON.parse(line)
    rows.set(row.id, row)
  }
  return [...rows.values()]
}

async function run({ archive, index, cameras }: GateSettings): Promise<void> {
  // The torn line is after a kill.
  appendFileSync(index, '\n')
  const file = openSync(index, 'a')
  const tell = (report: GateReport): void => void process.send?.(report)
  const streams = cameras.map((camera, i) => ({ ...camera, stream: i + 1 }))
  const orders = (): RecordOrder[] => {
    const rows = indexed(index)
    return streams.map(({ stream, key }) => ({
      stream,
      company: COMPANY,
      did: key,
      channel: 0,
      quality: 'main',
      isOn: true,
      recorded: rows
        .filter(({ did }) => did === key)
        .map(({ startMs, endMs }): [number, number] => [startMs, endMs]),
    }))
  }
  const shards = await startShards({
    count: 1,
    clock: systemClock,
    onMessage: () => {},
    onEvidence: () => {},
    onState: ({ state }) => {
      if (state === 'running') shards.record(archive, orders())
      tell({ type: 'shards', pids: shards.pids() })
    },
    recording: {
      onFile: (row) => {
        writeSync(file, `${JSON.stringify(row)}\n`)
        fsyncSync(file)
        tell({ type: 'file', row })
        return Promise.resolve()
      },
      onGops: (report) => tell({ type: 'gops', report }),
      onLost: () => {},
      onStatus: (status) => tell({ type: 'status', status }),
    },
  })
  shards.setDesired(streams)
  process.once('message', () => {
    void shards.close().then(() => {
      closeSync(file)
      process.exit(0)
    })
  })
}

const settings = process.argv[2]
if (process.send && settings !== undefined) await run(JSON.parse(settings))
