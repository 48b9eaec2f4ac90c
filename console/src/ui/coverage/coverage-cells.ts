/** What the heat calendar tells: how much of a time was recorded, and what was wrong in it. */
import type { DeviceItem } from '@vedette/contract/calls/device'
import type { CheckFault } from '@vedette/contract/calls/record-check'
import { hasVideo } from '@vedette/contract/devices'

import type { DeviceChannel } from '../device-tree/device-text.ts'
import { partRecorded } from './spans.ts'

export type CoveredCamera = DeviceChannel & { name: string }

/** Each channel of each device that has video. */
export function coveredCameras(
  devices: readonly Pick<DeviceItem, 'DID' | 'DevName' | 'Channels' | 'DevType'>[],
): CoveredCamera[] {
  return devices
    .filter(({ DevType }) => hasVideo(DevType))
    .flatMap(({ DID, DevName, Channels }) =>
      Array.from({ length: Math.max(1, Channels) }, (_, channel) => ({
        did: DID,
        channel,
        name: Channels > 1 ? `${DevName} / ${channel + 1}` : DevName,
      })),
    )
}

export interface CheckedHour {
  At: number
  Faults: readonly CheckFault[]
}

export interface Cell {
  fromMs: number
  percent: number
  faults: CheckFault[]
}

export interface WrongStretch {
  fault: CheckFault
  fromMs: number
  toMs: number
}

const HOUR_MS = 3_600_000

/** One for each time between two of `begins`; what is yet to come counts for nothing. */
export function cellsOf(
  spans: readonly number[],
  hours: readonly CheckedHour[],
  begins: readonly number[],
  nowMs: number,
): Cell[] {
  return begins.slice(0, -1).map((fromMs, i) => {
    const toMs = Math.min(begins[i + 1] ?? fromMs, nowMs)
    const part = partRecorded(spans, fromMs, toMs)
    const faults = hours
      .filter(({ At }) => At < toMs && At + HOUR_MS > fromMs)
      .flatMap(({ Faults }) => Faults)
    // A minute of a day is something, and a day without it is not whole.
    return {
      fromMs,
      percent: part > 0 ? Math.max(1, Math.floor(part * 100)) : 0,
      faults: [...new Set(faults)],
    }
  })
}

/** Hours with the same fault one behind the other are one stretch; the latest first. */
export function wrongOf(hours: readonly CheckedHour[]): WrongStretch[] {
  const stretches: WrongStretch[] = []
  for (const { At, Faults } of hours.toSorted((a, b) => a.At - b.At))
    for (const fault of Faults) {
      const last = stretches.findLast((it) => it.fault === fault)
      if (last?.toMs === At) last.toMs = At + HOUR_MS
      else stretches.push({ fault, fromMs: At, toMs: At + HOUR_MS })
    }
  return stretches.toSorted((a, b) => b.fromMs - a.fromMs)
}

/** The first moment at or after one at which something is recorded; the moment itself where nothing is. */
export function firstIn(spans: readonly number[], fromMs: number): number {
  for (let i = 0; i + 1 < spans.length; i += 2) {
    if ((spans[i + 1] ?? 0) > fromMs) return Math.max(fromMs, spans[i] ?? fromMs)
  }
  return fromMs
}
