/** What every drill is made of: simulated cameras, a gate that records them and can be killed, and the archive checked afterwards. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readSegment } from '@vedette/media/record/segment-file'
import type { SegmentRow } from '@vedette/media/record/segment-row'

import { type Simulator, startSimulator } from '../../../e2e/src/support/simulator.ts'
import { type GateReport, type GateSettings, indexed } from './gate.ts'

/** Long enough for the slowest machine; a drill that waits longer is stuck. */
const PATIENCE_MS = 120_000

export interface RecordingOptions {
  cameras: number
  /** Sub streams are lighter. */
  quality: 'main' | 'sub'
  /** Where the archive stands, instead of a folder that goes away. */
  archive?: string
}

export class Recording {
  readonly folder = mkdtempSync(join(tmpdir(), 'vedette-drill-'))
  readonly settings: GateSettings
  readonly simulator: Simulator
  /** What the gate that runs now has told. */
  reports: GateReport[] = []
  shardPids: number[] = []
  #gate: ChildProcess | undefined
  #wake: () => void = () => {}

  private constructor(simulator: Simulator, { quality, archive }: RecordingOptions) {
    this.simulator = simulator
    this.settings = {
      archive: archive ?? join(this.folder, 'archive'),
      index: join(this.folder, 'index.jsonl'),
      cameras: simulator.cameras.map((camera) => ({
        key: `CAM-${camera.number}`,
        url: quality === 'main' ? camera.mainUrl : camera.subUrl,
        username: simulator.username,
        password: simulator.password,
        transport: 'tcp',
      })),
    }
    mkdirSync(this.settings.archive, { recursive: true })
  }

  static async start(options: RecordingOptions): Promise<Recording> {
    const simulator = await startSimulator(options.cameras)
    const recording = new Recording(simulator, options)
    recording.settings.cameras.splice(options.cameras)
    recording.startGate()
    return recording
  }

  startGate(): void {
    this.reports = []
    const gate = fork(join(import.meta.dirname, 'gate.ts'), [JSON.stringify(this.settings)], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    gate.on('message', (report: GateReport) => {
      this.reports.push(report)
      if (report.type === 'shards') this.shardPids = report.pids
      this.#wake()
    })
    this.#gate = gate
  }

  /** Kills the gate as a power cut, or the kernel short of memory, does: its shards end by themselves. */
  async killGate(): Promise<void> {
    const gate = this.#gate
    if (!gate) return
    const gone = once(gate, 'exit')
    gate.kill('SIGKILL')
    await gone
  }

  /** Waits for what the gate tells. */
  async until(what: string, isMet: () => boolean): Promise<void> {
    const stuckAt = Date.now() + PATIENCE_MS
    while (!isMet()) {
      if (Date.now() > stuckAt) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 500)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  /** Every camera has a file that began after `sinceMs` and has pictures on the disk. */
  untilAllRecord(sinceMs: number): Promise<void> {
    const isRecorded = (key: string): boolean =>
      this.reports.some(
        (one) => one.type === 'gops' && one.report.file.did === key && one.report.file.startMs >= sinceMs,
      )
    return this.until('all cameras are recorded', () =>
      this.settings.cameras.every(({ key }) => isRecorded(key)),
    )
  }

  /** Ends the gate as it is asked to, so that all files are ended. */
  async stop(): Promise<void> {
    const gate = this.#gate
    if (gate?.connected !== true) return
    const gone = once(gate, 'exit')
    gate.send('stop')
    await gone
  }

  async remove(): Promise<void> {
    await this.stop()
    await this.simulator.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export interface Verdict {
  rows: SegmentRow[]
  files: number
  frames: number
  faults: string[]
}

/** Files against index, index against files, and time against itself. */
export async function check(archive: string, index: string): Promise<Verdict> {
  const rows = indexed(index)
  const faults: string[] = []
  const byPath = new Map(rows.map((row) => [row.path, row]))
  const paths = readdirSync(archive, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.mp4') && !path.startsWith('.open'))
    .map((path) => path.replaceAll('\\', '/'))
  for (const path of paths) {
    const row = byPath.get(path)
    const reading = await readSegment(join(archive, path))
    if (reading.kind !== 'whole') faults.push(`${path}: ${reading.fault}`)
    else if (!row) faults.push(`${path}: not in the index`)
    else if (JSON.stringify(sorted(row)) !== JSON.stringify(sorted(reading.row)))
      faults.push(`${path}: its row in the index is another`)
  }
  const there = new Set(paths)
  for (const { path } of rows) if (!there.has(path)) faults.push(`${path}: in the index, and gone`)
  faults.push(...overlaps(rows))
  const frames = rows.reduce((sum, { gops }) => sum + gops.reduce((all, gop) => all + gop.frames, 0), 0)
  return { rows, files: paths.length, frames, faults }
}

/** Pairs of files that claim the same moment of a stream. */
export function overlaps(rows: readonly SegmentRow[]): string[] {
  const faults: string[] = []
  for (const ofStream of Map.groupBy(rows, ({ did }) => did).values()) {
    const inOrder = ofStream.toSorted((a, b) => a.startMs - b.startMs)
    for (const [i, row] of inOrder.entries()) {
      const next = inOrder[i + 1]
      if (next && next.startMs < row.endMs) faults.push(`${row.path} and ${next.path} overlap`)
    }
  }
  return faults
}

const sorted = (row: SegmentRow): [string, unknown][] =>
  Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b))
