/** What `/metrics` tells of cameras and shards. */
import { WINDOW_STATES } from '@vedette/contract/live'
import type { ShardStats } from '@vedette/media/feed/messages'

import type { Metrics } from '../http/metrics.ts'
import type { Video } from './video.ts'

export function measureVideo(
  metrics: Metrics,
  { states, stats, transcodings }: Pick<Video, 'states' | 'stats' | 'transcodings'>,
): void {
  const labels = ['shard'] as const
  const ofShards = (read: (stats: ShardStats) => number) => () =>
    [...stats].map(([shard, of]) => ({ labels: { shard }, value: read(of) }))
  metrics.gauge({
    name: 'vedette_shard_streams',
    help: 'Streams that a shard takes in.',
    labels,
    read: ofShards(({ streams }) => streams),
  })
  metrics.counter({
    name: 'vedette_shard_frames_total',
    help: 'Access units that came from cameras.',
    labels,
    read: ofShards(({ frames }) => frames),
  })
  metrics.counter({
    name: 'vedette_shard_bytes_total',
    help: 'Bytes of media that came from cameras.',
    labels,
    read: ofShards(({ bytes }) => bytes),
  })
  metrics.counter({
    name: 'vedette_shard_lost_packets_total',
    help: 'RTP packets that never came.',
    labels,
    read: ofShards(({ lostPackets }) => lostPackets),
  })
  metrics.gauge({
    name: 'vedette_shard_loop_delay_seconds',
    help: "Delay of a shard's event loop in its last five seconds; quantile 1 is the longest.",
    labels: ['shard', 'quantile'],
    read: () =>
      [...stats].flatMap(([shard, { loopDelayP99Ms, loopDelayMaxMs }]) => [
        { labels: { shard, quantile: 0.99 }, value: loopDelayP99Ms / 1000 },
        { labels: { shard, quantile: 1 }, value: loopDelayMaxMs / 1000 },
      ]),
  })
  metrics.gauge({
    name: 'vedette_transcodings',
    help: "Streams of H.265 that are converted for browsers that can't play it.",
    read: () => [{ value: transcodings.count }],
  })
  metrics.gauge({
    name: 'vedette_streams',
    help: 'Streams by what their windows show.',
    labels: ['state'],
    read: () => {
      const counts = states.countByState()
      return WINDOW_STATES.map((state) => ({ labels: { state }, value: counts.get(state) ?? 0 }))
    },
  })
}
