import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { readSegment } from '@vedette/media/record/segment-file'

import { type Started, startProcess } from '../../../e2e/src/support/process.ts'
import { startSimulator } from '../../../e2e/src/support/simulator.ts'
import { indexed } from './gate.ts'
import { Recording } from './recording.ts'
import { Running } from './running.ts'

const CAMERAS = 3
const SIZE_MB = 12
/** Size of the file system that also holds the database. */
const WHOLE_MB = 64

/** A disk of 12 MB runs full under three cameras: it is said, nothing that was told is lost, and the newest goes on when there is room. */
export async function full(times: number): Promise<string[]> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    console.log('full: only root can make a small disk here')
    return []
  }
  const folder = mkdtempSync(join(tmpdir(), 'vedette-full-'))
  const small = smallDisk(folder)
  const archive = `/proc/${small.process.pid}/root${folder}`
  try {
    const isMade = await small.line(/^ready$/).then(
      () => true,
      () => false,
    )
    if (isMade) return [...(await fill(archive)), ...(await fillWhole(times))]
    console.log(`full: no small disk can be made here: ${small.output()}`)
    return []
  } finally {
    await small.stop('SIGKILL')
    rmSync(folder, { recursive: true })
  }
}

/** A process that alone sees the disk, which goes with it; others reach it by the process's own root. */
function smallDisk(folder: string): Started {
  const mount = `mount -t tmpfs -o size=${SIZE_MB}m tmpfs "$0"`
  return startProcess('unshare', [
    '--mount',
    'sh',
    '-c',
    `${mount} && echo ready && exec sleep infinity`,
    folder,
  ])
}

async function fill(archive: string): Promise<string[]> {
  const recording = await Recording.start({ cameras: CAMERAS, quality: 'main', archive })
  try {
    const isFull = () => recording.reports.some((one) => one.type === 'status' && one.status.fault === 'full')
    await recording.until('the disk is full', isFull)
    const told = indexed(recording.settings.index)
    const faults: string[] = []
    for (const row of told) {
      const reading = await readSegment(join(archive, row.path))
      if (reading.kind !== 'whole') faults.push(`${row.path}: ${reading.fault}`)
    }
    // What the gate's retention does: the oldest goes.
    const isTold = () => indexed(recording.settings.index).length > 0
    await recording.until('a file is ended', isTold)
    const fullMs = Date.now()
    let gone = 0
    const goesOn = recording.untilAllRecord(fullMs)
    const makeRoom = setInterval(() => {
      const oldest = indexed(recording.settings.index)
        .toSorted((a, b) => a.startMs - b.startMs)
        .slice(gone, gone + 3)
      gone += oldest.length
      for (const { path } of oldest) rmSync(join(archive, path), { force: true })
    }, 500)
    await goesOn.finally(() => clearInterval(makeRoom))
    console.log(
      `disk full, ${CAMERAS} cameras on ${SIZE_MB} MB: said, ${gone} oldest files removed, all recorded again`,
    )
    return faults
  } finally {
    await recording.remove()
  }
}

/**
 * Others fill the disk of the whole platform to its last byte, again and again: people log in, old recordings make room
 * for new ones, and the reserve is back once the others leave.
 */
async function fillWhole(times: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-full-'))
  const simulator = await startSimulator(CAMERAS)
  const mount = `mount -t tmpfs -o size=${WHOLE_MB}m tmpfs "$0" && exec "$@"`
  const within = ['unshare', '--mount', 'sh', '-c', mount, folder]
  const env = { VEDETTE_ARCHIVE_GB: '0' }
  const platform = await Running.start(join(folder, 'data'), within, env)
  const seen = `/proc/${platform.started.process.pid}/root${folder}`
  const filler = join(seen, 'of-others')
  const faults: string[] = []
  try {
    const dids = await platform.add(simulator, CAMERAS)
    await platform.untilAllRecord(dids, 0)
    const isHeld = () => Promise.resolve(existsSync(join(seen, 'data/reserve')))
    await platform.until('the reserve is kept', isHeld)
    for (let time = 0; time < times; time++) {
      takeAll(filler)
      await platform.until('it is full', async () => (await platform.state()) !== 'ok')
      await platform.logIn()
      rmSync(filler)
      const freedMs = Date.now()
      await platform.until(
        'it is well again',
        async () => (await isHeld()) && (await platform.state()) === 'ok',
      )
      await platform.untilAllRecord(dids, freedMs)
    }
    console.log(`disk of the platform full to the last byte ${times} times: logged in, recorded again`)
  } catch (error) {
    faults.push(`${String(error)}\n${platform.started.output()}`)
  } finally {
    await platform.started.stop('SIGKILL')
    await simulator.stop()
    rmSync(folder, { recursive: true })
  }
  return faults
}

/** All that the disk has, and not what the platform gives back meanwhile. */
function takeAll(path: string): void {
  const { bavail, bsize } = statfsSync(dirname(path))
  let left = bavail * bsize
  const file = openSync(path, 'a')
  for (let bytes = 1024 * 1024; bytes >= 4096 && left > 0;)
    try {
      left -= writeSync(file, Buffer.alloc(Math.min(bytes, left), 1))
    } catch {
      bytes /= 2
    }
  closeSync(file)
}
