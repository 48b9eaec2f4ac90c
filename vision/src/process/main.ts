/** The process that looks at cameras: `node main.ts`, started by `startVision`. It is handed video, and never an address. */
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'

import { FRAME_KIND, framePrefix, FrameReader } from '@vedette/media/feed/frames'
import { every, systemClock } from '@vedette/media/ingest/clock'
import { readHeader } from '@vedette/media/live/message'
import { endpointOf } from '@vedette/media/shard/endpoint'

import type { Decoders } from '../decode/decoder.ts'
import { findDecoders } from '../decode/find-decoders.ts'
import { PeopleSchedule } from '../look/people-schedule.ts'
import { openOnnxDetector } from '../people/onnx-detector.ts'
import { pngOf } from '../png.ts'
import { Budget } from './budget.ts'
import { type Camera, type FromVision, pictureFrame, readToVision, type ToVision } from './messages.ts'
import { seenMessage } from './seen.ts'
import { WatchedStream } from './watched-stream.ts'

type Look = Extract<ToVision, { type: 'look' }>

const REPORT_MS = 2000
const MODEL_OFF = 'off'

function die(reason: string): never {
  process.stderr.write(`vision ${process.pid}: ${reason.replaceAll(/\s*\n\s*/g, ' | ')}\n`)
  process.exit(1)
}
const detailOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

process.on('uncaughtException', (error) => die(detailOf(error)))
process.on('unhandledRejection', (reason) => die(detailOf(reason)))
// The gate is gone: nobody would end us.
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => {})
process.once('SIGTERM', () => process.exit(0))

const {
  VEDETTE_FEED: feed,
  VEDETTE_FEED_TOKEN: token,
  VEDETTE_VISION_DECODER: only,
  VEDETTE_VISION_MODEL: model,
  VEDETTE_VISION_CACHE: cacheFolder,
} = process.env
delete process.env.VEDETTE_FEED_TOKEN
if (!feed || !token || !cacheFolder)
  die('VEDETTE_FEED, VEDETTE_FEED_TOKEN and VEDETTE_VISION_CACHE are not set')
// Live pictures and recordings come first, but on a full machine it still has a third of what they have: alarms are raised by it.
setPriority(5)

const socket = connect(endpointOf(feed))
socket.setNoDelay(true)
let isConnected = false
socket.on('connect', () => (isConnected = true))
socket.on('error', (error) => (isConnected ? process.exit(0) : die(`feed: ${error.message}`)))
socket.on('close', () => process.exit(0))

function write(kind: number, body: Buffer): void {
  socket.write(Buffer.concat([framePrefix(kind, body.length), body]))
}
const tell = (message: FromVision): void => write(FRAME_KIND.control, Buffer.from(JSON.stringify(message)))

const streams = new Map<number, { camera: Camera; watched: WatchedStream }>()
let decoders: Decoders | undefined
let people: PeopleSchedule | undefined
let wanted: Look | undefined
let shown: ReadonlySet<number> = new Set()

function begin(camera: Camera, by: Decoders): void {
  const { stream } = camera
  const onPicture = async (
    ...[head, picture]: [Parameters<typeof pictureFrame>[0], Parameters<typeof pngOf>[0]]
  ) => write(FRAME_KIND.live, pictureFrame(head, await pngOf(picture)))
  const watched = new WatchedStream(
    stream,
    withoutPeople(camera),
    by,
    {
      onBegin: (kind, atMs, zone) => tell({ type: 'begin', stream, kind, atMs, zone }),
      onTouch: (kind, atMs) => tell({ type: 'touch', stream, kind, atMs }),
      onEnd: (kind, atMs) => tell({ type: 'end', stream, kind, atMs }),
      onSeen: (kind, seen, atMs) => {
        if (shown.has(stream)) tell(seenMessage(camera, kind, seen, atMs))
      },
      onPicture: (kind, { picture, box }) => void onPicture({ stream, kind, box }, picture),
      onLookForPeople: (picture, atMs) =>
        people?.ask(stream, picture, (found) => {
          // It may have ended meanwhile.
          if (streams.get(stream)?.watched === watched) watched.look.people(found, picture, atMs)
        }),
    },
    Date.now(),
  )
  streams.set(stream, { camera, watched })
}

/** Where nobody can be looked for, motion is followed at least. */
function withoutPeople(camera: Camera): Camera {
  if (people) return camera
  return { ...camera, human: false, follow: camera.follow === 'human' ? 'motion' : camera.follow }
}

function end(stream: number): void {
  streams.get(stream)?.watched.close()
  streams.delete(stream)
  people?.forget(stream)
}

function apply({ cameras, shown: told }: Look): void {
  shown = new Set(told)
  const by = decoders
  if (!by) return
  const now = new Map(cameras.map((camera) => [camera.stream, camera]))
  for (const stream of streams.keys()) if (!now.has(stream)) end(stream)
  for (const [stream, camera] of now) {
    const before = streams.get(stream)?.camera
    if (before && JSON.stringify(before) === JSON.stringify(camera)) continue
    end(stream)
    begin(camera, by)
  }
}

const reader = new FrameReader()
socket.on('data', (chunk) => {
  const fault = reader.push(chunk, ({ kind, body }) => {
    if (kind === FRAME_KIND.live) {
      const header = readHeader(body)
      if (header) streams.get(header.stream)?.watched.push(body)
      return
    }
    const message = readToVision(body)
    if (!message) die('feed: not a message')
    if (message.type === 'turned') return streams.get(message.stream)?.watched.look.turned()
    wanted = message
    apply(message)
  })
  if (fault) die(`feed: not a frame: ${fault}`)
})

tell({ type: 'hello', token, pid: process.pid })

const decoding = await findDecoders({ only: only === 'node-av' || only === 'ffmpeg' ? only : undefined })
const finding =
  model === MODEL_OFF
    ? { ok: false as const, detail: 'Switched off by VEDETTE_VISION_MODEL.' }
    : await openOnnxDetector({ cacheFolder, modelFile: model })
if (finding.ok) people = new PeopleSchedule(finding.detector, (error) => die(detailOf(error)))
if (decoding.ok) decoders = decoding.decoders
tell({
  type: 'means',
  decoder: decoding.ok ? decoding.decoders.name : '',
  decoderDetail: decoding.ok ? '' : decoding.detail,
  detector: finding.ok ? finding.detector.name : '',
  detectorDetail: finding.ok ? '' : finding.detail,
})
if (wanted) apply(wanted)

const budget = new Budget()
let before = performance.eventLoopUtilization()
every(systemClock, REPORT_MS, () => {
  const now = performance.eventLoopUtilization()
  const { utilization } = performance.eventLoopUtilization(now, before)
  before = now
  const isBehind = [...streams.values()].some(({ watched }) => watched.isBehind)
  const resting = budget.resting([...streams.keys()], utilization, isBehind)
  for (const [stream, { watched }] of streams) watched.rest(resting.has(stream))
  const looks = [...streams.values()].map(({ watched }) => watched.state(Date.now()))
  tell({ type: 'looks', looks, skippedPeople: people?.skipped ?? 0 })
})
