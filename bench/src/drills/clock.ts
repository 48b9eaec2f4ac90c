import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { CameraStream } from '@vedette/media/ingest/camera-stream'
import { systemClock } from '@vedette/media/ingest/clock'
import { Recorder } from '@vedette/media/record/recorder'
import { readSegment } from '@vedette/media/record/segment-file'
import type { SegmentRow } from '@vedette/media/record/segment-row'
import { openRtspSession } from '@vedette/media/rtsp/session'
import { systemTimers } from '@vedette/media/rtsp/timers'

import { startSimulator } from '../../../e2e/src/support/simulator.ts'
import { pause } from '../statistics.ts'
import { overlaps } from './recording.ts'
import { decode, FRAME_MS } from './strips.ts'

const CAMERAS = 2
const HOUR_MS = 3_600_000
/** How far the machine's clock is off, one after the other. */
const STEPS = [0, HOUR_MS, 0, -HOUR_MS, 0, 10 * 365 * 24 * HOUR_MS, 0]

/** The recorder's machine has its clock set while cameras go on: no picture is lost, none lies over another. */
export async function clock(secondsAStep: number): Promise<string[]> {
  const archive = mkdtempSync(join(tmpdir(), 'vedette-clock-'))
  const simulator = await startSimulator(CAMERAS)
  let offMs = 0
  const nowUs = (): number => (Date.now() + offMs) * 1000
  const ours = { ...systemClock, now: nowUs }
  const rows: SegmentRow[] = []
  const recorder = new Recorder({
    clock: ours,
    tell: (report) => {
      if (report.type === 'recordedFile') rows.push(report.row)
    },
  })
  try {
    const cameras = simulator.cameras.slice(0, CAMERAS).map(
      ({ number, subUrl }) =>
        new CameraStream({
          stream: number,
          target: {
            url: subUrl,
            username: simulator.username,
            password: simulator.password,
            transport: 'tcp',
          },
          clock: ours,
          open: (target, events) => openRtspSession(target, events, { timers: { ...systemTimers, nowUs } }),
          tap: recorder.of(number),
          onMessage: () => {},
          onStatus: () => {},
        }),
    )
    const orders = simulator.cameras.slice(0, CAMERAS).map(({ number }) => ({
      stream: number,
      company: 'drill',
      did: `CAM-${number}`,
      channel: 0,
      quality: 'sub' as const,
      isOn: true,
      recorded: [],
    }))
    recorder.command({ type: 'record', archive, orders })
    for (const camera of cameras) camera.start()
    for (offMs of STEPS) await pause(secondsAStep)
    await recorder.close()
    for (const camera of cameras) camera.stop()

    const faults = overlaps(rows)
    let [pictures, missing, twice] = [0, 0, 0]
    for (const ofCamera of Map.groupBy(rows, ({ did }) => did).values()) {
      const strips: number[] = []
      for (const row of ofCamera) {
        const reading = await readSegment(join(archive, row.path))
        if (reading.kind !== 'whole') faults.push(`${row.path}: ${reading.fault}`)
        for (const { stripMs } of await decode(archive, row, faults)) strips.push(stripMs)
      }
      strips.sort((a, b) => a - b)
      pictures += strips.length
      for (const [i, stripMs] of strips.entries()) {
        const gone = Math.round(((strips[i + 1] ?? stripMs + FRAME_MS) - stripMs) / FRAME_MS)
        if (gone === 0) twice++
        missing += Math.max(0, gone - 1)
      }
    }
    console.log(
      `clock set ${STEPS.length - 1} times, ${CAMERAS} cameras: ${rows.length} files, ${pictures} pictures, ${missing} not there, ${twice} there twice`,
    )
    if (missing > 0) faults.push(`${missing} pictures are not there`)
    if (twice > 0) faults.push(`${twice} pictures are there twice`)
    return faults
  } finally {
    await simulator.stop()
    rmSync(archive, { recursive: true, force: true })
  }
}
