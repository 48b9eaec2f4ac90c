/** What a window of the wall shows, from what is known: section 4, "Video window states". */
import type { LiveNotice, StateReason, WindowState } from '@vedette/contract/live-message'

import type { LinkState, LiveSource, WindowNotice } from './worker-messages.ts'

/** The gate's states and those that only the window knows: it is empty, or it changes from one stream to another. */
export type ViewState = WindowState | 'empty' | 'switching'
/** The gate's reasons and those that only the page knows. */
export type ViewReason = StateReason | 'serverLost' | 'refused'

export interface WindowView {
  state: ViewState
  reason: ViewReason
  sinceMs: number
  attempt: number
  /** Packets from the camera lost on the way, per hundred. */
  lost?: number | undefined
  /** The refusal's code. */
  code?: string | undefined
  /** That this browser cannot play, as RFC 6381 names it. */
  codec?: string | undefined
  /**
   * Whether a picture of this channel is there, greyed in any state but live; while only the stream changes it goes on playing.
   * Another camera's is not shown under this one's name.
   */
  hasPicture: boolean
}

type GateState = Pick<
  Extract<LiveNotice, { type: 'state' }>,
  'state' | 'reason' | 'sinceMs' | 'attempt' | 'lost'
>

export interface WindowFacts {
  source: LiveSource | undefined
  sinceMs: number
  /** Since then no picture of what is wanted has been painted. */
  awaiting: 'loading' | 'switching' | undefined
  stream: number | undefined
  gate: GateState | undefined
  refusedCode: string | undefined
  unplayableCodec: string | undefined
  link: LinkState | undefined
  /** The device's channel whose picture is on the glass. */
  pictureOf: string | undefined
}

export const NOTHING_KNOWN: WindowFacts = {
  source: undefined,
  sinceMs: 0,
  awaiting: undefined,
  stream: undefined,
  gate: undefined,
  refusedCode: undefined,
  unplayableCodec: undefined,
  link: undefined,
  pictureOf: undefined,
}

export function withSource(facts: WindowFacts, source: LiveSource | undefined, nowMs: number): WindowFacts {
  if (!source) return { ...NOTHING_KNOWN, link: facts.link, sinceMs: nowMs }
  const isShowing = facts.pictureOf !== undefined
  return {
    ...facts,
    source,
    sinceMs: nowMs,
    awaiting: isShowing ? 'switching' : 'loading',
    stream: undefined,
    gate: undefined,
    refusedCode: undefined,
    unplayableCodec: undefined,
  }
}

export function withLink(facts: WindowFacts, link: LinkState): WindowFacts {
  if (link.isOpen) return { ...facts, link, sinceMs: link.sinceMs }
  return { ...facts, link, gate: undefined, stream: undefined, awaiting: facts.awaiting ?? 'loading' }
}

export function withNotice(facts: WindowFacts, notice: WindowNotice): WindowFacts {
  const { source } = facts
  if (!source) return facts
  switch (notice.type) {
    case 'stream': {
      const isWanted = notice.did === source.did && notice.channel === source.channel
      return isWanted ? { ...facts, stream: notice.stream, refusedCode: undefined } : facts
    }
    case 'refused':
      return { ...facts, refusedCode: notice.code, awaiting: 'loading' }
    case 'state': {
      const { state, reason, sinceMs, attempt, lost } = notice
      const isLive = state === 'live'
      return {
        ...facts,
        gate: { state, reason, sinceMs, attempt, ...(lost === undefined ? {} : { lost }) },
        awaiting: isLive ? facts.awaiting : (facts.awaiting ?? 'loading'),
      }
    }
  }
}

/** A picture from before the newest one is there: greyed, for it is not live. */
export function withEarlyPicture(facts: WindowFacts, stream: number): WindowFacts {
  if (!facts.source || stream !== facts.stream) return facts
  return { ...facts, pictureOf: channelOf(facts.source) }
}

export function withPicture(facts: WindowFacts, stream: number): WindowFacts {
  if (!facts.source || stream !== facts.stream) return facts
  const isLive = (!facts.gate || facts.gate.state === 'live') && facts.link?.isOpen === true
  const pictureOf = channelOf(facts.source)
  if (facts.pictureOf === pictureOf && (!isLive || !facts.awaiting)) return facts
  return { ...facts, pictureOf, awaiting: isLive ? undefined : facts.awaiting }
}

export function viewOf(facts: WindowFacts): WindowView {
  const { source, gate, link, sinceMs, awaiting, pictureOf } = facts
  const plain = { reason: 'none', sinceMs, attempt: 0 } as const
  if (!source) return { ...plain, state: 'empty', hasPicture: false }
  const hasPicture = pictureOf === channelOf(source)
  if (facts.refusedCode !== undefined)
    return { ...plain, state: 'failed', reason: 'refused', code: facts.refusedCode, hasPicture }
  if (link && !link.isOpen)
    return {
      state: 'reconnecting',
      reason: 'serverLost',
      sinceMs: link.sinceMs,
      attempt: link.attempt,
      hasPicture,
    }
  if (facts.unplayableCodec !== undefined)
    return { ...plain, state: 'failed', reason: 'unsupportedCodec', codec: facts.unplayableCodec, hasPicture }
  if (gate && gate.state !== 'live' && gate.state !== 'loading') return { ...gate, hasPicture }
  if (awaiting === 'switching') return { ...plain, state: 'switching', hasPicture }
  // A camera that came back is waited for since then, not since the window asked for it.
  const waitingMs = Math.max(sinceMs, gate?.sinceMs ?? 0)
  if (awaiting)
    return { ...plain, state: 'loading', reason: gate?.reason ?? 'none', sinceMs: waitingMs, hasPicture }
  const lost = gate?.lost === undefined ? {} : { lost: gate.lost }
  return { ...plain, ...lost, state: 'live', sinceMs: gate?.sinceMs ?? sinceMs, hasPicture }
}

function channelOf({ did, channel }: LiveSource): string {
  return `${did}~${channel}`
}
