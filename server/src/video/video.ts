/** The gate's side of all video: shards, what they are to do, how it goes, and who gets the pictures. */
import type { FillOrder } from '@vedette/media/feed/recording-messages'
import type { AddressOutcome } from '@vedette/devices/address'
import type { Clock as MediaClock } from '@vedette/media/ingest/clock'
import type { ShardStats } from '@vedette/media/feed/messages'
import { FanOut } from '@vedette/media/live/fan-out'
import { MESSAGE_TYPE } from '@vedette/media/live/message'
import type { RecordedStream } from '@vedette/media/record/segment-row'
import { type RecordingEvents, type ShardChange, startShards } from '@vedette/media/shard/link'

import type { Clock } from '../engines/clock.ts'
import type { SecretBox } from '../engines/secret-box.ts'
import type { Storage } from '../engines/storage/storage.ts'
import { StreamRegistry } from './stream-registry.ts'
import { Presences } from './presence.ts'
import { RecordDispatch, type RecordPlan } from './record-dispatch.ts'
import { streamStore } from './stream-store.ts'
import { StreamStates } from './stream-states.ts'
import { Talks } from './talks.ts'
import { Transcodings } from './transcodings.ts'

export interface VideoOptions {
  /** How shards are started; tests stand in for the processes. */
  startShards?: typeof startShards
  storage: Storage
  secretBox: SecretBox
  clock: Clock
  /** How many shard processes. */
  shards: number
  /** Where their socket stands: this gate's alone. */
  runFolder?: string
  /** Where they take RTP over UDP: `first-last`. */
  udpPorts?: string | undefined
  /** How many streams may be converted at a time for browsers that can't play them; 0: none. */
  transcodings: number
  /** Hears of every start and end of a process that converts a stream. */
  onTranscoding?: (state: 'running' | 'down', stream: number, pid: number | undefined) => void
  /** This machine can't convert: told once, when somebody first asks for it. */
  onTranscodingUnavailable?: (detail: string) => void
  /** Hears of every start and end of a shard, with the processes that run then. */
  onShard?: (shard: number, state: 'running' | 'down', pids: number[]) => void
  /** What to record, and who hears what was. */
  recording: { plan: RecordPlan; events: RecordingEvents }
  /** Resolves and checks a stored address. */
  check: (url: string) => Promise<AddressOutcome>
  onError: (error: unknown) => void
}

export interface Video {
  streams: StreamRegistry
  states: StreamStates
  presences: Presences
  fanOut: FanOut
  recordDispatch: RecordDispatch
  talks: Talks
  transcodings: Transcodings
  /** What each running shard reported last. */
  stats: ReadonlyMap<number, ShardStats>
  /** A file that is being written is to end soon, not with its minute. */
  endFile(companyId: string, stream: Omit<RecordedStream, 'company'>, id: string): void
  /** Whether a shard has taken the order. */
  fill(stream: number, order: FillOrder): boolean
  stopFill(stream: number, id: string): void
  /** Process ids of the shards, for measuring. */
  pids(): number[]
  close(): Promise<void>
}

/** Starts the shards with the streams that are stored; answers before they are up. */
export async function startVideo(options: VideoOptions): Promise<Video> {
  const { clock, onError } = options
  const presences = new Presences(clock)
  const states = new StreamStates(clock, presences)
  const stats = new Map<number, ShardStats>()
  const fanOut = new FanOut({
    clock: mediaClock(clock),
    onFirstViewer(stream) {
      if (!transcodings.begin(stream)) shards.watch(stream)
    },
    onLastViewer(stream) {
      if (!transcodings.end(stream)) shards.unwatch(stream)
    },
  })
  const transcodings = new Transcodings({
    clock,
    most: options.transcodings,
    states,
    fanOut,
    onProcess: (...of) => options.onTranscoding?.(...of),
    onUnavailable: (detail) => options.onTranscodingUnavailable?.(detail),
  })
  const onState = ({ shard, state, streams: numbers }: ShardChange) => {
    states.shardSilent(numbers, state === 'silent')
    if (state === 'silent' || state === 'heard') return
    options.onShard?.(shard, state, shards.pids())
    // It knows nothing of what it recorded in an earlier life.
    if (state !== 'down') return void recordDispatch?.refresh()
    stats.delete(shard)
    states.shardDown(numbers)
    talks.shardDown(numbers)
    for (const number of numbers) fanOut.dropStream(number)
  }
  let recordDispatch: RecordDispatch | undefined
  const talks = new Talks({
    clock,
    find: ({ companyId, did, channel }) => streams.find(companyId, did, channel, 'main'),
    tell: (stream, command) => shards.talk(stream, command),
    speak: (stream, talk, sound) => shards.speak(stream, talk, sound),
  })
  const shards = await (options.startShards ?? startShards)({
    count: options.shards,
    ...(options.runFolder === undefined ? {} : { runFolder: options.runFolder }),
    ...(options.udpPorts === undefined ? {} : { env: { VEDETTE_UDP_PORTS: options.udpPorts } }),
    clock: mediaClock(clock),
    onMessage(message) {
      const header = fanOut.publish(message)
      if (header?.type === MESSAGE_TYPE.configuration) states.configured(header.stream, header.hasAudio)
    },
    onEvidence: (evidence) => states.evidence(evidence),
    onStats: (shard, reported) => void stats.set(shard, reported),
    recording: options.recording.events,
    onTalk: (report) => talks.heard(report),
    onState,
  })
  const streams = new StreamRegistry({
    store: streamStore(options.storage),
    secretBox: options.secretBox,
    clock,
    presences,
    states,
    check: options.check,
    onDesired: (list) => shards.setDesired(list),
    onError,
  })
  const orders = new RecordDispatch(
    options.recording.plan,
    (...scope) => streams.ingested(...scope),
    (archive, list) => shards.record(archive, list),
    onError,
  )
  recordDispatch = orders
  streams.onChange((...scope) => void orders.refresh(...scope))
  streams.onChange(() => talks.forget())
  await streams.refresh()
  return {
    streams,
    recordDispatch: orders,
    states,
    presences,
    fanOut,
    talks,
    transcodings,
    stats,
    endFile(companyId, { did, channel, quality }, id) {
      const stream = streams.find(companyId, did, channel, quality)
      if (stream) shards.endFile(stream.number, id)
    },
    fill: (stream, order) => shards.fill(stream, order),
    stopFill: (stream, id) => shards.stopFill(stream, id),
    pids: () => shards.pids(),
    async close() {
      streams.close()
      transcodings.close()
      presences.close()
      talks.close()
      await orders.close()
      await shards.close()
    },
  }
}

/** Media counts in µs and cancels by calling. */
export function mediaClock(clock: Clock): MediaClock {
  return {
    now: () => clock.now() * 1000,
    after(delayMs, act) {
      const timer = clock.after(delayMs, act)
      return () => timer.stop()
    },
  }
}
