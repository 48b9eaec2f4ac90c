/** For tests: what stands where the shards' processes would. */
import type { DesiredStream } from '@vedette/media/feed/messages'
import type { FillOrder, RecordOrder } from '@vedette/media/feed/recording-messages'
import type { TalkCommand } from '@vedette/media/feed/talk-messages'
import type { Shards, ShardsOptions } from '@vedette/media/shard/link'

/** Keeps what it was told; the test speaks for the shards through `options`. */
export class TestShards implements Shards {
  readonly options: ShardsOptions
  desired: DesiredStream[] = []
  readonly watched = new Set<number>()
  /** What is to become of each stream that was named. */
  readonly orders = new Map<number, RecordOrder>()

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

  record(_archive: string, orders: RecordOrder[]): void {
    for (const order of orders) this.orders.set(order.stream, order)
  }

  readonly endedFiles: { stream: number; id: string }[] = []

  endFile(stream: number, id: string): void {
    this.endedFiles.push({ stream, id })
  }

  readonly fills: FillOrder[] = []

  fill(_stream: number, order: FillOrder): boolean {
    this.fills.push(order)
    return true
  }

  readonly stoppedFills: string[] = []

  stopFill(_stream: number, id: string): void {
    this.stoppedFills.push(id)
  }

  /** What was said to each talk's shard. */
  readonly talkCommands: TalkCommand[] = []
  readonly spoken: { talk: number; sound: Buffer }[] = []

  talk(_stream: number, command: TalkCommand): boolean {
    this.talkCommands.push(command)
    return true
  }

  speak(_stream: number, talk: number, sound: Uint8Array): void {
    this.spoken.push({ talk, sound: Buffer.from(sound) })
  }

  pids(): number[] {
    return []
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}
