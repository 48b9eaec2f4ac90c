/** How a stream is recorded at a moment, and how policies stand on the wire. */
import { TimeRange } from '@vedette/contract/alarm-settings'
import type { RecordPolicy } from '@vedette/contract/calls/record'
import { z } from 'zod'

import { isWithinRanges } from '../../engines/weekly-ranges.ts'
import type { StoredPolicy } from './policy-store.ts'

export type StreamMode = 'off' | 'continuous' | 'alarm'

const MODES = ['off', 'continuous', 'alarm', 'schedule'] as const
const Ranges = z.array(TimeRange)

export function modeAt(
  policy: StoredPolicy,
  quality: 'main' | 'sub',
  atMs: number,
  timeZone: string,
): StreamMode {
  const mode = MODES[policy[quality]]
  if (mode !== 'schedule') return mode ?? 'off'
  const ranges = Ranges.parse(JSON.parse(policy.ranges))
  if (ranges.length > 0 && isWithinRanges(ranges, atMs, timeZone)) return 'continuous'
  return policy.outside === 2 ? 'alarm' : 'off'
}

export function policyItem(policy: StoredPolicy): RecordPolicy {
  return {
    Main: MODES[policy.main] ?? 'off',
    Sub: MODES[policy.sub] ?? 'off',
    PreS: policy.pre_s,
    PostS: policy.post_s,
    Ranges: Ranges.parse(JSON.parse(policy.ranges)),
    Outside: policy.outside === 2 ? 'alarm' : 'off',
    Days: policy.days,
    MaxBytes: policy.max_bytes,
  }
}

export function storedPolicy(policy: RecordPolicy): StoredPolicy {
  const number = { off: 0, continuous: 1, alarm: 2, schedule: 3 } as const
  return {
    main: number[policy.Main],
    sub: number[policy.Sub],
    pre_s: policy.PreS,
    post_s: policy.PostS,
    ranges: JSON.stringify(policy.Ranges),
    outside: policy.Outside === 'alarm' ? 2 : 0,
    days: policy.Days,
    max_bytes: policy.MaxBytes,
  }
}
