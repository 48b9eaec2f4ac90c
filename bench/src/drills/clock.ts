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
import { account, type Account, faultsOf, told, total } from './account.ts'
import { overlaps } from './recording.ts'
import { decode } from './strips.ts'

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
    const accounts: Account[] = []
    let pictures = 0
    for (const [did, ofCamera] of Map.groupBy(rows, (row) => row.did)) {
      const strips: number[] = []
      for (const row of ofCamera) {
        const reading = await readSegment(join(archive, row.path))
        if (reading.kind !== 'whole') faults.push(`${row.path}: ${reading.fault}`)
        for (const { stripMs } of await decode(archive, row, faults)) strips.push(stripMs)
      }
      pictures += strips.length
      const camera = orders.find((order) => order.did === did)?.stream ?? 0
      accounts.push(account(strips, await simulator.sent(camera, 'sub')))
    }
    const sum = total(accounts)
    console.log(
      `clock set ${STEPS.length - 1} times, ${CAMERAS} cameras: ${rows.length} files, ${pictures} pictures, ${told(sum)}`,
    )
    if (accounts.length < CAMERAS) faults.push(`${accounts.length} cameras were recorded`)
    faults.push(...faultsOf(sum))
    return faults
  } finally {
    await simulator.stop()
    rmSync(archive, { recursive: true, force: true })
  }
}
