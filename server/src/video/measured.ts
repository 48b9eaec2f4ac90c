/** What `/metrics` tells of ingest. */
import { WINDOW_STATES } from '@vedette/contract/live'
import type { ShardStats } from '@vedette/media/feed/messages'

import type { Metrics } from '../http/metrics.ts'
import type { Video } from './video.ts'

export function measureVideo(metrics: Metrics, { states, stats }: Pick<Video, 'states' | 'stats'>): void {
  const ofShards = (read: (stats: ShardStats) => number) => () =>
    [...stats].map(([shard, of]) => ({ labels: { shard }, value: read(of) }))
  metrics.gauge(
    'vedette_shard_streams',
    ofShards(({ streams }) => streams),
  )
  metrics.counter(
    'vedette_shard_frames_total',
    ofShards(({ frames }) => frames),
  )
  metrics.counter(
    'vedette_shard_bytes_total',
    ofShards(({ bytes }) => bytes),
  )
  metrics.counter(
    'vedette_shard_lost_packets_total',
    ofShards(({ lostPackets }) => lostPackets),
  )
  metrics.gauge('vedette_shard_loop_delay_seconds', () =>
    [...stats].flatMap(([shard, { loopDelayP99Ms, loopDelayMaxMs }]) => [
      { labels: { shard, quantile: 0.99 }, value: loopDelayP99Ms / 1000 },
      { labels: { shard, quantile: 1 }, value: loopDelayMaxMs / 1000 },
    ]),
  )
  metrics.gauge('vedette_streams', () => {
    const counts = states.countByState()
    return WINDOW_STATES.map((state) => ({ labels: { state }, value: counts.get(state) ?? 0 }))
  })
}
