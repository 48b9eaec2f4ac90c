import { describe, expect, it } from 'vitest'

import { isRecordingReport, readRecordingCommand } from './recording-messages.ts'

const STREAM = { company: 'c1', did: 'CAM-0000001', channel: 0, quality: 'main' }
const ORDER = { stream: 0, isOn: false, ...STREAM, recorded: [[0, 5]] }
const END = { type: 'endFile', stream: 0, id: '1-00' }
const RECORD = { type: 'record', archive: '', orders: [ORDER] }
const GOP = { offset: 0, bytes: 0, startMs: 0, durationMs: 0, frames: 0 }
const FILE = { id: '1-00', path: 'p', codecs: '', startMs: 0, ...STREAM }
const GOPS = { type: 'recordedGops', file: FILE, endMs: 0, bytes: 0, gops: [GOP, GOP] }
const ROW = { type: 'recordedFile', row: { ...FILE, hash: '', endReason: 'stop', gops: [GOP] } }
const LOST = { type: 'recordingLost', id: 'i', path: 'p' }
const STATUS = { type: 'recording', stream: 0, state: 'off', fault: 'none', sinceMs: 0, lostFrames: 0 }

/** The object with each of its fields missing or of a type that it has not, one at a time, however deep. */
function* spoilt(value: unknown): Generator<unknown> {
  yield* [undefined, null, 'x'.repeat(200), {}].filter((it) => typeof it !== typeof value || it === null)
  if (typeof value === 'string') yield 7
  if (typeof value === 'number') yield* [-1, '0']
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    for (const wrong of spoilt(inner))
      yield Array.isArray(value) ? value.with(Number(key), wrong) : { ...value, [key]: wrong }
}

function fields(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

describe('what gate and shard say about recording', () => {
  it.each([RECORD, { ...RECORD, orders: [] }, { type: 'recordedAck', ids: ['a', 'b'] }, END])(
    'is a command: case %#',
    (command) => {
      expect(readRecordingCommand(command)).toEqual(command)
      expect(readRecordingCommand({ ...command, more: 1 })).toEqual(command)
      expect(readRecordingCommand({ ...command, type: 'later' })).toBeUndefined()
      for (const wrong of spoilt(command)) {
        const message = fields(wrong)
        if (message) expect([wrong, readRecordingCommand(message)]).toEqual([wrong, undefined])
      }
    },
  )

  it.each([GOPS, ROW, LOST, STATUS])('is a report: case %#', (report) => {
    expect(isRecordingReport(report)).toBe(true)
    expect(isRecordingReport({ ...report, type: 'later' })).toBe(false)
    for (const wrong of spoilt(report)) {
      const message = fields(wrong)
      if (message) expect([wrong, isRecordingReport(message)]).toEqual([wrong, false])
    }
  })

  it('is of the main and of the sub stream, and of names that can stand in a path', () => {
    const file = (stream: object) => isRecordingReport({ ...GOPS, file: { ...FILE, ...stream } })
    expect(file({ quality: 'sub' })).toBe(true)
    for (const wrong of [{ quality: 'raw' }, { company: '../c' }, { did: 'a/b' }])
      expect(file(wrong)).toBe(false)
  })

  it('tells every state and fault there is', () => {
    for (const state of ['off', 'waiting', 'recording', 'failing'])
      for (const fault of ['none', 'full', 'readOnly', 'descriptors', 'io', 'slow'])
        expect(isRecordingReport({ ...STATUS, state, fault })).toBe(true)
    expect(isRecordingReport({ ...STATUS, state: 'none' })).toBe(false)
    expect(isRecordingReport({ ...STATUS, fault: 'off' })).toBe(false)
  })

  it('counts stretches from their beginning to their end', () => {
    for (const stretch of [[], [0], [0, 5, 9], 5, null])
      expect(
        readRecordingCommand({ ...RECORD, orders: [{ ...ORDER, recorded: [[0, 5], stretch] }] }),
      ).toBeUndefined()
  })
})
