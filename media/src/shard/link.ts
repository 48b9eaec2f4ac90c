/** The gate's side of the shards. */
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { crc32 } from 'node:zlib'

import { FRAME_KIND, FrameReader, MAX_FRAME_BYTES } from '../feed/frames.ts'
import type { FeedFrame } from '../feed/frames.ts'
import { readFromShard } from '../feed/messages.ts'
import type { DesiredStream, Evidence, ShardStats } from '../feed/messages.ts'
import type {
  FillOrder,
  RecordedGops,
  RecordingLost,
  RecordingReport,
  RecordingStatus,
  RecordOrder,
} from '../feed/recording-messages.ts'
import type { TalkCommand, TalkReport } from '../feed/talk-messages.ts'
import type { Clock } from '../ingest/clock.ts'
import type { SegmentRow } from '../record/segment-row.ts'
import { privateEndpoint } from './endpoint.ts'
import { ShardProcess, type ShardState } from './shard-process.ts'

export interface ShardsOptions {
  count: number
  /** Where the socket stands, when its path is short enough: a folder of this gate alone, which is emptied. */
  runFolder?: string
  clock: Clock
  /** More for the shards' environment; no secrets are needed there. */
  env?: Record<string, string>
  /** A live message of a watched stream. */
  onMessage(message: Buffer): void
  onEvidence(evidence: Evidence): void
  onStats?(shard: number, stats: ShardStats): void
  recording?: RecordingEvents
  onTalk?(report: TalkReport): void
  /** When a shard is up (and knows what it is to do) or down (and its streams with it). */
  onState(change: ShardChange): void
}

export interface RecordingEvents {
  /** A file is finished. When this resolves, the shard forgets it; until then it would be told again after a start. */
  onFile(row: SegmentRow): Promise<void>
  onGops(report: RecordedGops): void
  onLost(lost: RecordingLost): void
  onStatus(status: RecordingStatus): void
  /** By the order's id. */
  onFillOver?(id: string): void
}

export interface ShardChange {
  shard: number
  state: ShardState
  /** The streams that the shard holds. */
  streams: number[]
}

export interface Shards {
  /** All streams that are to be ingested; what is not in the list ends. */
  setDesired(streams: DesiredStream[]): void
  /** Its pictures are to come, now or once a shard has it, through every restart. */
  watch(stream: number): void
  unwatch(stream: number): void
  /** Sends to the shard of the stream: a file that is being written is to end with its GOP, not with its minute. */
  endFile(stream: number, id: string): void
  /**
   * Tells the shards what to record of streams that they have, in a folder that is there; what is not in the list stays as it is. A
   * shard that is `running` anew knows nothing of it: to be called again then, with what is recorded meanwhile.
   */
  record(archive: string, orders: RecordOrder[]): void
  /** Sends to the shard of the stream; false where none has it. `fillOver` is told by each fill that was begun and not cut off with its shard. */
  fill(stream: number, order: FillOrder): boolean
  /** What has come of it stays. */
  stopFill(stream: number, id: string): void
  /** Sends to the shard of the talk's stream; false where none has it, or it is down. */
  talk(stream: number, command: TalkCommand): boolean
  speak(stream: number, talk: number, sound: Uint8Array): void
  /** Process ids, for measuring. */
  pids(): number[]
  close(): Promise<void>
}

const HELLO_MS = 5000
const MAX_HELLO_BYTES = 1024

/** Keeps the shards, each from its first stream on; answers when the gate listens. */
export async function startShards(options: ShardsOptions): Promise<Shards> {
  const endpoint = await privateEndpoint(options.runFolder)
  const shards: ShardProcess[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    receive(socket, shards, options)
  })
  await listen(server, endpoint.path)
  /** Whether or not a shard has the stream now: the one list of what is to come from the shards. */
  const watched = new Set<number>()
  for (let index = 0; index < options.count; index++) {
    const shard: ShardProcess = new ShardProcess({
      index,
      feed: endpoint.path,
      clock: options.clock,
      env: options.env ?? {},
      watched,
      onState: (state) =>
        options.onState({ shard: index, state, streams: shard.streams.map(({ stream }) => stream) }),
    })
    shards.push(shard)
  }

  let revision = 0
  let home = new Map<number, ShardProcess>()
  return {
    setDesired(streams) {
      const before = home
      home = new Map()
      const shares = new Map<ShardProcess, DesiredStream[]>(shards.map((shard) => [shard, []]))
      for (const desired of streams) {
        const shard = shardOf(desired.key, shards)
        home.set(desired.stream, shard)
        shares.get(shard)?.push(desired)
      }
      revision++
      for (const [shard, share] of shares) shard.want(revision, share)
      for (const [stream, shard] of home) if (watched.has(stream) && !before.has(stream)) shard.watch(stream)
    },
    watch(stream) {
      watched.add(stream)
      home.get(stream)?.watch(stream)
    },
    unwatch(stream) {
      watched.delete(stream)
      home.get(stream)?.unwatch(stream)
    },
    record(archive, orders) {
      for (const shard of shards) {
        const share = orders.filter(({ stream }) => home.get(stream) === shard)
        if (share.length > 0) shard.record({ type: 'record', archive, orders: share })
      }
    },
    endFile(stream, id) {
      home.get(stream)?.record({ type: 'endFile', stream, id })
    },
    fill(stream, order) {
      return home.get(stream)?.record({ type: 'fill', order }) ?? false
    },
    stopFill(stream, id) {
      home.get(stream)?.record({ type: 'stopFill', id })
    },
    talk(stream, command) {
      return home.get(stream)?.talk(command) ?? false
    },
    speak(stream, talk, sound) {
      home.get(stream)?.speak(talk, sound)
    },
    pids: () => shards.flatMap(({ pid }) => pid ?? []),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      await Promise.all(shards.map((shard) => shard.close()))
      for (const socket of sockets) socket.destroy()
      await closed
      await endpoint.remove()
    },
  }
}

/** The same key goes to the same shard, whatever else is in the list. */
function shardOf(key: string, shards: ShardProcess[]): ShardProcess {
  const shard = shards[crc32(key) % shards.length]
  if (!shard) throw new Error(`no shard of ${shards.length} for ${key}`)
  return shard
}

/** The first message must be a hello with the token of a shard that awaits its connection. */
function receive(socket: Socket, shards: ShardProcess[], options: ShardsOptions): void {
  const reader = new FrameReader(MAX_HELLO_BYTES)
  const cancelHello = options.clock.after(HELLO_MS, () => socket.destroy())
  let from: ShardProcess | undefined

  function greet({ kind, body }: FeedFrame): void {
    const message = kind === FRAME_KIND.control ? readFromShard(body) : undefined
    if (message?.type === 'hello') from = shards.find((shard) => shard.admit(message.token, socket))
    if (!from) return void socket.destroy()
    cancelHello()
    reader.maxBytes = MAX_FRAME_BYTES
  }

  function take(shard: ShardProcess, { kind, body }: FeedFrame): void {
    if (kind === FRAME_KIND.live) return options.onMessage(body)
    // Shards do not speak.
    if (kind === FRAME_KIND.speech) return void socket.destroy()
    const message = readFromShard(body)
    if (message?.type === 'evidence') options.onEvidence(message)
    else if (message?.type === 'talk') options.onTalk?.(message)
    else if (message && message.type !== 'hello' && message.type !== 'stats') recorded(shard, message)
    else if (message?.type === 'stats') options.onStats?.(shards.indexOf(shard), message)
    else socket.destroy()
  }

  function recorded(shard: ShardProcess, report: RecordingReport): void {
    const { recording } = options
    switch (report.type) {
      case 'recordedFile':
        // What the index could not take is told again at the next start, and by its own log.
        recording?.onFile(report.row).then(
          () => shard.record({ type: 'recordedAck', ids: [report.row.id] }),
          () => {},
        )
        break
      case 'fillOver':
        recording?.onFillOver?.(report.id)
        break
      case 'recordedGops':
        recording?.onGops(report)
        break
      case 'recordingLost':
        recording?.onLost(report)
        break
      case 'recording':
        recording?.onStatus(report)
        break
    }
  }

  socket.on('close', cancelHello)
  // The close that follows ends the shard, which is started anew.
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    from?.heard()
    const fault = reader.push(chunk, (frame) => {
      if (socket.destroyed) return
      if (from) take(from, frame)
      else greet(frame)
    })
    if (fault) socket.destroy()
  })
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
