/** The process that holds the sessions with cameras: `node main.ts`, started by `startShards`. */
import { connect } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { Blocks } from '../blocks.ts'
import { FRAME_KIND, FrameReader } from '../feed/frames.ts'
import { readToShard } from '../feed/messages.ts'
import { every, systemClock } from '../ingest/clock.ts'
import { Recorder } from '../record/recorder.ts'
import { openRtspSession } from '../rtsp/session.ts'
import { countedPairs, ephemeralPairs, pairsWithin, parsePortRange } from '../rtsp/udp/port-pairs.ts'
import { heardAt } from './bell.ts'
import { Doze } from './doze.ts'
import { endpointOf } from './endpoint.ts'
import { ShardStreams } from './shard-streams.ts'
import { Outlet } from './outlet.ts'

const REPORT_MS = 5000
/** A shard that says nothing for 2 s is taken for stuck. */
const STATS_MS = 1000
/** What the index has not taken by then is told at the next start. */
const ACKNOWLEDGED_MS = 5000
/** Each look wakes the process. */
const LOOP_DELAY_RESOLUTION_MS = 100
const NS_PER_MS = 1e6

function die(reason: string): never {
  process.stderr.write(`shard ${process.pid}: ${reason.replaceAll(/\s*\n\s*/g, ' | ')}\n`)
  process.exit(1)
}

process.on('uncaughtException', (error) => die(error.stack ?? String(error)))
process.on('unhandledRejection', (reason) =>
  die(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)),
)
// The gate is gone: nobody would end us.
process.on('disconnect', () => process.exit(0))

const {
  VEDETTE_FEED: feed,
  VEDETTE_FEED_TOKEN: token,
  VEDETTE_UDP_PORTS: udpPorts,
  VEDETTE_BELL: bell,
} = process.env
delete process.env.VEDETTE_FEED_TOKEN
if (!feed || !token) die('VEDETTE_FEED and VEDETTE_FEED_TOKEN are not set')

const portRange = udpPorts ? parsePortRange(udpPorts) : undefined
if (udpPorts && !portRange) die(`VEDETTE_UDP_PORTS is no range of ports: ${udpPorts}`)
const ports = countedPairs(portRange ? pairsWithin(portRange) : ephemeralPairs)

const socket = connect(endpointOf(feed))
socket.setNoDelay(true)
let isConnected = false
socket.on('connect', () => (isConnected = true))
// A gate that is killed resets the connection: an end like any other.
socket.on('error', (error) => (isConnected ? process.exit(0) : die(`feed: ${error.message}`)))
socket.on('close', () => process.exit(0))

const outlet = new Outlet(socket, systemClock)
const blocks = new Blocks()
const recorder = new Recorder({
  clock: systemClock,
  blocks,
  // Three times in two seconds for each stream, and nobody waits for it.
  tell: (report) => (report.type === 'recordedGops' ? outlet.controlSoon(report) : outlet.control(report)),
})
const streams = new ShardStreams(outlet, recorder, {
  clock: systemClock,
  blocks,
  open: (target, events, { takeBlock }) =>
    openRtspSession(target, events, { openPair: ports.open, takeBlock }),
})
let isEnding = false
// What comes by UDP is lost where nobody fetches it in time.
const mayDoze = (): boolean => streams.isAtEase && !outlet.isWatched && ports.count === 0 && !isEnding
// Without a bell, as with a gate on another machine, the sockets are looked at each time.
const isRung = bell ? heardAt(Number(bell)) : () => true
// Opening a session takes an answer after each request.
const doze = new Doze(mayDoze, () => isRung() || streams.isOpening)
const reader = new FrameReader()
outlet.control({ type: 'hello', token, pid: process.pid })

socket.on('data', (chunk) => {
  const fault = reader.push(chunk, ({ kind, body }) => {
    if (kind === FRAME_KIND.speech) return streams.speech(body)
    const message = kind === FRAME_KIND.control ? readToShard(body) : undefined
    if (!message) die('feed: not a message')
    streams.apply(message)
  })
  if (fault) die(`feed: not a frame: ${fault}`)
})

// Ctrl-C reaches every process of the terminal; the gate asks its shards to end when it is ready.
process.on('SIGINT', () => {})
// Asked to end: what is recorded is ended well, told, and marked as open no more once the index has it.
process.once('SIGTERM', () => {
  isEnding = true
  void streams.close().then(() => {
    outlet.sayAll()
    systemClock.after(ACKNOWLEDGED_MS, () => socket.end())
    void recorder.acknowledged().then(() => socket.end())
  })
})

const loopDelay = monitorEventLoopDelay({ resolution: LOOP_DELAY_RESOLUTION_MS })
loopDelay.enable()
every(systemClock, REPORT_MS, () => streams.reportAll())
every(systemClock, STATS_MS, () => {
  doze.begin()
  const expectedMs = LOOP_DELAY_RESOLUTION_MS + doze.latestMs
  outlet.control({
    type: 'stats',
    ...streams.totals(),
    // The monitor measures from tick to tick; what exceeds its own period is delay.
    loopDelayP99Ms: Math.max(0, loopDelay.percentile(99) / NS_PER_MS - expectedMs),
    loopDelayMaxMs: Math.max(0, loopDelay.max / NS_PER_MS - expectedMs),
  })
  loopDelay.reset()
})
