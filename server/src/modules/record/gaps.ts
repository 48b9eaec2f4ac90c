/** Why there is no footage of a moment. */
import type { recordGaps } from '@vedette/contract/calls/record'
import type { ReplyOf } from '@vedette/contract/call'
import type { SegmentEnd } from '@vedette/media/record/segment-row'

import type { JournalStore } from './journal-store.ts'
import { modeAt } from './modes.ts'
import { policiesOf } from './policy.ts'
import type { PolicyStore } from './policy-store.ts'
import type { SegmentStore, StreamKey } from './segment-store.ts'

export type GapReason = ReplyOf<typeof recordGaps>['Reasons'][number]

interface Sources {
  store: Pick<SegmentStore, 'lastBefore'>
  journal: JournalStore
  policies: PolicyStore
}

const BY_END: Partial<Record<SegmentEnd, GapReason>> = { gap: 'away', disk: 'disk', killed: 'platform' }

export async function gapReason(
  companyId: string,
  { did, channel }: Pick<StreamKey, 'did' | 'channel'>,
  atMs: number,
  { store, journal, policies }: Sources,
): Promise<GapReason> {
  if (await journal.hasDeleted(companyId, did, atMs)) return 'deleted'
  const files = await Promise.all(
    (['main', 'sub'] as const).map((quality) => store.lastBefore(companyId, { did, channel, quality }, atMs)),
  )
  const [last] = files.filter((file) => file !== undefined).toSorted((a, b) => b.end_ms - a.end_ms)
  // What an outage began with says more than what is set now: that may be another setting than then.
  const known = last && BY_END[last.end_reason as SegmentEnd]
  if (known) return known
  const [inForce, zone] = await Promise.all([policiesOf(policies, companyId), policies.timeZone(companyId)])
  const { policy } = inForce.ofDevice(did)
  const modes = (['main', 'sub'] as const).map((quality) => modeAt(policy, quality, atMs, zone))
  if (modes.every((mode) => mode === 'off')) return 'off'
  return modes.includes('continuous') ? 'unknown' : 'alarm'
}
