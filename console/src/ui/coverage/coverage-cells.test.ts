import { expect, test } from 'vitest'

import { cellsOf, coveredCameras, wrongOf } from './coverage-cells.ts'

const HOUR = 3_600_000

test('each channel of a recorder has a line of its own, and a gateway none', () => {
  const devices = [
    { DID: 'A', DevName: 'Gate', Channels: 1, DevType: 1 },
    { DID: 'B', DevName: 'Recorder', Channels: 2, DevType: 4 },
    { DID: 'C', DevName: 'Gateway', Channels: 1, DevType: 7 },
  ]
  expect(coveredCameras(devices)).toEqual([
    { did: 'A', channel: 0, name: 'Gate' },
    { did: 'B', channel: 0, name: 'Recorder / 1' },
    { did: 'B', channel: 1, name: 'Recorder / 2' },
  ])
})

test('a cell tells how much of it was recorded and what was wrong in it', () => {
  const hours = [
    { At: HOUR, Faults: ['black', 'gaps'] as const },
    { At: 2 * HOUR, Faults: ['black'] as const },
    { At: 5 * HOUR, Faults: [] },
  ]
  const cells = cellsOf([0, HOUR, 4 * HOUR, 4.5 * HOUR], hours, [0, 2 * HOUR, 4 * HOUR, 6 * HOUR], 5 * HOUR)
  expect(cells).toEqual([
    { fromMs: 0, percent: 50, faults: ['black', 'gaps'] },
    { fromMs: 2 * HOUR, percent: 0, faults: ['black'] },
    { fromMs: 4 * HOUR, percent: 50, faults: [] },
  ])
  expect(cellsOf([0, 1000], [], [0, 24 * HOUR], 24 * HOUR)[0]?.percent).toBe(1)
})

test('what was wrong for hours on end is one line, and the latest comes first', () => {
  const hours = [
    { At: 0, Faults: ['black'] as const },
    { At: HOUR, Faults: ['black', 'clock'] as const },
    { At: 3 * HOUR, Faults: ['black'] as const },
  ]
  expect(wrongOf(hours)).toEqual([
    { fault: 'black', fromMs: 3 * HOUR, toMs: 4 * HOUR },
    { fault: 'clock', fromMs: HOUR, toMs: 2 * HOUR },
    { fault: 'black', fromMs: 0, toMs: 2 * HOUR },
  ])
})
