/** Filling a gap from the simulator's memory card, and from devices that are not to be believed. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import type { FillOrder } from '../feed/recording-messages.ts'
import { type Clock, systemClock } from '../ingest/clock.ts'
import { footage } from '../testing/footage.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { RtspPeer } from '../testing/rtsp-peer.ts'
import { disk } from './disk.ts'
import { GapFill } from './gap-fill.ts'
import { readSegment } from './segment-file.ts'
import type { SegmentRow } from './segment-row.ts'

const SIMULATOR = join(import.meta.dirname, '../../../simulator/src/main.ts')
const PATIENCE = { timeout: 30_000, interval: 20 }
const PASSWORD = 's3cr3t'
const FILLED_MS = 1_790_000_000_000
const FRAME_MS = 40
const GOP_MS = 1000

let simulator: ChildProcess
let port: number
let begunMs: number
beforeAll(async () => {
  simulator = fork(SIMULATOR, {
    env: {
      ...process.env,
      VEDETTE_SIM_DEVICES: '1',
      VEDETTE_SIM_RTSP_PORT: '0',
      VEDETTE_SIM_ONVIF_PORT: '0',
      VEDETTE_SIM_DISCOVERY_PORT: '0',
      VEDETTE_SIM_PASSWORD: PASSWORD,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const [ready]: unknown[] = await once(simulator, 'message')
  port = typeof ready === 'object' && ready && 'rtspPort' in ready ? Number(ready.rtspPort) : 0
  await command({ type: 'card', device: 1, isIn: true })
  begunMs = Date.now()
  await vi.waitUntil(() => Date.now() > begunMs + 5000, PATIENCE)
})
afterAll(async () => {
  const ended = once(simulator, 'exit')
  simulator.disconnect()
  await ended
})

async function command(body: object): Promise<void> {
  simulator.send(body)
  const [answer]: unknown[] = await once(simulator, 'message')
  expect(answer).toMatchObject({ type: 'done', ok: true })
}

let archive: string
let rows: SegmentRow[]
let grown: number
let isOver: boolean
beforeEach(async () => {
  archive = await mkdtemp(join(tmpdir(), 'vedette-fill-'))
  rows = []
  grown = 0
  isOver = false
})
afterEach(() => rm(archive, { recursive: true }))

function fill(order: Partial<FillOrder>, clock: Clock = systemClock): GapFill {
  const target = { url: `rtsp://127.0.0.1:${port}/cam/1/stored`, username: 'admin', password: PASSWORD }
  const stream = { company: 'c1', did: 'CAM-1', channel: 0, quality: 'main' } as const
  const [fromMs, toMs] = [begunMs + 1300, begunMs + 3900]
  return new GapFill({
    order: {
      id: 'one',
      ...stream,
      archive,
      target,
      fromMs,
      toMs,
      aheadMs: 0,
      filledAtMs: FILLED_MS,
      ...order,
    },
    clock,
    disk,
    memory: { queuedBytes: 0 },
    onOpen() {},
    onGops: () => void grown++,
    onFile: (row) => rows.push(row),
    onLeft() {},
    onOver: () => void (isOver = true),
  })
}

const over = () => vi.waitFor(() => expect(isOver).toBe(true), PATIENCE)

it('fills the gap and nothing beside it, from its first key frame on, and the file says so', async () => {
  const [fromMs, toMs] = [begunMs + 1300, begunMs + 3900]
  fill({ fromMs, toMs })
  await over()
  const [first] = rows
  expect(first?.startMs).toBeGreaterThanOrEqual(fromMs)
  expect(first?.startMs).toBeLessThanOrEqual(fromMs + GOP_MS)
  expect(rows.at(-1)?.endMs).toBeLessThanOrEqual(toMs)
  expect(rows.at(-1)?.endMs).toBeGreaterThan(toMs - 2 * FRAME_MS)
  expect(first?.filledAtMs).toBe(FILLED_MS)
  for (const row of rows) expect(await readSegment(join(archive, row.path))).toEqual({ kind: 'whole', row })
})

it('a device whose clock is ahead is asked by its own time', async () => {
  const aheadMs = 3_600_000
  const [fromMs, toMs] = [begunMs + 1300 - aheadMs, begunMs + 3900 - aheadMs]
  fill({ fromMs, toMs, aheadMs })
  await over()
  expect(rows[0]?.startMs).toBeGreaterThanOrEqual(fromMs)
  expect(rows.at(-1)?.endMs).toBeLessThanOrEqual(toMs)
})

it('a camera that is gone in the middle leaves what came of it whole', async () => {
  fill({ fromMs: begunMs, toMs: begunMs + 60_000 })
  await vi.waitFor(() => expect(grown).toBeGreaterThan(1), PATIENCE)
  await command({ type: 'state', device: 1, state: 'offline' })
  await over()
  await command({ type: 'state', device: 1, state: 'online' })
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(await readSegment(join(archive, row.path))).toEqual({ kind: 'whole', row })
})

it('a device that plays on for ever and tells no times fills nothing, and is left', async () => {
  const peer = await RtspPeer.start(footage('plain'))
  const clock = new ManualClock()
  fill({ target: { url: peer.url }, fromMs: 0, toMs: 10_000 }, clock)
  await vi.waitFor(() => expect(peer.plays).toBe(1), PATIENCE)
  expect(isOver).toBe(false)
  clock.advance(40_000)
  await over()
  expect(rows).toEqual([])
  expect(await readdir(archive)).toEqual([])
  await peer.close()
})
