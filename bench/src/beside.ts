/**
 * What recording and watching cost beside programs for the same, all from cameras that are not our simulator's: 1080p25 at
 * 4 Mbit/s out of MediaMTX, or out of GStreamer's RTSP server, which has enough to do with ten. The whole platform is counted,
 * its database and hashes included. MediaMTX and go2rtc take part where they are on the `PATH`: bench/benchmarks.md.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { processesBelow } from '../../e2e/src/support/process-tree.ts'
import { type Started, startProcess } from '../../e2e/src/support/process.ts'
import { Running } from './drills/running.ts'
import { isOnPath, startForeignCameras } from './foreign-cameras.ts'
import { flag } from './flags.ts'
import { startGo2rtc } from './go2rtc.ts'
import { LiveViewer } from './live-client.ts'
import { pssOf } from './memory.ts'
import { costOf } from './process-cost.ts'
import { startFfmpeg } from './record.ts'
import { pause } from './statistics.ts'

const MEASURE_S = flag('seconds', 20)
/** Sessions are opened, code is compiled, and the memory of a GOP is filled. */
const WARM_UP_S = 20
/** A single stream runs the code so seldom that it takes longer to be compiled. */
const WATCHED_WARM_UP_S = 60
const HAS_MEDIAMTX = isOnPath('mediamtx')
const MOST = flag('streams', HAS_MEDIAMTX ? 50 : 10)
const RECORDED = [1, 10, 50, 100, 200].filter((count) => count <= MOST)

interface Row {
  program: string
  recorded: number
  cpuPercent: number
  pssMb: number
  /** What came to the disk of each camera. */
  mbitPerSecond: number
}

/** `--streams N` at most, of 1, 10, 50, 100 and 200; `--seconds N`. */
export async function benchBeside(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-bench-beside-'))
  const cameras = await startForeignCameras(folder, HAS_MEDIAMTX)
  const { urlOf } = cameras
  try {
    const rows = [...(await byPlatform(urlOf, join(folder, 'platform'))), ...(await byFfmpeg(urlOf, folder))]
    if (HAS_MEDIAMTX) rows.push(...(await byMediamtx(urlOf, folder)))
    else console.log('MediaMTX is not on the PATH')
    console.log(`\nrecorded for ${MEASURE_S} s, 1080p25 at 4 Mbit/s from ${cameras.program}`)
    console.table(rows.map(shown))
    const watched = [await watchedByPlatform(urlOf, join(folder, 'watched'))]
    if (isOnPath('go2rtc')) watched.push(await watchedByGo2rtc(urlOf, folder))
    else console.log('go2rtc is not on the PATH')
    console.log(`\none viewer of one such stream, nothing recorded, after ${WATCHED_WARM_UP_S} s`)
    console.table(watched.map(shown))
  } finally {
    await cameras.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const shown = ({ program, recorded, cpuPercent, pssMb, mbitPerSecond }: Row) => ({
  program,
  recorded,
  'Mbit/s of each on the disk': mbitPerSecond.toFixed(1),
  'CPU, % of a core': cpuPercent.toFixed(1),
  'PSS, MB': Math.round(pssMb),
})

async function measured(
  program: string,
  recorded: number,
  folder: string,
  pids: () => number[],
  warmUpS = WARM_UP_S,
): Promise<Row> {
  await pause(warmUpS)
  const [cpuBefore, bytesBefore] = [costOf(pids()).cpuSeconds, bytesIn(folder)]
  await pause(MEASURE_S)
  return {
    program,
    recorded,
    cpuPercent: ((costOf(pids()).cpuSeconds - cpuBefore) / MEASURE_S) * 100,
    pssMb: pids().reduce((sum, pid) => sum + pssOf(pid), 0),
    mbitPerSecond: ((bytesIn(folder) - bytesBefore) * 8) / 1e6 / MEASURE_S / Math.max(1, recorded),
  }
}

/** The films alone. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:db|yml|yaml)|-(?:wal|shm)$/.test(entry.name))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

const ofAll = (started: Started) => (): number[] => processesBelow(started.process.pid ?? 0, '')

async function byPlatform(urlOf: (camera: number) => string, folder: string): Promise<Row[]> {
  // Its code is compiled by the first start.
  await (await Running.start(`${folder}-first`)).started.stop()
  const platform = await Running.start(folder, [], { VEDETTE_DEMO: '0' })
  const rows = [await measured('Vedette', 0, folder, ofAll(platform.started))]
  try {
    const dids: string[] = []
    for (const recorded of RECORDED) {
      while (dids.length < recorded) dids.push(await platform.addByUrl(urlOf(dids.length)))
      await platform.untilAllRecord(dids, 0)
      rows.push(await measured('Vedette', recorded, folder, ofAll(platform.started)))
    }
    return rows
  } finally {
    await platform.started.stop()
  }
}

async function byFfmpeg(urlOf: (camera: number) => string, within: string): Promise<Row[]> {
  const rows: Row[] = []
  const folder = join(within, 'ffmpeg')
  mkdirSync(folder)
  for (const recorded of RECORDED) {
    const running = Array.from({ length: recorded }, (_, camera) =>
      startFfmpeg(urlOf(camera), join(folder, `${recorded}-${camera}-%03d.mp4`)),
    )
    const pids = running.map(({ process }) => process.pid ?? 0)
    rows.push(await measured('ffmpeg -c copy, one process a camera', recorded, folder, () => pids))
    for (const { process } of running) process.kill('SIGKILL')
  }
  return rows
}

async function byMediamtx(urlOf: (camera: number) => string, within: string): Promise<Row[]> {
  const rows: Row[] = []
  const folder = join(within, 'mediamtx')
  mkdirSync(folder)
  for (const recorded of RECORDED) {
    const file = join(folder, `${recorded}.yml`)
    const off = ['rtsp', 'rtmp', 'hls', 'webrtc', 'srt', 'moq']
      .map((protocol) => `${protocol}: no\n`)
      .join('')
    const paths = Array.from(
      { length: recorded },
      (_, camera) => `  camera${camera}:\n    source: ${urlOf(camera)}\n`,
    )
    const defaults = `pathDefaults:\n  rtspTransport: tcp\n  record: yes\n  recordPath: ${folder}/%path/%Y-%m-%d_%H-%M-%S-%f\n  recordSegmentDuration: 60s\n`
    await writeFile(file, `logLevel: error\n${off}${defaults}paths:\n${paths.join('')}`)
    const mediamtx = startProcess('mediamtx', [file])
    rows.push(await measured('MediaMTX', recorded, folder, ofAll(mediamtx)))
    await mediamtx.stop('SIGKILL')
  }
  return rows
}

async function watchedByPlatform(urlOf: (camera: number) => string, folder: string): Promise<Row> {
  const platform = await Running.start(folder, [], { VEDETTE_DEMO: '0' })
  try {
    const did = await platform.addByUrl(urlOf(0))
    await platform.recordNothing([did])
    const viewer = await LiveViewer.open(platform.address, platform.token)
    viewer.watch(did, 'main')
    const row = await measured('Vedette', 0, folder, ofAll(platform.started), WATCHED_WARM_UP_S)
    if (viewer.count.messages < MEASURE_S) throw new Error('the viewer saw nothing')
    viewer.close()
    return row
  } finally {
    await platform.started.stop()
  }
}

async function watchedByGo2rtc(urlOf: (camera: number) => string, folder: string): Promise<Row> {
  const go2rtc = await startGo2rtc({ camera: urlOf(0) })
  try {
    const socket = new WebSocket(`${go2rtc.address.replace('http', 'ws')}/api/ws?src=camera`)
    socket.binaryType = 'arraybuffer'
    let pieces = 0
    socket.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) pieces++
    })
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    socket.send(JSON.stringify({ type: 'mse', value: 'avc1.640029,avc1.64002A,avc1.42E01E' }))
    const row = await measured('go2rtc, MSE', 0, folder, ofAll(go2rtc.started), WATCHED_WARM_UP_S)
    if (pieces < MEASURE_S) throw new Error('the viewer of go2rtc saw nothing')
    socket.close()
    return row
  } finally {
    await go2rtc.stop()
  }
}
