import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { readSegment } from '@vedette/media/record/segment-file'

import { startProcess } from '../../../e2e/src/support/process.ts'
import { startSimulator } from '../../../e2e/src/support/simulator.ts'
import { indexed } from './gate.ts'
import { Recording } from './recording.ts'
import { Running, verified } from './running.ts'

const CAMERAS = 3
const SIZE_MB = 12
/** Size of the file system that also holds the database. */
const WHOLE_MB = 64

/** A disk of 12 MB runs full under three cameras: it is said, nothing that was told is lost, and the newest goes on when there is room. */
export async function full(times: number): Promise<string[]> {
  const within = smallDisks()
  if (!within) return ['no small disk can be made here, neither as root nor in a user namespace']
  return [...(await fillArchive(within)), ...(await fillWhole(times, within))]
}

/** How a program is started that alone sees disks of its own: as root, else in a user namespace. */
function smallDisks(): string[] | undefined {
  const ways = [
    ['unshare', '--mount'],
    ['unshare', '--user', '--map-root-user', '--mount'],
  ]
  const works = ([program = '', ...flags]: string[]): boolean =>
    spawnSync(program, [...flags, 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0
  return process.platform === 'linux' ? ways.find(works) : undefined
}

async function fillArchive([program = '', ...flags]: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-full-'))
  const mount = `mount -t tmpfs -o size=${SIZE_MB}m tmpfs "$0"`
  const small = startProcess(program, [
    ...flags,
    'sh',
    '-c',
    `${mount} && echo ready && exec sleep infinity`,
    folder,
  ])
  try {
    await small.line(/^ready$/)
    // Others reach what it sees by its own root.
    return await fill(`/proc/${small.process.pid}/root${folder}`)
  } finally {
    await small.stop('SIGKILL')
    rmSync(folder, { recursive: true })
  }
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
async function fillWhole(times: number, disks: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-full-'))
  const simulator = await startSimulator(CAMERAS)
  const mount = `mount -t tmpfs -o size=${WHOLE_MB}m tmpfs "$0" && exec "$@"`
  const within = [...disks, 'sh', '-c', mount, folder]
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
    const flags = disks.includes('--user') ? ['--user', '--mount'] : ['--mount']
    const enter = ['nsenter', '--target', String(platform.started.process.pid), ...flags]
    const { said, faults: found } = await verified(join(folder, 'data'), enter)
    faults.push(...found)
    console.log(
      `disk of the platform full to the last byte ${times} times: logged in, recorded again; verify-archive says ${said}`,
    )
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
