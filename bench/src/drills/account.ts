/** What was recorded, against what the simulator says that it sent: a picture that was never sent is no loss. */
import type { Sent } from '../../../e2e/src/support/simulator.ts'

/** A frame time: later, and the simulator was not in time for the next frame. */
const LATE_MS = 40

export interface Account {
  /** Sent between the first and the last recorded picture, and not recorded. */
  missing: number
  twice: number
  /** Recorded, and never sent: a strip was misread, or a picture is not this camera's. */
  unknown: number
  /** Frames of that span handed over more than one frame time after the time in their picture. */
  late: number
  worstLateMs: number
  /** Not made, over the simulator's whole life. */
  skipped: number
  /** Not sent since the recorder did not read. */
  withheld: number
}

/** `stripsMs`: the strip's time of each recorded picture of one stream, in any order. */
export function account(stripsMs: readonly number[], { frames, skipped, withheld }: Sent): Account {
  const recorded = new Set(stripsMs)
  const [firstMs, lastMs] = stripsMs.reduce(
    ([first, last], at) => [Math.min(first, at), Math.max(last, at)],
    [Infinity, -Infinity],
  )
  const during = frames.filter(([timeMs]) => timeMs >= firstMs && timeMs <= lastMs)
  const sent = new Set(during.map(([timeMs]) => timeMs))
  const lateMs = during.map(([timeMs, sentMs]) => sentMs - timeMs)
  return {
    missing: count(sent, (timeMs) => !recorded.has(timeMs)),
    twice: stripsMs.length - recorded.size,
    unknown: count(recorded, (timeMs) => !sent.has(timeMs)),
    late: lateMs.filter((ms) => ms > LATE_MS).length,
    worstLateMs: lateMs.reduce((worst, ms) => Math.max(worst, ms), 0),
    skipped,
    withheld,
  }
}

const count = (times: ReadonlySet<number>, isWanted: (timeMs: number) => boolean): number =>
  [...times].filter(isWanted).length

/** The accounts of several streams as one. */
export function total(accounts: readonly Account[]): Account {
  const sum = (of: (one: Account) => number): number => accounts.reduce((all, one) => all + of(one), 0)
  return {
    missing: sum(({ missing }) => missing),
    twice: sum(({ twice }) => twice),
    unknown: sum(({ unknown }) => unknown),
    late: sum(({ late }) => late),
    worstLateMs: accounts.reduce((worst, { worstLateMs }) => Math.max(worst, worstLateMs), 0),
    skipped: sum(({ skipped }) => skipped),
    withheld: sum(({ withheld }) => withheld),
  }
}

/** Promises of the recorder that were broken; what the simulator did late is none. */
export function faultsOf({ missing, twice, unknown, withheld }: Account): string[] {
  const faults: string[] = []
  if (missing > 0) faults.push(`${missing} pictures were sent, and are not there`)
  if (twice > 0) faults.push(`${twice} pictures are there twice`)
  if (unknown > 0) faults.push(`${unknown} pictures are there that were never sent`)
  if (withheld > 0) faults.push(`${withheld} pictures were not taken off the line`)
  return faults
}

export function told({ missing, twice, late, worstLateMs, skipped }: Account): string {
  return `${missing} sent and not there, ${twice} there twice (the simulator: ${late} sent late, by ${worstLateMs} ms at most, ${skipped} skipped)`
}
