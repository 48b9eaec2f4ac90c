import { FanOut } from '@vedette/media/live/fan-out'

import { DesiredStreams } from '../shards/desired-streams.ts'
import type { Ingest, IngestOptions } from '../shards/ingest.ts'
import { Presences } from '../shards/presence.ts'
import { streamStore } from '../shards/stream-store.ts'
import { StreamStates } from '../shards/stream-states.ts'

/** The gate's side of all video without shard processes: nothing is ever live. */
export async function ingestWithoutShards(options: IngestOptions): Promise<Ingest> {
  const { clock, secretBox, judge, onError } = options
  const presences = new Presences(clock)
  const states = new StreamStates(clock, presences)
  const streams = new DesiredStreams({
    store: streamStore(options.storage),
    secretBox,
    clock,
    presences,
    states,
    judge,
    onDesired: () => {},
    onError,
  })
  const fanOut = new FanOut({
    clock: { now: () => clock.now() * 1000, after: () => () => {} },
    onFirstViewer: () => {},
    onLastViewer: () => {},
  })
  await streams.refresh()
  return {
    streams,
    states,
    presences,
    fanOut,
    pids: () => [],
    close: async () => {
      streams.close()
      presences.close()
    },
  }
}
