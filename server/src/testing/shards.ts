/** For tests: what stands where the shards' processes would. */
import type { DesiredStream } from '@vedette/media/feed/messages'
import type { Shards, ShardsOptions } from '@vedette/media/shard/link'

/** Keeps what it was told; the test speaks for the shards through `options`. */
export class TestShards implements Shards {
  readonly options: ShardsOptions
  desired: DesiredStream[] = []
  readonly watched = new Set<number>()

  constructor(options: ShardsOptions) {
    this.options = options
  }

  setDesired(streams: DesiredStream[]): void {
    this.desired = streams
  }

  watch(stream: number): void {
    this.watched.add(stream)
  }

  unwatch(stream: number): void {
    this.watched.delete(stream)
  }

  pids(): number[] {
    return []
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}
