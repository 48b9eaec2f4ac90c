import type { ParsedBodyOf, ReplyOf } from '@vedette/contract/call'
import type { fetchPastReplay } from '@vedette/contract/calls/past-recordings'
import { fetchReplay, MAX_RANGE_MS, type replayUrl } from '@vedette/contract/calls/replay'
import { Refusal } from '@vedette/contract/codes'

import type { Principal } from '../../authority/principal.ts'
import type { SignedUrls } from '../../http/signed-urls.ts'
import { originOfForm } from './footage.ts'
import { gapsOf } from './movie-file.ts'
import { planRuns, type Sources } from './plan.ts'
import type { StreamKey } from './segment-store.ts'

interface ReplaySources extends Sources {
  fetch: typeof fetchReplay | typeof fetchPastReplay
  signedUrls: SignedUrls
}

type Range = Pick<ParsedBodyOf<typeof replayUrl>, 'From' | 'To' | 'Form' | 'Speed'>

export type ReplayParts = ReplyOf<typeof replayUrl>['Parts']

/** Like `recordedParts`, for a range that somebody typed; refuses one in which nothing was recorded. */
export async function replayParts(...of: Parameters<typeof recordedParts>): Promise<ReplayParts> {
  const [, { From, To }] = of
  checkReplayRange(From, To)
  const parts = await recordedParts(...of)
  if (parts.length === 0) throw new Refusal('noRecording')
  return parts
}

/** The parts of the first of these streams that has any in that range. */
export async function firstRecordedParts(
  streams: readonly StreamKey[],
  range: Range,
  session: Principal,
  sources: ReplaySources,
): Promise<ReplayParts> {
  checkReplayRange(range.From, range.To)
  for (const stream of streams) {
    const parts = await recordedParts(stream, range, session, sources)
    if (parts.length > 0) return parts
  }
  return []
}

/**
 * Where a time of one of the company's streams is fetched. `fetch` admits to each part: by its device's rights, or for one that the
 * company has no more.
 */
export async function recordedParts(
  { did, channel, quality }: StreamKey,
  { From, To, Form, Speed }: Range,
  session: Principal,
  { fetch, signedUrls, ...sources }: ReplaySources,
): Promise<ReplayParts> {
  const runs = await planRuns(
    session.companyId,
    { did, channel, quality },
    { fromMs: From, toMs: To },
    sources,
  )
  const isBackwards = Form === 'keys' && Speed < 0
  return (isBackwards ? runs.toReversed() : runs).map((run) => {
    const [from, to] = [Math.max(From, run.startMs), Math.min(To, run.endMs)]
    const device = fetch === fetchReplay ? { did } : { device: did }
    const part = { from, to, form: Form, speed: Speed, format: run.initHash }
    return {
      Url: signedUrls.sign(fetch.path, { ...device, channel, quality, ...part }, session),
      Origin: originOfForm(Form, run, { fromMs: from, speed: Speed }),
      From: from,
      To: to,
      Codecs: run.codecs,
      Gaps: Form === 'file' ? gapsOf(run, from, to) : [],
    }
  })
}

function checkReplayRange(from: number, to: number): void {
  checkRange(from, to)
  if (to - from > MAX_RANGE_MS)
    throw new Refusal('badInput', { Field: 'To', Reason: 'a range has at most 24 hours' })
}

export function checkRange(from: number, to: number): void {
  if (to <= from) throw new Refusal('badInput', { Field: 'To', Reason: 'it has to be after From' })
}
