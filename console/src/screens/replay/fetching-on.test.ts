import { describe, expect, it } from 'vitest'

import { footageBefore, nextFootage, nothingPlayable, onDeviceAlone, type Playable } from './fetching-on.ts'

const KEY = 'GATE-1'
const NOW_MS = 1_000_000

/** Recorded to 100 s and from 200 s on; the card has 50 to 180 s. */
function playable(): Playable {
  return {
    ...nothingPlayable(),
    recorded: new Map([[KEY, [0, 100_000, 200_000, 300_000]]]),
    onDevices: new Map([[KEY, [50_000, 180_000]]]),
  }
}

function next(its: Playable, afterMs: number): { toMs: number | undefined; told: string[] } {
  const told: string[] = []
  const toMs = nextFootage(its, afterMs, { nowMs: NOW_MS, lookAgain: (key) => told.push(key) })
  return { toMs, told }
}

describe('play that comes to time that only the device has', () => {
  it('waits there, and goes on behind it', () => {
    expect(onDeviceAlone(playable(), KEY, NOW_MS)).toEqual([100_000, 180_000])
    expect(next(playable(), 100_000).toMs).toBeUndefined()
    expect(next(playable(), 180_000).toMs).toBe(200_000)
  })

  it('goes to it over time that nobody has', () => {
    const its = { ...playable(), onDevices: new Map([[KEY, [150_000, 180_000]]]) }
    expect(next(its, 100_000).toMs).toBe(150_000)
    // The deck stands a little before it.
    expect(next(its, 149_980).toMs).toBeUndefined()
  })

  it('goes on when some of it has come, and not over what is still coming', () => {
    const fetching = new Map([[KEY, { fromMs: 100_000, toMs: 180_000 }]])
    const so = (toMs: number): Playable => ({
      ...playable(),
      fetching,
      recorded: new Map([[KEY, [0, toMs, 200_000, 300_000]]]),
    })
    expect(next(so(102_000), 100_000)).toEqual({ toMs: undefined, told: [] })
    const its = so(106_000)
    expect(next(its, 100_000)).toEqual({ toMs: undefined, told: [KEY] })
    expect(next(its, 100_000).told).toEqual([])
    expect(next(so(106_000), 105_950).toMs).toBeUndefined()
  })

  it('goes to what lies beyond the timeline, both ways', () => {
    const after = { towards: 1 as const, ofKey: new Map([[KEY, 700_000]]), isAsked: false }
    const its = { ...playable(), onDevices: new Map(), beyond: after }
    expect(next(its, 100_000).toMs).toBe(200_000)
    expect(next(its, 300_000).toMs).toBe(700_000)
    expect(next(its, 800_000).toMs).toBeUndefined()
    const late = { ...its, recorded: new Map([[KEY, [500_000, 600_000]]]) }
    expect(footageBefore(late, 550_000)).toBe(550_000)
    expect(footageBefore(late, 650_000)).toBe(600_000)
    expect(footageBefore(late, 400_000)).toBeUndefined()
    const before = { towards: -1 as const, ofKey: new Map([[KEY, 90_000]]), isAsked: false }
    expect(footageBefore({ ...late, beyond: before }, 400_000)).toBe(90_000)
    expect(next({ ...its, beyond: before }, 300_000).toMs).toBeUndefined()
  })

  it('asks what is behind a gap that is too short for the timeline to show, and does not stop in it', () => {
    const its = { ...nothingPlayable(), recorded: new Map([[KEY, [0, 300_000]]]) }
    expect(next(its, 100_000).toMs).toBe(100_000)
    expect(next(its, 300_000).toMs).toBeUndefined()
    const so = (towards: 1 | -1, edgeMs: number | undefined): Playable => ({
      ...its,
      beyond: {
        towards,
        ofKey: new Map(edgeMs === undefined ? [] : [[KEY, edgeMs]]),
        isAsked: edgeMs === undefined,
      },
    })
    expect(next(so(1, undefined), 100_000).toMs).toBeUndefined()
    expect(next(so(1, 130_000), 100_000).toMs).toBe(130_000)
    expect(next(so(1, 130_000), 140_000).toMs).toBe(140_000)
    expect(footageBefore(its, 100_000)).toBe(100_000)
    expect(footageBefore(so(-1, undefined), 100_000)).toBeUndefined()
    expect(footageBefore(so(-1, 80_000), 100_000)).toBe(80_000)
  })

  it('leaves out what was stopped, what is short, and what the recorder may still tell of', () => {
    const stopped = { ...playable(), givenUp: new Map([[KEY, [100_000, 180_000]]]) }
    expect(next(stopped, 100_000).toMs).toBe(200_000)
    const short = { ...playable(), onDevices: new Map([[KEY, [50_000, 101_000]]]) }
    expect(next(short, 100_000).toMs).toBe(200_000)
    const newest = {
      ...nothingPlayable(),
      recorded: new Map([[KEY, [0, 980_000]]]),
      onDevices: new Map([[KEY, [0, 990_000]]]),
    }
    expect(next(newest, 980_000).toMs).toBeUndefined()
    expect(onDeviceAlone(newest, KEY, NOW_MS)).toEqual([])
  })
})
