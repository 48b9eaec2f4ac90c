import { beforeEach, describe, expect, it } from 'vitest'

import { ClockAlignment } from './clock-alignment.ts'

let alignment: ClockAlignment

beforeEach(() => {
  alignment = new ClockAlignment()
})

function arrive(kind: 'video' | 'audio', timestampUs: number, arrivalUs: number): void {
  alignment.arrived({ kind, isKey: true, units: [], timestampUs, arrivalUs })
}

describe('the clocks of picture and sound', () => {
  it('are related by the least delayed arrivals while a camera sends no reports', () => {
    arrive('video', 1_000_000, 5_000_000)
    expect(alignment.audioShiftUs).toBeUndefined()
    arrive('audio', 9_100_000, 5_400_000)
    expect(alignment.audioShiftUs).toBe(-7_700_000)
    arrive('audio', 9_200_000, 5_200_000)
    expect(alignment.audioShiftUs).toBe(-8_000_000)
  })

  it('are related by sender reports, whatever the delays', () => {
    arrive('video', 1_000_000, 5_000_000)
    arrive('audio', 9_000_000, 5_300_000)
    alignment.reported({ kind: 'video', ntpUs: 70_000_000, rtpTimestampUs: 1_000_000 })
    expect(alignment.audioShiftUs).toBe(-7_700_000)
    alignment.reported({ kind: 'audio', ntpUs: 71_000_000, rtpTimestampUs: 10_000_000 })
    expect(alignment.audioShiftUs).toBe(-8_000_000)
  })

  it('keep their relation when a report differs by a few milliseconds', () => {
    arrive('video', 0, 0)
    arrive('audio', 0, 0)
    alignment.reported({ kind: 'video', ntpUs: 0, rtpTimestampUs: 0 })
    alignment.reported({ kind: 'audio', ntpUs: 15_000, rtpTimestampUs: 0 })
    expect(alignment.audioShiftUs).toBe(0)
  })

  it('are not related by reports of two clocks that are not one', () => {
    arrive('video', 0, 0)
    arrive('audio', 0, 0)
    alignment.reported({ kind: 'video', ntpUs: 1_767_225_600_000_000, rtpTimestampUs: 0 })
    alignment.reported({ kind: 'audio', ntpUs: 0, rtpTimestampUs: 0 })
    expect(alignment.audioShiftUs).toBe(0)
  })
})
